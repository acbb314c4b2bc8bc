#include "core/analysis/softirq_waits.h"

#include <optional>

#include "core/analysis/numeric_field.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

// trace-cmd's records are called so, LTTng's with "kernel." or "kernel_" before.
constexpr std::string_view kRaise = "softirq_raise", kEntry = "softirq_entry";

// The number of the softirq; nothing if the record does not tell it.
std::optional<int64_t> numberOf(const EventRow& row) {
  int64_t number = 0;
  for (const std::string_view field : {"vec", "softirq_id"})
    if (numericField(row, field, number)) return number;
  return std::nullopt;
}

// The name in "vec=1 [action=TIMER]" or "softirq_id = 1 [run_timer_softirq+0x0/0x240]"; empty if there is none.
std::string_view nameOf(const EventRow& row) {
  const std::string_view text = row.words();
  const size_t open = text.find('[');
  if (open == std::string_view::npos) return {};
  std::string_view name = text.substr(open + 1);
  name = name.substr(0, name.find_first_of("+]"));
  if (const size_t value = name.find('='); value != std::string_view::npos) name.remove_prefix(value + 1);
  return name.starts_with("softirq ") ? std::string_view() : name;
}

}  // namespace

void SoftirqWait::add(Time time, Time wait, int32_t on, uint32_t of, bool isEarly) {
  durations.add(wait);
  ++count;
  sum = plus(sum, wait);
  if (isEarly) {
    ++early;
    earlySum = plus(earlySum, wait);
  }
  SoftirqWait one;
  one.longest = wait;
  one.raised = time;
  one.cpu = on;
  one.trace = of;
  if (one.isLonger(*this)) std::tie(longest, raised, cpu, trace) = std::tuple(wait, time, on, of);
}

void SoftirqWait::merge(const SoftirqWait& other) {
  if (name.empty()) name = other.name;
  durations.merge(other.durations);
  count += other.count;
  sum = plus(sum, other.sum);
  early += other.early;
  earlySum = plus(earlySum, other.earlySum);
  unknown += other.unknown;
  if (other.count > 0 && other.isLonger(*this))
    std::tie(longest, raised, cpu, trace) = std::tie(other.longest, other.raised, other.cpu, other.trace);
}

bool SoftirqAggregator::isSoftirqEvent(std::string_view name) {
  return isRaise(name) || name.ends_with(kEntry);
}

bool SoftirqAggregator::isRaise(std::string_view name) {
  return name.ends_with(kRaise);
}

void SoftirqAggregator::startStream(uint32_t trace) {
  trace_ = trace;
  raised_.clear();
}

void SoftirqAggregator::add(Time time, const EventRow& row) {
  const std::optional<int64_t> number = numberOf(row);
  if (!number || (row.present & EventRow::kCpu) == 0) return;
  const std::pair<int32_t, int64_t> key{row.cpu, *number};
  if (isRaise(row.name)) {
    raises_ = true;
    raised_.try_emplace(key, time);
    return;
  }
  std::optional<Time> raised;
  if (const auto pending = raised_.find(key); pending != raised_.end()) {
    if (pending->second <= time) raised = pending->second;
    raised_.erase(pending);
  }
  if (!within(time) || (raised && !within(*raised))) return;
  if (!waits_.contains(*number) && waits_.size() >= kMaxSoftirqs) return;
  SoftirqWait& wait = waits_[*number];
  if (wait.name.empty()) wait.name = nameOf(row);
  if (raised)
    wait.add(*raised, time - *raised, row.cpu, trace_, scope_.early(*raised));
  else
    ++wait.unknown;
}

}  // namespace tp
