// Which thread got a CPU and which left it, and who woke whom.
#include <algorithm>

#include "core/formats/perf/state_merger.h"
#include "core/kernel/tracer_frames.h"

namespace tp::perf {

using kernel::ThreadModel;
using kernel::ThreadState;
using tracecmd::Meaning;

void StateMerger::schedule(const Raw& raw, RecordBatch& out) {
  const tracecmd::Event& event = raw.event;
  const int64_t from = raw.number(event.prevPid), to = raw.number(event.nextPid);
  const ThreadState left = states_.field() != nullptr ? states_.of(raw.number(states_.field())) : ThreadState::Sleeping;
  if (from > 0 && event.prevComm != nullptr)
    model_.setComm(model_.thread(from), kernel::fieldBytes(*event.prevComm, raw.data, raw.endian), raw.time);
  if (to > 0) model_.setComm(model_.thread(to), kernel::fieldBytes(*event.nextComm, raw.data, raw.endian), raw.time);
  if (!wide_) {
    // It is recorded wherever it will run.
    if (from > 0) model_.setState(model_.thread(from), leftAs(from, left), raw.time, out);
    if (from > 0) tellStack(raw, from, false);
    // Of the thread that gets the CPU, nothing more is recorded, unless it is one of those that are.
    if (raw.decoder.isRecorded(to) && !exited_.contains(to)) model_.getsCpu(model_.thread(to), raw.time, out);
    return;
  }
  if (raw.cpu == Thread::kNoCpu) return;
  if (from > 0) tellStack(raw, from, false);
  switched(raw.cpu, from, left, to, raw.time, out);
  if (to <= 0 || event.nextPriority == nullptr || out.count == 0) return;
  Record& last = out.last();
  const bool running = last.track == model_.thread(to).tracks.state && StateRecord(last).runs();
  if (running && last.time == raw.time) StateWriter(last).setPriority(raw.number(event.nextPriority));
}

// Ids of 0 are the idle thread.
void StateMerger::switched(uint32_t cpu, int64_t from, ThreadState left, int64_t to, Time time, RecordBatch& out) {
  NameTable& names = shared_.reader.names();
  recorded_.sawSwitch(cpu, cpu);
  interrupts_.clear(cpu);
  left = leftAs(from, left);
  leaveOthers(cpu, from, out);
  leaveOthers(cpu, to, out);
  Turn& turn = turns_[cpu];
  if (turn.known && turn.left) {
    drawNotRecorded(cpu, turn.seen, time, out);
  } else if (openRows_[cpu].has(kernel::kRunningRow)) {
    onCpu(RecordKind::End, kernel::kRunningRow, kNoName, cpu, time, out);
  } else if (from > 0 && turn.known && turn.tid == from && turn.since < time) {
    // The switch to it was not recorded: it has run since its first record at least.
    onCpu(RecordKind::Slice, kernel::kRunningRow, names.intern(shared_.threads.nameOf(from)), cpu, time, out);
    out.last().setBegun(turn.since);
    out.last().setLacksBegin();
  }
  turn = {true, std::max<int64_t>(0, to), time, time};
  if (to > 0) onCpu(RecordKind::Begin, kernel::kRunningRow, names.intern(shared_.threads.nameOf(to)), cpu, time, out);
  model_.switchTo(cpu, from > 0 ? from : -1, left, to > 0 ? to : -1, time, out);
}

// A thread that is recorded has a record of its own, so it runs. When it got its CPU was not recorded.
void StateMerger::runs(Thread& thread, uint32_t cpu, Time time, RecordBatch& out) {
  if (thread.tid <= 0 || thread.state == ThreadState::Running) return;
  const uint32_t before = out.count;
  model_.setState(thread, ThreadState::Running, time, out, cpu);
  if (out.count > before) out.last().setBeforeUnknown();
}

// What perf records of switches (--switch-events): each thread that goes, and each that comes. They do not tell why a
// thread waits, but for one that was preempted.
void StateMerger::perfSwitch(const SeenRecord& seen, Time time, RecordBatch& out) {
  constexpr uint16_t kOut = 1 << 13, kPreempted = 1 << 14;
  const bool leaves = (seen.misc & kOut) != 0;
  const ThreadState left = (seen.misc & kPreempted) != 0 ? ThreadState::Runnable : ThreadState::Sleeping;
  if (!wide_) {
    if (seen.tid <= 0) return;
    Thread& thread = model_.thread(seen.tid);
    if (!leaves) return model_.getsCpu(thread, time, out);
    return model_.setState(thread, leftAs(seen.tid, left), time, out);
  }
  if (seen.cpu < 0 || seen.cpu >= static_cast<int64_t>(openRows_.size())) return;
  const auto cpu = static_cast<uint32_t>(seen.cpu);
  // Of both records of a switch, the one of the thread that goes comes first. Where it was lost, the other one tells
  // which thread that was, but not how it went.
  if (leaves) seenOn(cpu, std::max(0, seen.tid), time, out);
  if (leaves) return switched(cpu, seen.tid, left, seen.otherTid, time, out);
  const int64_t running = model_.running(cpu);
  if (running == (seen.tid > 0 ? seen.tid : -1)) return;
  switched(cpu, seen.otherTid, ThreadState::Unknown, seen.tid, time, out);
}

void StateMerger::wake(const Raw& raw, const Thread& waker, RecordBatch& out) {
  const tracecmd::Event& event = raw.event;
  const int64_t tid = raw.number(event.pid);
  if (tid <= 0) return;
  Thread& woken = model_.thread(tid);
  if (event.comm != nullptr) model_.setComm(woken, kernel::fieldBytes(*event.comm, raw.data, raw.endian), raw.time);
  if (!bySwitches_) return;
  tellStack(raw, tid, true);
  // Of some threads, all is recorded, wherever they run; of the others, nothing more.
  const bool followed = !wide_ && raw.decoder.isRecorded(tid);
  const WakeSource source = interrupts_.source(raw.cpu, contextOf(raw), raw.cpu);
  // sched_waking has the CPU so far; where the thread is going to run comes with sched_wakeup.
  if (wide_ && event.meaning == Meaning::Waking) model_.ranOn(woken, raw.cpuOf(event.cpu), raw.time, out);
  const bool queued = event.meaning == Meaning::Wakeup;
  // An interrupt on a CPU may complete a waking by another CPU. Only the record of the waking tells who woke the
  // thread.
  const bool told = queued && source.context == WakeContext::Irq && shared_.hasWakings;
  model_.wake(woken, told ? kernel::Waker{} : kernel::Waker{waker.tid, source}, raw.time, out,
              followed ? Thread::kNoCpu : raw.cpuOf(event.cpu),
              queued ? ThreadModel::Waking::Queued : ThreadModel::Waking::Begun);
  if (told || !sides_.request || !source.interrupt()) return;
  const CompletedRequests* done = interrupts_.completed(raw.cpu, source.context, raw.cpu);
  if (done != nullptr) sides_.request({shared_.reader.tracks()[woken.tracks.state].parent, raw.time, *done});
}

// Tells the callchain of a switch, or of a waking, which the kernel took there.
void StateMerger::tellStack(const Raw& raw, int64_t tid, bool waking) {
  if (!raw.decoder.hasCallchain(raw.record)) return;
  if (!waking) shared_.reader.noteSwitchStacks();
  SampledStack stack;
  if (!sides_.stack || !raw.decoder.sampleOf(raw.record, stack)) return;
  std::span<const NameId> frames = stack.frames;
  while (!frames.empty() && kernel::isTracerFrame(shared_.reader.names().view(frames.back())))
    frames = frames.first(frames.size() - 1);
  sides_.stack({shared_.reader.tracks()[model_.thread(tid).tracks.state].parent, raw.time, frames, waking});
}

}  // namespace tp::perf
