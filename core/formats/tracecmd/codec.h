// Compresses and decompresses sections and chunks.
#pragma once

#include <memory>
#include <vector>

#include "core/decode/unpack_exchange.h"
#include "core/formats/tracecmd/trace_file.h"

struct ZSTD_DCtx_s;

namespace tp::tracecmd {

// Returns Unknown for a name that is not supported.
Codec codecNamed(std::string_view name);

// Decompresses one chunk after another and reuses the decompressor's context.
class Decompressor {
 public:
  // Returns false if `compressed` does not decompress to exactly `size` bytes, if `size` is implausible, or if the
  // codec is not supported. `out` is overwritten.
  bool decompress(Codec codec, Bytes compressed, uint64_t size, Unpacked& out);

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx_s* context) const;
  };

  std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
};

// Decompresses a single section. `out` is empty if false is returned.
bool decompress(Codec codec, Bytes compressed, uint64_t size, std::vector<std::byte>& out);

// Compresses a section or a chunk on its own. Returns false, and leaves `out` empty, if that fails.
bool compress(Codec codec, Bytes plain, std::vector<std::byte>& out);

}  // namespace tp::tracecmd
