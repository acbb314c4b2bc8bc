// Encodes the values of a column, a page at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/parquet/chunk_pages.h"
#include "core/parquet/format.h"
#include "core/parquet/integer_dictionary.h"
#include "core/parquet/statistics.h"
#include "core/parquet/text_dictionary.h"

namespace tp::parquet {

// What the footer says of a column in a row group.
struct ColumnChunk {
  ChunkSizes sizes;
  Statistics statistics;
};

// A caller adds values of the column's type only. As many must be added to each column of a file.
class ColumnWriter {
 public:
  // `compressor` must outlive this. A page has `pageRows` rows, at least 1, or ends after a megabyte of texts.
  ColumnWriter(Type type, Compressor& compressor, size_t pageRows);

  Type type() const { return type_; }
  void addNull() {
    levels_[rows_++] = 0;
    if (rows_ == pageRows_) endPage();
  }
  void add(int64_t value) { put(value); }
  void add(double value);
  void add(std::string_view text);
  // Values of a column in rows that lie one behind the other.
  struct Cells {
    const int64_t* first = nullptr;  // of row 0
    size_t stride = 1;               // numbers from one row to the next
    int64_t null = 0;                // stands for NULL

    int64_t operator[](uint32_t row) const { return first[row * stride]; }
  };
  // Adds integers, or numbers of texts (TextDictionary::TextOf), of these rows.
  void addIntegers(const Cells& cells, std::span<const uint32_t> rows);
  void addCodes(const Cells& cells, std::span<const uint32_t> rows, const TextDictionary::TextOf& textOf);

  // About how many bytes the row group has so far.
  size_t bytes() const { return pages_.bytes() + dictionary_.page().size() + texts_.size(); }
  // Writes the row group's pages. Returns false if the sink takes no more.
  bool finish(const Sink& sink, ColumnChunk& chunk);

 private:
  static constexpr size_t kPageBytes = size_t{1} << 20;

  void put(int64_t value) {
    values_[used_++] = value;
    levels_[rows_++] = 1;
    if (rows_ == pageRows_) endPage();
  }
  void addPlain(std::string_view text);
  void leaveDictionary();
  void endPage();
  Encoding encode(std::string& out);
  void endDictionary();

  Type type_;
  size_t pageRows_;
  ChunkPages pages_;
  // Of the page that is collected.
  std::vector<uint8_t> levels_;  // by row: 0 for NULL; pageRows_ of them
  // Integers; the bits of reals; of texts, numbers of the dictionary or else lengths. pageRows_ of them.
  std::vector<int64_t> values_;
  size_t rows_ = 0, used_ = 0;  // of levels_, of values_
  std::string texts_;           // those that are not in the dictionary
  std::string page_;
  // Of the row group.
  bool plain_ = false;  // there are too many texts for a dictionary
  TextDictionary dictionary_;
  IntegerDictionary integerDictionary_;
  IntegerBounds integers_;
  RealBounds reals_;
  TextBounds plainTexts_;
  uint64_t nulls_ = 0;
};

}  // namespace tp::parquet
