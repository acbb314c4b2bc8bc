#include "core/parquet/column_writer.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "core/parquet/bit_packing.h"
#include "core/parquet/delta.h"
#include "core/parquet/plain.h"
#include "core/parquet/runs.h"

namespace tp::parquet {
namespace {

// Appends numbers of a dictionary which has so many values.
Encoding encodeNumbers(std::string& out, std::span<const int64_t> numbers, size_t values) {
  // As wide as the numbers so far need; those of later pages may be wider.
  const int width = std::max(1, bitsOf(values - 1));
  out += static_cast<char>(width);
  appendRuns(out, numbers, width);
  return Encoding::RleDictionary;
}

}  // namespace

ColumnWriter::ColumnWriter(Type type, Compressor& compressor, size_t pageRows)
    : type_(type), pageRows_(pageRows), pages_(compressor), levels_(pageRows), values_(pageRows) {}

void ColumnWriter::add(double value) {
  int64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  put(bits);
}

void ColumnWriter::add(std::string_view text) {
  if (plain_) return addPlain(text);
  const uint32_t number = dictionary_.number(text);
  if (number != TextDictionary::kNoNumber) return put(number);
  leaveDictionary();
  addPlain(text);
}

void ColumnWriter::addPlain(std::string_view text) {
  const size_t begin = texts_.size();
  appendUtf8(texts_, text);
  const std::string_view added = std::string_view(texts_).substr(begin);
  plainTexts_.add(added);
  put(static_cast<int64_t>(added.size()));
  if (texts_.size() >= kPageBytes) endPage();
}

void ColumnWriter::addIntegers(const Cells& cells, std::span<const uint32_t> rows) {
  while (!rows.empty()) {
    const std::span<const uint32_t> part = rows.first(std::min(rows.size(), pageRows_ - rows_));
    int64_t* values = values_.data();
    uint8_t* level = levels_.data() + rows_;
    size_t used = used_;
    for (uint32_t row : part) {
      const int64_t value = cells[row];
      // The next value takes the place of a NULL.
      values[used] = value;
      const bool there = value != cells.null;
      *level++ = there ? 1 : 0;
      used += there ? 1 : 0;
    }
    used_ = used;
    rows_ += part.size();
    rows = rows.subspan(part.size());
    if (rows_ == pageRows_) endPage();
  }
}

void ColumnWriter::addCodes(const Cells& cells, std::span<const uint32_t> rows, const TextDictionary::TextOf& textOf) {
  int64_t last = cells.null;
  uint32_t number = TextDictionary::kNoNumber;  // of the last text
  for (uint32_t row : rows) {
    const int64_t code = cells[row];
    if (code == cells.null) {
      addNull();
      continue;
    }
    if (code != last && !plain_) {
      last = code;
      number = dictionary_.number(code, textOf);
      if (number == TextDictionary::kNoNumber) leaveDictionary();
    }
    if (plain_) {
      addPlain(textOf(code));
    } else {
      put(number);
    }
  }
}

// Pages that were made stay as they are; further ones of the row group have the texts themselves.
void ColumnWriter::leaveDictionary() {
  if (plain_) return;
  endPage();
  plain_ = true;
}

Encoding ColumnWriter::encode(std::string& out) {
  const std::span<int64_t> values(values_.data(), used_);
  // Some readers do not expect the other encodings to be empty.
  if (values.empty()) return Encoding::Plain;
  if (type_ == Type::Integer) {
    integers_.add(values);
    if (integerDictionary_.number(values)) return encodeNumbers(out, values, integerDictionary_.size());
    appendDelta(out, values);
    return Encoding::DeltaBinaryPacked;
  }
  if (type_ == Type::Real) {
    for (int64_t bits : values) {
      double value = 0;
      std::memcpy(&value, &bits, sizeof value);
      reals_.add(value);
    }
    appendPlain(out, values);
    return Encoding::Plain;
  }
  if (plain_) {
    appendDelta(out, values);
    out += texts_;
    return Encoding::DeltaLengthByteArray;
  }
  return encodeNumbers(out, values, dictionary_.size());
}

void ColumnWriter::endPage() {
  if (rows_ == 0) return;
  page_.clear();
  appendLevels(page_, std::span<const uint8_t>(levels_.data(), rows_), used_);
  const Encoding encoding = encode(page_);
  pages_.addData(encoding, rows_, page_);
  nulls_ += rows_ - used_;
  rows_ = used_ = 0;
  texts_.clear();
}

void ColumnWriter::endDictionary() {
  if (dictionary_.size() > 0) pages_.addDictionary(dictionary_.size(), dictionary_.page());
  if (integerDictionary_.size() == 0) return;
  page_.clear();
  integerDictionary_.appendPage(page_);
  pages_.addDictionary(integerDictionary_.size(), page_);
  integerDictionary_.clear();
}

bool ColumnWriter::finish(const Sink& sink, ColumnChunk& chunk) {
  endPage();
  endDictionary();
  Statistics& statistics = chunk.statistics;
  statistics.nulls = nulls_;
  if (type_ == Type::Integer) integers_.writeTo(statistics);
  if (type_ == Type::Real) reals_.writeTo(statistics);
  if (type_ == Type::Text) {
    TextBounds texts = dictionary_.bounds();
    texts.add(plainTexts_);
    texts.writeTo(statistics);
    dictionary_.clear();
  }
  integers_ = {};
  reals_ = {};
  plainTexts_ = {};
  nulls_ = 0;
  plain_ = false;
  return pages_.write(sink, chunk.sizes);
}

}  // namespace tp::parquet
