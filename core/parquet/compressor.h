// Compresses pages.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/parquet/format.h"

struct ZSTD_CCtx_s;

namespace tp::parquet {

class Compressor {
 public:
  explicit Compressor(Codec codec) : codec_(codec) {}

  Codec codec() const { return codec_; }
  // Returns the page as it is written, valid until the next call, and as long as `page`. If there is no memory to
  // compress it, failed() is true from then on.
  std::string_view compress(std::string_view page);
  bool failed() const { return failed_; }

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  Codec codec_;
  std::unique_ptr<ZSTD_CCtx_s, Free> zstd_;
  std::string room_;
  bool failed_ = false;
};

}  // namespace tp::parquet
