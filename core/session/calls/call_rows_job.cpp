#include "core/session/calls/call_rows_job.h"

#include <algorithm>
#include <chrono>

#include "core/session/search/search_messages.h"

namespace tp {
namespace {

constexpr size_t kRowsPerStep = size_t{1} << 16;

}  // namespace

bool CallRowsJob::step(const JobSite& site, WireWriter& answer) {
  using Clock = std::chrono::steady_clock;
  constexpr auto kStep = std::chrono::milliseconds(12);
  if (worker_ != 0) {
    progress_ = 1;
    write(false, answer);
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
    write(false, answer);
    return true;
  }
  write(!left_.empty(), answer);
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

// Writes a part of the answer, with some rows of the first stream if `rows`.
void CallRowsJob::write(bool rows, WireWriter& out) {
  SearchAnswer answer{count_, cut_, cutAt_, {}, {}};
  if (rows) {
    const auto first = left_.begin();
    std::vector<CallRows::Row>& left = first->second;
    const size_t count = std::min(left.size(), kRowsPerStep);
    FoundRows& found = answer.found.emplace_back();
    found.stream = static_cast<uint32_t>(first->first);
    for (size_t i = 0; i < count; ++i) {
      found.times.push_back(left[i].time);
      found.positions.push_back(static_cast<uint32_t>(left[i].position));
      found.durations.push_back(left[i].duration);
    }
    left.erase(left.begin(), left.begin() + static_cast<ptrdiff_t>(count));
    if (left.empty()) left_.erase(first);
  }
  out(answer);
}

}  // namespace tp
