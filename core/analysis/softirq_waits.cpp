#include "core/analysis/softirq_waits.h"

#include "core/analysis/event_fields.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

// trace-cmd's records are called so, LTTng's with "kernel." or "kernel_" before.
constexpr std::string_view kRaise = "softirq_raise", kEntry = "softirq_entry";

// The name that the record's text has for the softirq; else its number.
std::string nameOf(const EventRow& row) {
  std::string room;
  for (const std::string_view field : {"action", "vec", "softirq_id"}) {
    RowValue value;
    if (!readOwn(row, field, true, room, value)) continue;
    std::string name;
    appendValue(name, value);
    if (name.ends_with(']')) name.pop_back();  // the text is "vec=1 [action=TIMER]"
    return name;
  }
  return {};
}

}  // namespace

void SoftirqWait::add(Time time, Time wait, int32_t on, uint32_t of) {
  durations.add(wait);
  ++count;
  sum = plus(sum, wait);
  SoftirqWait one;
  one.longest = wait;
  one.raised = time;
  one.cpu = on;
  one.trace = of;
  if (one.isLonger(*this)) std::tie(longest, raised, cpu, trace) = std::tuple(wait, time, on, of);
}

void SoftirqWait::merge(const SoftirqWait& other) {
  durations.merge(other.durations);
  count += other.count;
  sum = plus(sum, other.sum);
  unknown += other.unknown;
  if (other.count > 0 && other.isLonger(*this))
    std::tie(longest, raised, cpu, trace) = std::tie(other.longest, other.raised, other.cpu, other.trace);
}

bool SoftirqAggregator::isSoftirqEvent(std::string_view name) {
  return name.ends_with(kRaise) || name.ends_with(kEntry);
}

void SoftirqAggregator::startStream(uint32_t trace) {
  trace_ = trace;
  raised_.clear();
}

void SoftirqAggregator::add(Time time, const EventRow& row) {
  std::string name = nameOf(row);
  if (name.empty() || (row.present & EventRow::kCpu) == 0) return;
  const std::pair<int32_t, std::string> key{row.cpu, name};
  if (row.name.ends_with(kRaise)) {
    raises_ = true;
    raised_.try_emplace(key, time);
    return;
  }
  if (!waits_.contains(name) && waits_.size() >= kMaxNames) return;
  SoftirqWait& wait = waits_[std::move(name)];
  const auto pending = raised_.find(key);
  if (pending == raised_.end() || pending->second > time) {
    ++wait.unknown;
  } else {
    wait.add(pending->second, time - pending->second, row.cpu, trace_);
  }
  if (pending != raised_.end()) raised_.erase(pending);
}

}  // namespace tp
