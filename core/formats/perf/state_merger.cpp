#include "core/formats/perf/state_merger.h"

#include <algorithm>

#include "core/trace/not_recorded.h"

namespace tp::perf {

using kernel::ThreadModel;
using tracecmd::Meaning;

namespace {

// As many as the file says that the machine has.
uint32_t cpusOf(const Shared& shared) {
  return std::clamp<uint32_t>(shared.file.cpus, 1, kernel::kMaxCpus);
}

const tracecmd::Event* tracepointOf(const Shared& shared, size_t event) {
  return event < shared.file.events.size() ? shared.tracepoints.of(shared.file.events.at(event)) : nullptr;
}

bool hasSwitchTracepoint(const Shared& shared) {
  for (size_t i = 0; i < shared.file.events.size(); ++i) {
    const tracecmd::Event* event = tracepointOf(shared, i);
    if (event != nullptr && event->meaning == Meaning::SchedSwitch) return true;
  }
  return false;
}

bool hasSwitchRecords(const Shared& shared) {
  for (size_t i = 0; i < shared.file.events.size(); ++i)
    if (shared.file.events.at(i).switches) return true;
  return false;
}

}  // namespace

bool tellsStates(const Shared& shared) {
  if (shared.timeless) return false;
  for (size_t i = 0; i < shared.file.events.size(); ++i) {
    const tracecmd::Event* event = tracepointOf(shared, i);
    if (event != nullptr && event->meaning != Meaning::None) return true;
  }
  return hasSwitchRecords(shared);
}

StateMerger::StateMerger(Shared& shared)
    : shared_(shared),
      events_(shared.tracepoints.events()),
      wide_(shared.file.wholeMachine && (hasSwitchTracepoint(shared) || hasSwitchRecords(shared))),
      bySwitches_(hasSwitchTracepoint(shared)),
      states_(events_),
      model_(shared.threads, shared.reader.names()),
      recorded_(cpusOf(shared)),
      requests_(shared.reader.tracks(), "", kNoTrack, kernel::BlockRequests::From::LastIssue),
      openRows_(cpusOf(shared)),
      turns_(cpusOf(shared)),
      notRecorded_(shared.reader.names().intern(kNotRecordedSlice)) {
  for (size_t i = 0; i < shared.file.events.size(); ++i) {
    const tracecmd::Event* event = tracepointOf(shared, i);
    const Meaning meaning = event != nullptr ? event->meaning : Meaning::None;
    if (meaning == Meaning::Waking || meaning == Meaning::NewWakeup) model_.expectWakings();
  }
  for (uint32_t cpu = 0; wide_ && cpu < cpusOf(shared); ++cpu) {
    cpuTracks_.push_back(shared.cpuTrack(cpu));
    model_.expectCpu(cpu);
  }
}

StateMerger::Thread& StateMerger::threadOf(const SeenRecord& seen) {
  const auto cpu = static_cast<uint32_t>(std::max<int64_t>(0, seen.cpu));
  return model_.thread(seen.tid > 0 ? seen.tid : kernel::ThreadTracks::idleThread(cpu));
}

void StateMerger::add(size_t, const Record& record, StreamDecoder& decoder, RecordBatch& out) {
  if (model_.hasUnsettled()) model_.settleSome(out);
  if (record.kind != RecordKind::Instant) return;
  auto& own = static_cast<Decoder&>(decoder);
  const SeenRecord seen = own.seen(record);
  if (!seen.timed) return;
  const bool knowsCpu = seen.cpu >= 0 && seen.cpu < static_cast<int64_t>(openRows_.size());
  const uint32_t cpu = knowsCpu ? static_cast<uint32_t>(seen.cpu) : Thread::kNoCpu;
  if (knowsCpu) begins(cpu, record.time, out);
  if (seen.type == kSwitch || seen.type == kSwitchCpuWide) {
    if (!bySwitches_) perfSwitch(seen, record.time, out);
    return;
  }
  if (seen.type == kExit || seen.type == kFork) followTask(seen, record.time, out);
  // Of a thread that has left the lists of the kernel already, its last records do not tell the id.
  if (seen.tid < 0) {
    if (seen.tracepoint != nullptr && seen.tracepoint->meaning == Meaning::SchedSwitch)
      schedule({*seen.tracepoint, seen.raw, record.time, cpu, shared_.tracepoints.endian(), record, own}, out);
    return;
  }
  Thread& thread = threadOf(seen);
  const Meaning meaning = seen.tracepoint != nullptr ? seen.tracepoint->meaning : Meaning::None;
  if (wide_ && knowsCpu && tracecmd::followsSwitch(meaning)) {
    model_.seenAmidSwitch(cpu, thread, record.time);
  } else if (wide_ && knowsCpu) {
    seenOn(cpu, seen.tid, record.time, out);
    model_.seenRunning(cpu, thread, record.time, out);
  } else if (bySwitches_ && !exited_.contains(seen.tid)) {
    runs(thread, cpu, record.time, out);
  }
  if (meaning != Meaning::None)
    follow({*seen.tracepoint, seen.raw, record.time, cpu, shared_.tracepoints.endian(), record, own}, thread, out);
}

void StateMerger::follow(const Raw& raw, Thread& thread, RecordBatch& out) {
  switch (raw.event.meaning) {
    case Meaning::SchedSwitch:
      return schedule(raw, out);
    case Meaning::Waking:
    case Meaning::NewWakeup:
    case Meaning::Wakeup:
      return wake(raw, thread, out);
    case Meaning::Migration:
      if (const int64_t tid = raw.number(raw.event.pid); wide_ && tid > 0)
        model_.moved(model_.thread(tid), raw.cpuOf(raw.event.cpu), raw.time, out);
      return;
    case Meaning::Fork:
      if (const int64_t tid = raw.number(raw.event.pid); tid > 0) {
        model_.born(model_.thread(tid), raw.time, out);
        shared_.threads.addLife(tid, Lifetime::madeAt(raw.time, Lifetime::Source::Other, thread.tid));
      }
      return;
    case Meaning::SyscallEntry:
      // Without events of exits, it is not known how long the call took.
      if (raw.event.ends) syscall(raw, thread, out);
      return;
    case Meaning::SyscallExit:
      return syscall(raw, thread, out);
    case Meaning::ProbeEntry:
      // Without events of returns, it is not known how long the call took.
      if (events_.has(Meaning::ProbeReturn)) beginProbe(raw, thread, out);
      return;
    case Meaning::ProbeReturn: {
      const auto function = static_cast<uint64_t>(raw.number(raw.event.function));
      const size_t at = ThreadModel::findFrame(thread, kernel::FrameKind::Probe, function);
      if (at < thread.frames.size()) end(thread, at, raw, out);
      return;
    }
    case Meaning::IrqEntry:
    case Meaning::IrqExit:
    case Meaning::SoftirqEntry:
    case Meaning::SoftirqExit:
    case Meaning::VectorEntry:
    case Meaning::VectorExit:
    case Meaning::IpiEntry:
    case Meaning::IpiExit:
      return interrupt(raw, out);
    case Meaning::BlockIssue:
      return requests_.issue(
          {static_cast<uint64_t>(raw.number(raw.event.device)), static_cast<uint64_t>(raw.number(raw.event.sector))},
          raw.time, raw.cpu);
    case Meaning::BlockComplete:
      return completeRequest(raw, out);
    default:
      return;
  }
}

void StateMerger::begins(uint32_t cpu, Time time, RecordBatch& out) {
  const bool first = recorded_.first(cpu) == kNotWoken;
  if (wide_ && recorded_.goesOn(cpu)) drawNotRecorded(cpu, recorded_.latest(cpu), time, out);
  recorded_.saw(cpu, time);
  if (!wide_) return;
  if (first) {
    model_.starts(recorded_.begin());
    drawNotRecorded(cpu, recorded_.begin(), time, out);
  }
  model_.begins(cpu, time);
}

void StateMerger::losing(size_t, const Record& lost, StreamDecoder& decoder, RecordBatch& out) {
  if (model_.hasUnsettled()) model_.settleSome(out);
  const SeenRecord seen = static_cast<Decoder&>(decoder).seen(lost);
  // Where the record does not tell its CPU, they may have been lost on any.
  for (uint32_t cpu = 0; cpu < openRows_.size() && out.hasRoom(8); ++cpu) {
    if (seen.cpu >= 0 && seen.cpu != static_cast<int64_t>(cpu)) continue;
    recorded_.lost(cpu, lost.time);
    if (wide_) noMore(cpu, recorded_.latest(cpu), out);
  }
}

// A thread has a record on a CPU, so it runs there. If it is another one than before, a switch is missing between the
// two records.
void StateMerger::seenOn(uint32_t cpu, int64_t tid, Time time, RecordBatch& out) {
  Turn& turn = turns_[cpu];
  if (!turn.known || turn.tid != tid || turn.left) {
    leaveOthers(cpu, tid, out);
    if (turn.known && openRows_[cpu].has(kernel::kRunningRow))
      onCpu(RecordKind::Cut, kernel::kRunningRow, kNoName, cpu, turn.seen, out);
    if (turn.known) drawNotRecorded(cpu, turn.seen, time, out);
    turn = {true, tid, time, time};
  }
  turn.seen = time;
}

// A thread runs on one CPU at a time: where it had its turn before, a switch is missing.
void StateMerger::leaveOthers(uint32_t cpu, int64_t tid, RecordBatch& out) {
  if (tid <= 0) return;
  for (uint32_t other = 0; other < turns_.size(); ++other) {
    Turn& turn = turns_[other];
    if (other == cpu || !turn.known || turn.left || turn.tid != tid) continue;
    if (openRows_[other].has(kernel::kRunningRow))
      onCpu(RecordKind::Cut, kernel::kRunningRow, kNoName, other, turn.seen, out);
    turn.left = true;
    return;
  }
}

// After the record that tells the end of a thread, it only leaves its CPU. Of whole CPUs, that is recorded as well.
void StateMerger::followTask(const SeenRecord& seen, Time time, RecordBatch& out) {
  if (seen.otherTid <= 0) return;
  if (seen.type == kFork) {
    exited_.erase(seen.otherTid);
    return;
  }
  constexpr size_t kMost = size_t{1} << 18;
  if (exited_.size() < kMost) exited_.insert(seen.otherTid);
  if (!wide_) model_.die(model_.thread(seen.otherTid), time, out);
}

void StateMerger::onCpu(RecordKind kind, uint16_t depth, NameId name, uint32_t cpu, Time time, RecordBatch& out) {
  if (cpu >= cpuTracks_.size()) return;
  openRows_[cpu].add(kind, depth);
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.kind = kind;
  record.track = cpuTracks_[cpu];
  record.name = name;
  record.depth = depth;
}

void StateMerger::drawNotRecorded(uint32_t cpu, Time begin, Time end, RecordBatch& out) {
  if (begin >= end || cpu >= cpuTracks_.size()) return;
  onCpu(RecordKind::Slice, kernel::kRunningRow, notRecorded_, cpu, end, out);
  out.last().setBegun(begin);
  out.last().setGap();
}

// Ends what is open on a CPU at `last`, the time of its last record.
void StateMerger::noMore(uint32_t cpu, Time last, RecordBatch& out) {
  interrupts_.clear(cpu);
  turns_[cpu].known = false;
  if (openRows_[cpu].any() && last != kNotWoken)
    onCpu(RecordKind::Cut, openRows_[cpu].lowest(), kNoName, cpu, last, out);
  model_.lost(cpu, last, out);
}

void StateMerger::finish(RecordBatch& out) {
  constexpr uint32_t kMaxAtOnce = 16;
  const Time end = recorded_.end();
  if (end == kNotWoken) return;
  model_.ends(end);
  while (model_.hasUnsettled() && out.hasRoom(kMaxAtOnce)) model_.settleSome(out);
  if (model_.hasUnsettled() || !model_.cutBroken(recorded_, end, out)) return;
  if (wide_ && (!model_.unknownAtEnd(end, end, out) || !model_.tellSilent(end, out))) return;
  for (; finished_ < cpuTracks_.size() && out.hasRoom(kMaxAtOnce); ++finished_) {
    const Time last = recorded_.latest(finished_);
    if (last == kNotWoken) {
      drawNotRecorded(finished_, recorded_.begin(), end, out);
      continue;
    }
    // What is open lasts until the CPU's last record.
    const Time known = recorded_.knownUntil(finished_, last);
    if (const Turn& turn = turns_[finished_]; turn.known && turn.left)
      drawNotRecorded(finished_, turn.seen, known, out);
    if (openRows_[finished_].any())
      onCpu(RecordKind::Cut, openRows_[finished_].lowest(), kNoName, finished_, known, out);
    drawNotRecorded(finished_, known, end, out);
  }
}

template <class Self, class Wire>
void StateMerger::layout(Self& self, Wire& wire) {
  wire(self.model_, self.recorded_, self.interrupts_, sameSize(self.openRows_), sameSize(self.turns_), self.exited_,
       self.finished_, self.requests_);
}

void StateMerger::save(WireWriter& out) const {
  layout(*this, out);
}

bool StateMerger::restore(WireReader& in) {
  layout(*this, in);
  return !in.failed();
}

void StateMerger::describe(const Record& record, EventRow& row) {
  auto cpuTrackOf = [&](uint32_t place) { return place < cpuTracks_.size() ? cpuTracks_[place] : kNoTrack; };
  model_.describe(record, shared_.reader.tracks(), shared_.reader.names(), cpuTrackOf, row);
}

}  // namespace tp::perf
