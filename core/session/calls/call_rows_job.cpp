#include "core/session/calls/call_rows_job.h"

#include <algorithm>
#include <chrono>

namespace tp {
namespace {

constexpr size_t kRowsPerStep = size_t{1} << 16;

}  // namespace

bool CallRowsJob::step(const JobSite& site, WireWriter& answer) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kStep = std::chrono::milliseconds(12);
  if (worker_ != 0) {
    progress_ = 1;
    write(0, answer);
    return false;
  }
  if (!rows_) rows_.emplace(std::move(pick_), reader_, site.files);
  const Clock::time_point until = Clock::now() + kStep;
  while (!found_ && Clock::now() < until) {
    if (rows_->step()) continue;
    found_ = true;
    left_ = rows_->rows();
    keepFirst();
  }
  progress_ = rows_->progress();
  if (!found_) {
    write(0, answer);
    return true;
  }
  write(left_.empty() ? 0 : 1, answer);
  return !left_.empty();
}

// If there are too many rows, keeps the earliest.
void CallRowsJob::keepFirst() {
  std::vector<Time> times;
  for (const auto& [stream, rows] : left_)
    for (const CallRows::Row& row : rows) times.push_back(row.time);
  count_ = times.size();
  cut_ = count_ > most_;
  if (!cut_) return;
  auto last = times.begin() + static_cast<ptrdiff_t>(most_);
  std::nth_element(times.begin(), last, times.end());
  cutAt_ = *last;
  for (auto& [stream, rows] : left_) std::erase_if(rows, [&](const CallRows::Row& row) { return row.time >= cutAt_; });
}

// Writes a part of the answer as SearchQuestion reads it, with some rows of the first stream if `streams` is 1.
void CallRowsJob::write(uint32_t streams, WireWriter& answer) {
  answer.put(count_);
  answer.put(static_cast<uint8_t>(cut_));
  answer.put(cutAt_);
  answer.putArray(std::vector<uint8_t>());
  answer.put(streams);
  if (streams == 0) return;
  auto first = left_.begin();
  std::vector<CallRows::Row>& rows = first->second;
  const size_t count = std::min(rows.size(), kRowsPerStep);
  std::vector<Time> times;
  std::vector<uint32_t> positions;
  std::vector<Time> durations;
  for (size_t i = 0; i < count; ++i) {
    times.push_back(rows[i].time);
    positions.push_back(static_cast<uint32_t>(rows[i].position));
    durations.push_back(rows[i].duration);
  }
  answer.put(static_cast<uint32_t>(first->first));
  answer.putArray(times);
  answer.putArray(positions);
  answer.putArray(durations);
  rows.erase(rows.begin(), rows.begin() + static_cast<ptrdiff_t>(count));
  if (rows.empty()) left_.erase(first);
}

}  // namespace tp
