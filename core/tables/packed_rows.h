// PackedRows keeps rows of numbers in few bytes, for whoever reads them once more from front to back: of each cell, the
// difference from the one before in its column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/io/varint.h"
#include "core/tables/coded_rows.h"

namespace tp {

class PackedRows {
 public:
  // Appends these cells of a row: the same columns of each row. Returns how many further bytes that takes in memory.
  size_t add(const int64_t* row, std::span<const uint32_t> columns) {
    const size_t most = columns.size() * kMaxBytes;
    const size_t taken = blocks_.empty() || blocks_.back().room() < most ? addBlock(most) : 0;
    if (last_.empty()) last_.resize(columns.size());
    Block& block = blocks_.back();
    uint8_t* const begin = block.bytes.get() + block.used;
    uint8_t* to = begin;
    for (size_t i = 0; i < columns.size(); ++i) to = put(to, row[columns[i]], last_[i]);
    block.used += static_cast<size_t>(to - begin);
    return taken;
  }
  size_t bytes() const {
    size_t sum = 0;
    for (const Block& block : blocks_) sum += block.size;
    return sum;
  }
  void clear() { *this = {}; }

  // After the last add(): next() reads the first row.
  void rewind() { std::fill(last_.begin(), last_.end(), 0); }
  // Reads the next row, which must be there. The memory of what was read is given back.
  void next(std::span<int64_t> cells) {
    if (at_ == blocks_[block_].used) {
      blocks_[block_++].bytes.reset();
      at_ = 0;
    }
    const uint8_t* const begin = blocks_[block_].bytes.get();
    const uint8_t* from = begin + at_;
    for (size_t i = 0; i < cells.size(); ++i) cells[i] = take(from, last_[i]);
    at_ = static_cast<size_t>(from - begin);
  }

 private:
  static constexpr size_t kMaxBytes = 10;  // of a cell
  // Of a block. The first one is small, as many groups of rows have few.
  static constexpr size_t kFirst = 64, kMax = size_t{1} << 15;

  struct Block {
    std::unique_ptr<uint8_t[]> bytes;
    size_t size = 0, used = 0;
    size_t room() const { return size - used; }
  };

  size_t addBlock(size_t least) {
    const size_t before = blocks_.empty() ? 0 : blocks_.back().size;
    const size_t size = std::max(least, std::clamp(before * 2, kFirst, kMax));
    blocks_.push_back({std::make_unique<uint8_t[]>(size), size, 0});
    return size;
  }

  // A cell is 0 for NULL, or else 1 + the difference as a varint. If that wraps around to 0, it has two bytes.
  static uint8_t* put(uint8_t* to, int64_t value, int64_t& last) {
    if (value == kNullCode) {
      *to++ = 0;
      return to;
    }
    uint64_t rest = zigzag(static_cast<int64_t>(static_cast<uint64_t>(value) - static_cast<uint64_t>(last))) + 1;
    last = value;
    if (rest == 0) *to++ = 0x80;
    for (; rest >= 0x80; rest >>= 7) *to++ = static_cast<uint8_t>(rest | 0x80);
    *to++ = static_cast<uint8_t>(rest);
    return to;
  }
  static int64_t take(const uint8_t*& from, int64_t& last) {
    if (*from == 0) {
      ++from;
      return kNullCode;
    }
    uint64_t read = *from & 0x7f;
    for (int shift = 7; (*from++ & 0x80) != 0; shift += 7) read |= uint64_t{*from & 0x7fu} << shift;
    --read;
    const uint64_t difference = read >> 1 ^ (~(read & 1) + 1);
    return last = static_cast<int64_t>(static_cast<uint64_t>(last) + difference);
  }

  std::vector<Block> blocks_;
  std::vector<int64_t> last_;  // by column
  size_t block_ = 0, at_ = 0;  // where next() is
};

}  // namespace tp
