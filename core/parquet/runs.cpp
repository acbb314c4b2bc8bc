#include "core/parquet/runs.h"

#include <algorithm>
#include <array>

#include "core/io/varint.h"
#include "core/parquet/bit_packing.h"

namespace tp::parquet {
namespace {

// What is packed comes in groups of so many.
constexpr size_t kGroup = 8;

void appendRun(std::string& out, uint64_t number, size_t count, int width) {
  appendVarint(out, uint64_t{count} << 1);
  for (int bit = 0; bit < width; bit += 8) out += static_cast<char>(number >> bit);
}

template <class T>
void appendGroups(std::string& out, std::span<const T> numbers, int width) {
  if (numbers.empty()) return;
  appendVarint(out, uint64_t{(numbers.size() + kGroup - 1) / kGroup} << 1 | 1);
  constexpr size_t kAtOnce = 32 * kGroup;
  std::array<uint64_t, kAtOnce> packed;
  for (size_t at = 0; at < numbers.size(); at += kAtOnce) {
    const size_t count = std::min(kAtOnce, numbers.size() - at);
    const size_t padded = (count + kGroup - 1) / kGroup * kGroup;
    for (size_t i = 0; i < count; ++i) packed[i] = static_cast<uint64_t>(numbers[at + i]);
    std::fill(packed.data() + count, packed.data() + padded, 0);
    appendPacked(out, packed.data(), padded, width);
  }
}

// So many equal numbers take fewer bytes as a run than as a part of the groups around it.
size_t worthwhile(int width) {
  const auto bits = static_cast<size_t>(width), bytes = (bits + 7) / 8;
  return std::max(kGroup, (8 * (2 + bytes) + bits - 1) / bits);
}

template <class T>
void appendHybrid(std::string& out, std::span<const T> numbers, int width) {
  const size_t enough = worthwhile(width);
  size_t packed = 0;  // the first that is not written yet
  for (size_t at = 0; at < numbers.size();) {
    size_t end = at + 1;
    while (end < numbers.size() && numbers[end] == numbers[at]) ++end;
    // A group that has begun is filled up from the run.
    const size_t run = packed + (at - packed + kGroup - 1) / kGroup * kGroup;
    if (run < end && end - run >= enough) {
      appendGroups(out, numbers.subspan(packed, run - packed), width);
      appendRun(out, static_cast<uint64_t>(numbers[run]), end - run, width);
      packed = end;
    }
    at = end;
  }
  appendGroups(out, numbers.subspan(packed), width);
}

}  // namespace

void appendRuns(std::string& out, std::span<const int64_t> numbers, int width) {
  appendHybrid(out, numbers, width);
}

void appendLevels(std::string& out, std::span<const uint8_t> levels, size_t values) {
  constexpr size_t kLength = sizeof(uint32_t);
  const size_t begin = out.size();
  out.append(kLength, '\0');
  if (values == 0 || values == levels.size()) {
    appendRun(out, values == 0 ? 0 : 1, levels.size(), 1);
  } else {
    appendHybrid(out, levels, 1);
  }
  const auto length = static_cast<uint32_t>(out.size() - begin - kLength);
  std::memcpy(out.data() + begin, &length, sizeof length);
}

}  // namespace tp::parquet
