#include "core/parquet/compressor.h"

#include <zstd.h>

#include <algorithm>

namespace tp::parquet {
namespace {

// Pages are packed already: higher levels take long for a few percent.
constexpr int kLevel = 1;

}  // namespace

void Compressor::Free::operator()(ZSTD_CCtx_s* context) const {
  ZSTD_freeCCtx(context);
}

std::string_view Compressor::compress(std::string_view page) {
  if (codec_ == Codec::None) return page;
  if (!zstd_) zstd_.reset(ZSTD_createCCtx());
  room_.resize(std::max(room_.size(), ZSTD_compressBound(page.size())));
  const size_t size =
      zstd_ ? ZSTD_compressCCtx(zstd_.get(), room_.data(), room_.size(), page.data(), page.size(), kLevel) : 0;
  failed_ = failed_ || !zstd_ || ZSTD_isError(size) != 0;
  return failed_ ? std::string_view() : std::string_view(room_).substr(0, size);
}

}  // namespace tp::parquet
