// Who woke a thread, and which requests of block devices had completed then.
#include "core/formats/lttng/state_merger.h"

namespace tp::lttng {

using kernel::ThreadModel;
using kernel::ThreadState;

// try_to_wake_up() of 2.6 (kernel/sched.c): from 2.6.33 on, a thread that has left its run queue is in state
// TASK_WAKING when the event is made. If it is still on the run queue, the state is the one that it is kept from.
void StateMerger::wakeup(Meaning meaning, const Raw& raw, const Thread* waker, RecordBatch& out) {
  constexpr int64_t kTaskWaking = 256;
  if (raw.number(0) <= 0) return;
  Thread& woken = model_.thread(raw.number(0));
  const bool runs = woken.state == ThreadState::Running;
  bool begun = meaning == Meaning::NewWakeup || !runs || raw.number(2) == kTaskWaking;
  model_.wake(woken, {waker != nullptr ? waker->tid : -1, sourceOf(raw.cpu)}, raw.time, out, raw.cpuOf(1),
              begun ? ThreadModel::Waking::Begun : ThreadModel::Waking::Queued);
  const CompletedRequests* done = interrupts_.completed(raw.cpu, sourceOf(raw.cpu).context, raw.cpu);
  if (done != nullptr && sides_.request)
    sides_.request({shared_.reader.tracks()[woken.tracks.state].parent, raw.time, *done});
}

void StateMerger::completeRequest(const Raw& raw, RecordBatch& out) {
  const bool write = (raw.numbers[1] & 1) != 0;
  BlockRequest request;
  if ((raw.told >> 1 & 1) != 0) request.operation = write ? BlockOperation::Write : BlockOperation::Read;
  request.sector = raw.numbers[0];
  const auto lost = [&](size_t input, Time begin) {
    return recorded_.lostSince(input, begin) || recorded_.lostSince(raw.input, begin);
  };
  request.issued = requests_.complete({0, raw.numbers[0]}, write ? writeRequest_ : readRequest_, raw.time, lost, out);
  completes(raw, request);
}

void StateMerger::completes(const Raw& raw, const BlockRequest& request) {
  interrupts_.completes(raw.cpu, sourceOf(raw.cpu).context, raw.cpu, request);
}

// Only the events of interrupts tell what was interrupted.
WakeSource StateMerger::sourceOf(uint32_t cpu) const {
  const kernel::OpenInterrupts::Handler* open = interrupts_.innermost(cpu);
  return interrupts_.source(cpu, open != nullptr ? open->context : WakeContext::Thread, cpu);
}

}  // namespace tp::lttng
