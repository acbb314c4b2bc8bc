#include "core/tables/event_cursor.h"

#include <algorithm>
#include <utility>

namespace tp {

EventCursor::EventCursor(TableTrace& trace, Limits limits, bool durations, bool words)
    : trace_(trace),
      limits_(std::move(limits)),
      ranged_(!durations && !limits_.part &&
              (limits_.first > 0 || limits_.last < INT64_MAX || limits_.from > INT64_MIN || limits_.to < INT64_MAX)) {
  row_.sparing = !words;
  EventRuns& runs = trace.eventRuns();
  if (limits_.part) run_ = runs.takePart(limits_.first, durations);
  const bool begins = limits_.part ? run_->row() < 0 : !ranged_ || runs.places().before(0) == nullptr;
  const bool tells = begins && trace.firstEvents();
  std::optional<WarningLog::Quiet> quiet;
  if (!tells) quiet.emplace(trace.events().warnings());
  if (ranged_) {
    limits_.first = std::max(limits_.first, runs.places().firstFrom(limits_.from));
    limits_.last = std::min(limits_.last, runs.places().lastUntil(limits_.to));
    run_ = runs.take(limits_.first);
    stands_ = run_->stands() && run_->row() == limits_.first;
  } else if (!run_) {
    run_ = std::make_unique<EventRun>(trace.events(), trace.files(), durations);
  }
  if (tells) run_->quiet = false;
}

EventCursor::~EventCursor() {
  if (ranged_) trace_.eventRuns().give(std::move(run_));
  if (limits_.part) trace_.eventRuns().givePart(std::move(run_));
}

bool EventCursor::step() {
  if (limits_.first > limits_.last) return false;
  if (std::exchange(stands_, false)) return true;
  return run_->row() < limits_.last && run_->next();
}

bool EventCursor::next() {
  constexpr int64_t kLook = 1024;
  std::optional<WarningLog::Quiet> quiet;
  if (run_->quiet) quiet.emplace(trace_.events().warnings());
  while (step()) {
    described_ = false;
    if (number() % kLook == 0 && trace_.cancelled()) return false;
    const EventMerge& merge = run_->merge();
    if (number() < limits_.first) continue;
    if (merge.record().time < limits_.from || merge.record().time > limits_.to) continue;
    if (limits_.name && name() != *limits_.name) continue;
    return true;
  }
  return false;
}

std::string_view EventCursor::name() {
  const NameId known = run_->merge().rowName();
  return known != kNoName ? trace_.events().names().view(known) : row().name;
}

const EventRow& EventCursor::row() {
  if (!described_) run_->merge().describe(row_);
  described_ = true;
  return row_;
}

}  // namespace tp
