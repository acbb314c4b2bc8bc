// Which thread got a CPU and which left it, and in which state.
#include <algorithm>

#include "core/kernel/event_states.h"

namespace tp::kernel {
namespace {

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

void EventStates::schedule(const Raw& raw, RecordBatch& out) {
  int64_t from = raw.number(0), to = raw.number(1);
  recorded_.sawSwitch(raw.input, raw.cpu);
  interrupts_.clear(raw.cpu);
  int64_t believed = model_.running(raw.cpu);
  named(from, raw.texts[3], raw.time);
  named(to, raw.texts[4], raw.time);
  if (believed != 0 && believed != (from > 0 ? from : -1)) {
    missesSwitch(from, raw, out);
  } else if (raw.cpu < openRows_.size() && openRows_[raw.cpu].has(kRunningRow)) {
    onCpu(RecordKind::End, kRunningRow, kNoName, raw, out);
  } else if (from > 0 && (believed == 0 || believed == from) && model_.begun(raw.cpu) != kNotWoken) {
    // The thread has run since the CPU's first record, or the first one after a loss. When it got the CPU was not
    // recorded.
    onCpu(RecordKind::Slice, kRunningRow, reader_.names().intern(threads_.nameOf(from)), raw, out);
    out.last().setBegun(model_.begun(raw.cpu));
    out.last().setLacksBegin();
  }
  if (to > 0) onCpu(RecordKind::Begin, kRunningRow, reader_.names().intern(threads_.nameOf(to)), raw, out);
  if (raw.cpu < switched_.size()) switched_[raw.cpu] = raw.time;
  model_.switchTo(raw.cpu, from > 0 ? from : -1, stateLeft(raw.number(2)), to > 0 ? to : -1, raw.time, out);
}

// A thread leaves the CPU that is not known to have got it: nobody knows who ran since the latest switch.
void EventStates::missesSwitch(int64_t from, const Raw& raw, RecordBatch& out) {
  if (raw.cpu >= switched_.size()) return;
  const Time since = std::max(switched_[raw.cpu], model_.begun(raw.cpu));
  if (raw.cpu < openRows_.size() && openRows_[raw.cpu].has(kRunningRow)) {
    Raw before = raw;
    if (since != kNotWoken) before.time = since;
    onCpu(RecordKind::Cut, kRunningRow, kNoName, before, out);
  }
  if (since != kNotWoken) drawNotRecorded(raw.cpu, since, raw.time, out);
  model_.seenRunning(raw.cpu, model_.thread(from > 0 ? from : ThreadTracks::idleThread(raw.cpu)), raw.time, out);
}

// A record says what a thread is called.
void EventStates::named(int64_t tid, std::string_view comm, Time time) {
  if (tid > 0 && !comm.empty())
    model_.setComm(model_.thread(tid), std::as_bytes(std::span(comm.data(), comm.size())), time);
}

void EventStates::fork(const Raw& raw, RecordBatch& out) {
  if (raw.number(1) <= 0) return;
  Thread& child = model_.thread(raw.number(1));
  model_.born(child, raw.time, out);
  threads_.addLife(child.tid, Lifetime::madeAt(raw.time, Lifetime::Source::Fork, raw.number(0)));
  model_.setName(child, raw.texts[3].empty() ? threads_.knownNameOf(raw.number(0)) : raw.texts[3], raw.time);
  threads_.setProcess(child.tid, (raw.told >> 2 & 1) != 0 ? raw.number(2) : -1, raw.time);
  // The child begins to exist within the call that made it.
  Thread& parent = model_.thread(raw.number(0));
  const size_t call = ThreadModel::findFrame(parent, FrameKind::Syscall);
  if (call < parent.frames.size()) enterAmid(parent.frames[call].name, raw, child, out);
}

void EventStates::processState(const Raw& raw, RecordBatch& out) {
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

}  // namespace tp::kernel
