// Decompression of sections and chunks.
#pragma once

#include <memory>
#include <vector>

#include "core/formats/tracecmd/trace_file.h"

struct ZSTD_DCtx_s;

namespace tp::tracecmd {

Codec codecNamed(std::string_view name);

// For one chunk after another: keeps what takes time to set up.
class Decompressor {
 public:
  // `result` is valid until the next call. False where the bytes are not `size` bytes compressed, or the size is beyond
  // reason for them.
  bool decompress(Codec codec, Bytes compressed, uint64_t size, Bytes& result);
  // The bytes of the only call.
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx_s* context) const;
  };

  std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
  std::vector<std::byte> bytes_;
};

// Of a single section.
bool decompress(Codec codec, Bytes compressed, uint64_t size, std::vector<std::byte>& out);

}  // namespace tp::tracecmd
