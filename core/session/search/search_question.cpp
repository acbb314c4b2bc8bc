#include "core/session/search/search_question.h"

#include <algorithm>
#include <numeric>

namespace tp {

SearchQuestion::SearchQuestion(JobKind kind, RowQuery query) : kind_(kind), query_(std::move(query)) {
  FilterError error;
  test_ = RowTest::compile(query_, ClockInfo{}, error);
}

uint64_t SearchQuestion::count() const {
  return std::accumulate(counts_.begin(), counts_.end(), uint64_t{0});
}

void SearchQuestion::write(const TraceIndex&, uint32_t worker, uint32_t workers, WireWriter& out) const {
  out(SearchRequest{query_, kMaxHits / std::max(1u, workers), worker});
}

bool SearchQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  if (worker >= counts_.size()) counts_.resize(worker + size_t{1});
  const auto answer = in.read<SearchAnswer>();
  if (in.failed()) return false;
  counts_[worker] = answer.count;
  if (answer.cut) cutAt_ = cut_ ? std::min(cutAt_, answer.cutAt) : answer.cutAt;
  cut_ = cut_ || answer.cut;
  met_.resize(std::max(met_.size(), answer.met.size()), 0);
  for (size_t i = 0; i < answer.met.size(); ++i) met_[i] |= answer.met[i];
  double length = std::max(1.0, static_cast<double>(index.end() - index.begin()));
  for (const FoundRows& rows : answer.found) {
    if (!hits_.add(rows.stream, rows.times, rows.positions, rows.durations)) return false;
    for (Time time : rows.times) {
      double share = static_cast<double>(time - index.begin()) / length;
      ++parts_[static_cast<size_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(kParts - 1))];
    }
  }
  return true;
}

void SearchQuestion::finish(const TraceIndex&) {
  if (cut_) hits_.cut(cutAt_);
  if (!test_ || test_->filter() == nullptr) return;
  unknown_ = test_->filter()->unknown(met_);
  unnamed_ = test_->filter()->unnamed(met_);
}

}  // namespace tp
