#include "core/parquet/column_writer.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "core/parquet/bit_packing.h"
#include "core/parquet/delta.h"
#include "core/parquet/plain.h"
#include "core/parquet/runs.h"

namespace tp::parquet {

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

void ColumnWriter::addIntegers(const int64_t* first, size_t count, size_t stride, int64_t null) {
  while (count > 0) {
    const size_t part = std::min(count, pageRows_ - rows_);
    int64_t* values = values_.data();
    uint8_t* levels = levels_.data() + rows_;
    size_t used = used_;
    for (size_t i = 0; i < part; ++i) {
      const int64_t value = first[i * stride];
      // The next value takes the place of a NULL.
      values[used] = value;
      const bool there = value != null;
      levels[i] = there ? 1 : 0;
      used += there ? 1 : 0;
    }
    used_ = used;
    rows_ += part;
    first += part * stride;
    count -= part;
    if (rows_ == pageRows_) endPage();
  }
}

void ColumnWriter::addCodes(const int64_t* first, size_t count, size_t stride, int64_t null,
                            const TextDictionary::TextOf& textOf) {
  for (size_t i = 0; i < count; ++i) {
    const int64_t code = first[i * stride];
    if (code == null) {
      addNull();
      continue;
    }
    const uint32_t number = plain_ ? TextDictionary::kNoNumber : dictionary_.number(code, textOf);
    if (number != TextDictionary::kNoNumber) {
      put(number);
      continue;
    }
    leaveDictionary();
    addPlain(textOf(code));
  }
}

// Pages that were made stay as they are; further ones of the row group have the texts themselves.
void ColumnWriter::leaveDictionary() {
  if (plain_) return;
  endPage();
  plain_ = true;
}

Encoding ColumnWriter::encode(std::string& out) {
  const std::span<const int64_t> values(values_.data(), used_);
  // Some readers do not expect the other encodings to be empty.
  if (values.empty()) return Encoding::Plain;
  if (type_ == Type::Integer) {
    integers_.add(values);
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
  // As wide as the numbers so far need; those of later pages may be wider.
  const int width = std::max(1, bitsOf(dictionary_.size() - 1));
  out += static_cast<char>(width);
  appendRuns(out, values, width);
  return Encoding::RleDictionary;
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

bool ColumnWriter::finish(const Sink& sink, ColumnChunk& chunk) {
  endPage();
  if (dictionary_.size() > 0) pages_.addDictionary(dictionary_.size(), dictionary_.page());
  Statistics& statistics = chunk.statistics;
  statistics.nulls = nulls_;
  if (type_ == Type::Integer) integers_.tell(statistics);
  if (type_ == Type::Real) reals_.tell(statistics);
  if (type_ == Type::Text) {
    TextBounds texts = dictionary_.bounds();
    texts.add(plainTexts_);
    texts.tell(statistics);
  }
  dictionary_.clear();
  integers_ = {};
  reals_ = {};
  plainTexts_ = {};
  nulls_ = 0;
  plain_ = false;
  return pages_.write(sink, chunk.sizes);
}

}  // namespace tp::parquet
