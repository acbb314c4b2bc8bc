// Who woke a thread, and which requests of block devices had completed then.
#include "core/kernel/event_states.h"

namespace tp::kernel {

// try_to_wake_up() of 2.6 (kernel/sched.c): from 2.6.33 on, a thread that has left its run queue is in state
// TASK_WAKING when the event is made. If it is still on the run queue, the state is the one that it is kept from.
void EventStates::wakeup(Meaning meaning, const Raw& raw, const Thread* waker, RecordBatch& out) {
  constexpr int64_t kTaskWaking = 256;
  if (raw.number(0) <= 0) return;
  Thread& woken = model_.thread(raw.number(0));
  const bool runs = woken.state == ThreadState::Running;
  bool begun = meaning == Meaning::NewWakeup || !runs || raw.number(2) == kTaskWaking;
  model_.wake(woken, {waker != nullptr ? waker->tid : -1, sourceOf(raw.cpu)}, raw.time, out, raw.cpuOf(1),
              begun ? ThreadModel::Waking::Begun : ThreadModel::Waking::Queued);
  const CompletedRequests* done = interrupts_.completed(raw.cpu, sourceOf(raw.cpu).context, raw.cpu);
  if (done != nullptr && sides_.request) sides_.request({reader_.tracks()[woken.tracks.state].parent, raw.time, *done});
}

// Modern kernels: sched_waking has the CPU so far; where the thread is going to run comes with sched_wakeup, which an
// interrupt on another CPU may record.
void EventStates::wakeByRecord(Meaning meaning, const Raw& raw, const Thread* waker, RecordBatch& out) {
  if (raw.number(0) <= 0) return;
  Thread& woken = model_.thread(raw.number(0));
  named(woken.tid, raw.texts[3], raw.time);
  const bool queued = meaning == Meaning::Woken;
  if (!queued) model_.ranOn(woken, raw.cpuOf(1), raw.time, out);
  const WakeSource source = sourceOf(raw.cpu);
  const bool told = queued && hasWakings_;
  model_.wake(woken, told ? Waker{} : Waker{waker != nullptr ? waker->tid : -1, source}, raw.time, out, raw.cpuOf(1),
              queued ? ThreadModel::Waking::Queued : ThreadModel::Waking::Begun);
  const CompletedRequests* done = told ? nullptr : interrupts_.completed(raw.cpu, source.context, raw.cpu);
  if (done != nullptr && sides_.request) sides_.request({reader_.tracks()[woken.tracks.state].parent, raw.time, *done});
}

void EventStates::completeRequest(const Raw& raw, RecordBatch& out) {
  const bool write = (raw.numbers[1] & 1) != 0;
  BlockRequest request;
  if ((raw.told >> 1 & 1) != 0) request.operation = write ? BlockOperation::Write : BlockOperation::Read;
  request.sector = raw.numbers[0];
  const auto lost = [&](size_t input, Time begin) {
    return recorded_.lostSince(input, begin) || recorded_.lostSince(raw.input, begin);
  };
  request.issued =
      requests_.complete({raw.numbers[2], raw.numbers[0]}, write ? writeRequest_ : readRequest_, raw.time, lost, out);
  completes(raw, request);
}

void EventStates::completes(const Raw& raw, const BlockRequest& request) {
  interrupts_.completes(raw.cpu, sourceOf(raw.cpu).context, raw.cpu, request);
}

// Only the events of interrupts tell what was interrupted.
WakeSource EventStates::sourceOf(uint32_t cpu) const {
  const OpenInterrupts::Handler* open = interrupts_.innermost(cpu);
  return interrupts_.source(cpu, open != nullptr ? open->context : WakeContext::Thread, cpu);
}

}  // namespace tp::kernel
