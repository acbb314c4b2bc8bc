#include "core/tables/event_cursor.h"

#include <utility>

namespace tp {
EventCursor::EventCursor(TableTrace& trace, Limits limits, bool durations, bool words)
    : trace_(trace),
      limits_(std::move(limits)),
      quiet_(!trace.firstEvents()),
      durations_(durations),
      merge_(trace.events(), trace.files()) {
  row_.sparing = !words;
}

bool EventCursor::next() {
  constexpr int64_t kLook = 1024;
  std::optional<WarningLog::Quiet> quiet;
  if (quiet_) quiet.emplace(trace_.events().warnings());
  while (merge_.next()) {
    ++number_;
    described_ = false;
    if (number_ % kLook == 0 && trace_.cancelled()) return false;
    if (durations_) lasted_ = lastedOf_.add(merge_);
    if (merge_.record().time < limits_.from || merge_.record().time > limits_.to) continue;
    if (limits_.name && name() != *limits_.name) continue;
    return true;
  }
  return false;
}

std::string_view EventCursor::name() {
  const NameId known = merge_.rowName();
  return known != kNoName ? trace_.events().names().view(known) : row().name;
}

const EventRow& EventCursor::row() {
  if (!described_) merge_.describe(row_);
  described_ = true;
  return row_;
}

}  // namespace tp
