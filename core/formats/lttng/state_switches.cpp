// Which thread got a CPU and which left it, and in which state.
#include "core/formats/lttng/state_merger.h"

namespace tp::lttng {
namespace {

using kernel::ThreadState;

// prev_state of sched_schedule: the bits of the kernel of those years (include/linux/sched.h of 2.6).
ThreadState stateLeft(int64_t bits) {
  if (bits == 0) return ThreadState::Runnable;
  if ((bits & 1) != 0) return ThreadState::Sleeping;
  if ((bits & 2) != 0) return ThreadState::Uninterruptible;
  if ((bits & 4) != 0) return ThreadState::Stopped;
  if ((bits & 8) != 0) return ThreadState::Traced;
  return (bits & (16 | 32 | 64)) != 0 ? ThreadState::Dead : ThreadState::Sleeping;
}

// `status` of the state dump, as the tracer's statedump module numbers it.
ThreadState stateDumped(int64_t status) {
  switch (status) {
    case 1:  // Has not run since its fork.
    case 2:
      return ThreadState::Runnable;
    case 3:
    case 4:
    case 7:
      return ThreadState::Dead;
    case 5:
      return ThreadState::Sleeping;
    case 6:
      return ThreadState::Running;
    default:
      return ThreadState::Unknown;
  }
}

}  // namespace

void StateMerger::schedule(const Raw& raw, RecordBatch& out) {
  int64_t from = raw.number(0), to = raw.number(1);
  recorded_.sawSwitch(raw.input, raw.cpu);
  interrupts_.clear(raw.cpu);
  int64_t believed = model_.running(raw.cpu);
  const NameId left = shared_.reader.names().intern(threads_.nameOf(from));
  if (raw.cpu < openRows_.size() && openRows_[raw.cpu].has(kernel::kRunningRow)) {
    onCpu(RecordKind::End, kernel::kRunningRow, kNoName, raw, out);
  } else if (from > 0 && (believed == 0 || believed == from) && model_.begun(raw.cpu) != kNotWoken) {
    // The thread has run since the CPU's first record, or the first one after a loss. When it got the CPU was not
    // recorded.
    onCpu(RecordKind::Slice, kernel::kRunningRow, left, raw, out);
    out.last().setBegun(model_.begun(raw.cpu));
    out.last().setLacksBegin();
  }
  if (to > 0)
    onCpu(RecordKind::Begin, kernel::kRunningRow, shared_.reader.names().intern(threads_.nameOf(to)), raw, out);
  model_.switchTo(raw.cpu, from > 0 ? from : -1, stateLeft(raw.number(2)), to > 0 ? to : -1, raw.time, out);
}

void StateMerger::processState(const Raw& raw, RecordBatch& out) {
  int64_t tid = raw.number(0);
  if (tid <= 0) return;
  Thread& thread = model_.thread(tid);
  model_.setName(thread, raw.texts[1], raw.time);
  threads_.setProcess(tid, raw.number(2), raw.time);
  // What the events have told about the thread is newer than the state dump.
  ThreadState state = stateDumped(raw.number(3));
  if (thread.state != ThreadState::Unknown || state == ThreadState::Running || state == ThreadState::Dead) return;
  model_.setState(thread, state, raw.time, out);
  if (state != ThreadState::Unknown) out.last().setBeforeUnknown();
  // A user's thread that waits is within a system call, but the state dump does not say which.
  constexpr int64_t kUserThread = 0;
  if (raw.number(4) == kUserThread && thread.frames.empty()) enterAmid(systemCall_, raw, thread, out);
}

}  // namespace tp::lttng
