#include "core/session/search/search_question.h"

#include <algorithm>
#include <numeric>

namespace tp {

SearchQuestion::SearchQuestion(JobKind kind, RowQuery query) : kind_(kind), query_(std::move(query)) {
  FilterError error;
  const std::optional<RowTest> test = RowTest::compile(query_, ClockInfo{}, error);
  asksWaited_ = test && test->asksWaited();
}

uint64_t SearchQuestion::count() const {
  return std::accumulate(counts_.begin(), counts_.end(), uint64_t{0});
}

void SearchQuestion::write(const TraceIndex&, uint32_t worker, uint32_t workers, WireWriter& out) const {
  writeQuery(query_, out);
  out.put(kMaxHits / std::max(1u, workers));
  out.put(worker);
}

bool SearchQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  if (worker >= counts_.size()) counts_.resize(worker + size_t{1});
  counts_[worker] = in.get<uint64_t>();
  bool cut = in.get<uint8_t>() != 0;
  Time cutAt = in.get<Time>();
  if (cut) cutAt_ = cut_ ? std::min(cutAt_, cutAt) : cutAt;
  cut_ = cut_ || cut;
  std::vector<uint8_t> met;
  in.getArray(met);
  met_.resize(std::max(met_.size(), met.size()), 0);
  for (size_t i = 0; i < met.size(); ++i) met_[i] |= met[i];
  double length = std::max(1.0, static_cast<double>(index.end() - index.begin()));
  std::vector<Time> times;
  std::vector<uint32_t> positions;
  std::vector<Time> durations;
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    uint32_t stream = in.get<uint32_t>();
    times.clear();
    positions.clear();
    durations.clear();
    in.getArray(times);
    in.getArray(positions);
    in.getArray(durations);
    if (in.failed() || !hits_.add(stream, times, positions, durations)) return false;
    for (Time time : times) {
      double share = static_cast<double>(time - index.begin()) / length;
      ++parts_[static_cast<size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(kParts - 1))];
    }
  }
  return !in.failed();
}

void SearchQuestion::finish(const TraceIndex& index) {
  if (cut_) hits_.cut(cutAt_);
  FilterError error;
  std::optional<RowTest> test = RowTest::compile(query_, index.info().clock, error);
  if (!test || test->filter() == nullptr) return;
  unknown_ = test->filter()->unknown(met_);
  unnamed_ = test->filter()->unnamed(met_);
}

}  // namespace tp
