#include "core/session/rows/row_locator.h"

#include <algorithm>

namespace tp {
namespace {

constexpr uint64_t kProbes = 32;

// Returns the first time by which whole chunks have more than `number` rows.
Time firstBeyond(std::vector<std::pair<Time, uint64_t>>& chunks, uint64_t number) {
  std::sort(chunks.begin(), chunks.end());
  uint64_t sum = 0;
  for (const auto& [time, rows] : chunks)
    if ((sum += rows) > number) return time;
  return chunks.empty() ? 0 : chunks.back().first;
}

}  // namespace

RowLocator::RowLocator(const TraceIndex& index, uint64_t number) : number_(number) {
  std::vector<std::pair<Time, uint64_t>> begins, ends;
  for (const StreamState& stream : index.streams()) {
    for (const ChunkSummary& chunk : stream.chunks) {
      if (chunk.records == 0) continue;
      begins.emplace_back(chunk.rowBegin, chunk.records);
      ends.emplace_back(chunk.rowEnd, chunk.records);
    }
  }
  low_ = firstBeyond(begins, number);
  high_ = std::max(low_, firstBeyond(ends, number));
  highStream_ = static_cast<uint32_t>(std::max<size_t>(index.streams().size(), 1) - 1);
}

std::vector<RowKey> RowLocator::probes() const {
  std::vector<RowKey> keys;
  if (!known_) keys.push_back(key());
  bool byTime = low_ < high_;
  uint64_t span = byTime ? static_cast<uint64_t>(high_) - static_cast<uint64_t>(low_) : highStream_ - lowStream_;
  uint64_t count = std::min(kProbes, span);
  for (uint64_t i = 1; i <= count; ++i) {
    uint64_t step = span / count * i + span % count * i / count;
    if (byTime) {
      keys.push_back({low_ + static_cast<Time>(step), 0, 0});
    } else {
      keys.push_back({low_, lowStream_ + static_cast<uint32_t>(step), 0});
    }
  }
  return keys;
}

void RowLocator::narrow(const std::vector<uint64_t>& ranks) {
  std::vector<RowKey> keys = probes();
  bool byTime = low_ < high_;
  for (size_t i = 0; i < keys.size() && i < ranks.size(); ++i) {
    if (ranks[i] > number_) {
      // The workers have indexed more than the index had when this began: there is no better answer for now.
      if (!known_) rank_ = number_;
      known_ = true;
      if (byTime) {
        high_ = std::max(low_, keys[i].time - 1);
      } else {
        highStream_ = std::max(lowStream_, keys[i].stream - std::min(keys[i].stream, 1u));
      }
      return;
    }
    low_ = keys[i].time;
    lowStream_ = keys[i].stream;
    rank_ = ranks[i];
    known_ = true;
  }
}

}  // namespace tp
