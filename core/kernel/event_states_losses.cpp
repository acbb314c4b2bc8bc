// What was recorded of each CPU and what was not: its first and last event, and the times of losses.
#include <algorithm>

#include "core/kernel/event_states.h"

namespace tp::kernel {

// The channels of a CPU record together, so the first event of any of them is the CPU's first. After a loss, only
// events of the file with the switches tell who runs.
void EventStates::begins(const Raw& raw, RecordBatch& out) {
  if (raw.cpu >= latest_.size()) return;
  if (latest_[raw.cpu] != kNotWoken && model_.begun(raw.cpu) != kNotWoken) {
    latest_[raw.cpu] = std::max(latest_[raw.cpu], raw.time);
    return;
  }
  if (latest_[raw.cpu] == kNotWoken) {
    const Time begin = std::min({headersBegin_, recorded_.begin(), raw.time});
    model_.starts(begin);
    if (!recorded_.neverTold(raw.cpu)) drawNotRecorded(raw.cpu, begin, raw.time, out);
  }
  const bool first = !recorded_.toldWhoRuns(raw.cpu);
  latest_[raw.cpu] = std::max(latest_[raw.cpu], raw.time);
  if (recorded_.neverTold(raw.cpu)) return;
  if (!first && !recorded_.tellsWhoRuns(raw.input, raw.cpu)) return;
  if (model_.begun(raw.cpu) != kNotWoken) return;
  model_.begins(raw.cpu, raw.time);
  if (first && raw.cpu < firstRunner_.size() && firstRunner_[raw.cpu])
    model_.runsFirst(raw.cpu, *firstRunner_[raw.cpu], raw.time, out);
}

void EventStates::losing(size_t input, const Record& lost, StreamDecoder& decoder, RecordBatch& out) {
  (void)decoder;
  if (inputs_[input].tid > 0) return;
  if (model_.hasUnsettled()) model_.settleSome(out);
  recorded_.lost(input, lost.time);
  Raw raw;
  raw.cpu = inputs_[input].cpu;
  raw.input = input;
  if (recorded_.tellsWhoRuns(input, raw.cpu)) noMore(raw, recorded_.latest(input), out);
}

void EventStates::drawNotRecorded(uint32_t cpu, Time begin, Time end, RecordBatch& out) {
  if (begin >= end || cpu >= cpuTracks_.size()) return;
  Raw at;
  at.cpu = cpu;
  at.time = end;
  onCpu(RecordKind::Slice, kRunningRow, notRecorded_, at, out);
  out.last().setBegun(begin);
  out.last().setGap();
}

void EventStates::finish(RecordBatch& out) {
  constexpr uint32_t kMaxAtOnce = 8;
  const Time end = std::max(headersEnd_, recorded_.end());
  model_.ends(end);
  while (model_.hasUnsettled() && out.hasRoom(kMaxAtOnce)) model_.settleSome(out);
  if (model_.hasUnsettled()) return;
  if (!model_.cutBroken(recorded_, recorded_.end(), out)) return;
  if (!model_.unknownAtEnd(recorded_.end(), end, out) || !model_.tellSilent(end, out)) return;
  for (; finished_ < latest_.size() && out.hasRoom(1); ++finished_) {
    if (recorded_.neverTold(finished_)) {
      drawNotRecorded(finished_, std::min(headersBegin_, recorded_.begin()), end, out);
    } else if (latest_[finished_] != kNotWoken) {
      drawNotRecorded(finished_, recorded_.knownUntil(finished_, latest_[finished_]), end, out);
    }
  }
}

// When the last of the CPU's files has ended, nothing more is known about the CPU.
void EventStates::ends(const Raw& raw, RecordBatch& out) {
  if (raw.cpu >= cpuTracks_.size()) return;
  if (goingOn_[raw.cpu] == 0 || --goingOn_[raw.cpu] == 0) noMore(raw, raw.time, out);
  // What is open lasts until the last file's end.
  out.pushReach(cpuTracks_[raw.cpu], raw.time);
}

// Ends what is open on a CPU at `last`, the time of its last event.
void EventStates::noMore(const Raw& raw, Time last, RecordBatch& out) {
  interrupts_.clear(raw.cpu);
  Raw before = raw;
  before.time = last;
  const bool open = raw.cpu < openRows_.size() && openRows_[raw.cpu].any();
  if (open && last != kNotWoken) onCpu(RecordKind::Cut, openRows_[raw.cpu].lowest(), kNoName, before, out);
  model_.lost(raw.cpu, last, out);
}

}  // namespace tp::kernel
