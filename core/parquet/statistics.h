// The least and the most value of a column in a row group, for readers that leave out what they need not look at
// (ColumnOrder in parquet.thrift says how values are ordered).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tp::parquet {

struct Statistics {
  uint64_t nulls = 0;
  uint64_t nans = 0;        // of reals
  bool bounded = false;     // `least` and `most` are known
  std::string least, most;  // as the file has values, without lengths
};

class IntegerBounds {
 public:
  void add(std::span<const int64_t> values);
  void writeTo(Statistics& out) const;

 private:
  bool any_ = false;
  int64_t least_ = 0, most_ = 0;
};

class RealBounds {
 public:
  void add(double value);
  void writeTo(Statistics& out) const;

 private:
  bool any_ = false;
  uint64_t nans_ = 0;
  double least_ = 0, most_ = 0;
};

// By bytes. Bounds that are long are left out.
class TextBounds {
 public:
  void add(std::string_view text);
  void add(const TextBounds& more);
  void writeTo(Statistics& out) const;

 private:
  bool any_ = false;
  std::string least_, most_;
};

}  // namespace tp::parquet
