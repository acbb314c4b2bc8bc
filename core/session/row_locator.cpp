#include "core/session/row_locator.h"

#include <algorithm>

namespace tp {
namespace {

constexpr uint64_t kProbes = 32;

// The first time by which more than `number` rows of whole chunks have been counted.
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
}

std::vector<Time> RowLocator::probes() const {
  std::vector<Time> times;
  uint64_t span = static_cast<uint64_t>(high_) - static_cast<uint64_t>(low_);
  uint64_t count = std::min(kProbes, span);
  if (!known_) times.push_back(low_);
  for (uint64_t i = 1; i <= count; ++i)
    times.push_back(low_ + static_cast<Time>(span / count * i + span % count * i / count));
  return times;
}

void RowLocator::narrow(const std::vector<uint64_t>& ranks) {
  std::vector<Time> times = probes();
  for (size_t i = 0; i < times.size() && i < ranks.size(); ++i) {
    if (ranks[i] > number_) {
      high_ = std::max(low_, times[i] - 1);
      break;
    }
    low_ = times[i];
    rank_ = ranks[i];
    known_ = true;
  }
}

}  // namespace tp
