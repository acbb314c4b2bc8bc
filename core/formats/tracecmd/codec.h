// Decompression of sections and chunks.
#pragma once

#include <memory>
#include <vector>

#include "core/decode/unpack_exchange.h"
#include "core/formats/tracecmd/trace_file.h"

struct ZSTD_DCtx_s;

namespace tp::tracecmd {

Codec codecNamed(std::string_view name);

// For one chunk after another: keeps what takes time to set up.
class Decompressor {
 public:
  // False where the bytes are not `size` bytes compressed, or the size is beyond reason for them.
  bool decompress(Codec codec, Bytes compressed, uint64_t size, Unpacked& out);

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx_s* context) const;
  };

  std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
};

// Of a single section; nothing where that is false.
bool decompress(Codec codec, Bytes compressed, uint64_t size, std::vector<std::byte>& out);

}  // namespace tp::tracecmd
