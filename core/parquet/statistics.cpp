#include "core/parquet/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tp::parquet {
namespace {

template <class T>
std::string bytesOf(T value) {
  std::string out(sizeof value, '\0');
  std::memcpy(out.data(), &value, sizeof value);
  return out;
}

}  // namespace

void IntegerBounds::add(std::span<const int64_t> values) {
  if (values.empty()) return;
  int64_t least = any_ ? least_ : values.front(), most = any_ ? most_ : values.front();
  for (int64_t value : values) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  least_ = least;
  most_ = most;
  any_ = true;
}

void IntegerBounds::writeTo(Statistics& out) const {
  out.bounded = any_;
  if (any_) out.least = bytesOf(least_), out.most = bytesOf(most_);
}

void RealBounds::add(double value) {
  if (std::isnan(value)) {
    ++nans_;
    return;
  }
  least_ = any_ ? std::min(least_, value) : value;
  most_ = any_ ? std::max(most_, value) : value;
  any_ = true;
}

void RealBounds::writeTo(Statistics& out) const {
  out.nans = nans_;
  out.bounded = any_;
  if (!any_) return;
  // 0 and -0 are equal, and a reader may tell them apart: the bounds hold both.
  out.least = bytesOf(least_ == 0 ? -0.0 : least_);
  out.most = bytesOf(most_ == 0 ? 0.0 : most_);
}

void TextBounds::add(std::string_view text) {
  if (!any_ || text < least_) least_ = text;
  if (!any_ || text > most_) most_ = text;
  any_ = true;
}

void TextBounds::add(const TextBounds& more) {
  if (!more.any_) return;
  add(more.least_);
  add(more.most_);
}

void TextBounds::writeTo(Statistics& out) const {
  constexpr size_t kLongest = 64;
  out.bounded = any_ && std::max(least_.size(), most_.size()) <= kLongest;
  if (out.bounded) out.least = least_, out.most = most_;
}

}  // namespace tp::parquet
