#include "core/parquet/delta.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/io/varint.h"
#include "core/parquet/bit_packing.h"

namespace tp::parquet {
namespace {

// In values. All writers have these sizes, so that all readers know them.
constexpr size_t kBlock = 128, kMiniblock = 32, kMiniblocks = kBlock / kMiniblock;

// Differences without signs: they may go beyond 63 bits, and wrap around in readers, too.
uint64_t difference(int64_t from, int64_t to) {
  return static_cast<uint64_t>(to) - static_cast<uint64_t>(from);
}

// Appends `count` values that follow `values[-1]`, a block at most.
void appendBlock(std::string& out, const int64_t* values, size_t count) {
  std::array<uint64_t, kBlock> deltas;
  int64_t least = std::numeric_limits<int64_t>::max();
  for (size_t i = 0; i < count; ++i) {
    deltas[i] = difference(values[static_cast<std::ptrdiff_t>(i) - 1], values[i]);
    least = std::min(least, static_cast<int64_t>(deltas[i]));
  }
  for (size_t i = 0; i < count; ++i) deltas[i] -= static_cast<uint64_t>(least);
  std::fill(deltas.begin() + static_cast<std::ptrdiff_t>(count), deltas.end(), 0);
  appendVarint(out, zigzag(least));
  std::array<int, kMiniblocks> widths;
  for (size_t mini = 0; mini < kMiniblocks; ++mini) {
    uint64_t all = 0;
    for (size_t i = 0; i < kMiniblock; ++i) all |= deltas[mini * kMiniblock + i];
    widths[mini] = bitsOf(all);
    out += static_cast<char>(widths[mini]);
  }
  // A miniblock without values has the width 0, and so no bytes.
  for (size_t mini = 0; mini < kMiniblocks; ++mini)
    appendPacked(out, deltas.data() + mini * kMiniblock, kMiniblock, widths[mini]);
}

}  // namespace

void appendDelta(std::string& out, std::span<const int64_t> values) {
  appendVarint(out, kBlock);
  appendVarint(out, kMiniblocks);
  appendVarint(out, values.size());
  appendVarint(out, zigzag(values.front()));
  for (size_t at = 1; at < values.size(); at += kBlock)
    appendBlock(out, values.data() + at, std::min(kBlock, values.size() - at));
}

}  // namespace tp::parquet
