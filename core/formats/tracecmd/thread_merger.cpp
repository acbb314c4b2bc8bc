#include "core/formats/tracecmd/thread_merger.h"

#include <algorithm>
#include <utility>

namespace tp::tracecmd {
namespace {

using kernel::FrameKind;
using kernel::ThreadModel;
using kernel::ThreadState;

// From include/uapi/linux/sched.h.
constexpr int64_t kCloneThread = 0x10000;

}  // namespace

ThreadMerger::ThreadMerger(Shared& shared, kernel::ThreadTracks& tracks, const std::vector<CpuStream>& streams,
                           const std::map<uint32_t, uint32_t>& switches)
    : shared_(shared),
      tracks_(tracks),
      streams_(streams),
      states_(shared.events),
      model_(tracks, shared.reader.names()),
      recorded_(streams.size()),
      scheduled_(shared.hasSwitches),
      probesReturn_(shared.events.has(Meaning::ProbeReturn)),
      counters_(streams.size(), kMaxNamesOfUsers),
      left_(streams.size()),
      woken_(streams.size()),
      recording_(streams.size()) {
  if (shared.hasWakings) model_.expectWakings();
  std::map<std::string_view, uint32_t> buffers;
  for (const CpuStream& stream : streams) {
    bufferOf_.push_back(buffers.try_emplace(stream.label, static_cast<uint32_t>(buffers.size())).first->second);
    silent_.resize(buffers.size());
    if (requests_.size() < buffers.size())
      requests_.emplace_back(shared.reader.tracks(), stream.label, kNoTrack, kernel::BlockRequests::From::LastIssue);
    functions_.resize(buffers.size());
    if (stream.idle) continue;
    ++silent_[bufferOf_.back()];
    model_.expectCpu(stream.cpu);
  }
  for (const auto& [cpu, input] : switches) recorded_.expectSwitches(cpu, input);
}

ThreadMerger::Thread& ThreadMerger::other(int64_t tid, uint32_t cpu) {
  Thread& thread = model_.thread(tid > 0 ? tid : kernel::ThreadTracks::idleThread(cpu));
  if (cpu >= kMaxCpus) return thread;
  if (cpu >= last_.size()) last_.resize(cpu + size_t{1}, {0, nullptr});
  last_[cpu] = {tid, &thread};
  return thread;
}

void ThreadMerger::add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) {
  uint32_t cpu = streams_[input].cpu;
  if (model_.hasUnsettled()) model_.settleSome(out);
  if (counters_.hasUnsettled()) counters_.settleSome(out);
  if (record.kind != RecordKind::Instant) {
    if (record.kind != RecordKind::Event) return;
    noMore(input, out);
    // What is open lasts until the stream's last record.
    out.pushReach(streams_[input].events, record.time);
    return;
  }
  recorded_.saw(input, record.time);
  const Woken woken = std::exchange(woken_[input], {});
  if (recording_[input] == 0) begins(input);
  const bool tells = scheduled_ && recorded_.tellsWhoRuns(input, cpu);
  if (tells) model_.begins(cpu, record.time);
  const Event* event = shared_.events.find(static_cast<uint16_t>(record.value));
  if (event == nullptr) return;
  Raw raw{*event, static_cast<CpuDecoder&>(decoder).raw(record), record.time, cpu, input, shared_.file.endian};
  size_t pidAt = shared_.events.pidOffset();
  if (raw.data.size() < pidAt + 4) return;
  int64_t tid = static_cast<int32_t>(loadUnchecked<uint32_t>(raw.data.data() + pidAt, raw.endian));
  Thread& thread = current(tid, cpu);
  if (tells && followsSwitch(event->meaning)) {
    model_.seenAmidSwitch(cpu, thread, record.time);
  } else if (tells) {
    model_.seenRunning(cpu, thread, record.time, out);
  }
  if (event->meaning == Meaning::Stack) return stackFollows(raw, thread, woken);
  if (event->meaning != Meaning::None && follow(raw, thread, out)) return;
  instant(raw, thread, event->name, 0, out);
}

void ThreadMerger::losing(size_t input, const Record& lost, StreamDecoder& decoder, RecordBatch& out) {
  (void)decoder;
  if (model_.hasUnsettled()) model_.settleSome(out);
  recorded_.lost(input, lost.time);
  left_[input] = {};
  woken_[input] = {};
  if (const Time last = recorded_.latest(input); last != kNotWoken) {
    counters_.lost(input, last);
    rates_.restart();
  }
  noMore(input, out);
}

void ThreadMerger::begins(size_t input) {
  recording_[input] = 1;
  model_.starts(recorded_.begin());
  --silent_[bufferOf_[input]];
}

// The input ends, or has a loss before its next record.
void ThreadMerger::noMore(size_t input, RecordBatch& out) {
  const uint32_t cpu = streams_[input].cpu;
  if (std::exchange(recording_[input], uint8_t{0}) != 0) ++silent_[bufferOf_[input]];
  interrupts_.lost(cpu, static_cast<uint32_t>(input));
  callbacks_.lost(cpu, static_cast<uint32_t>(input));
  if (scheduled_ && recorded_.tellsWhoRuns(input, cpu)) model_.lost(cpu, recorded_.latest(input), out);
}

// Draws a time of which nothing is known of a CPU.
void ThreadMerger::drawNotRecorded(size_t input, Time begin, Time end, RecordBatch& out) {
  if (begin >= end) return;
  Record& record = out.push();
  record = Record{};
  record.time = end;
  record.setBegun(begin);
  record.kind = RecordKind::Slice;
  record.setGap();
  record.track = streams_[input].running;
  record.name = shared_.notRecorded;
  record.depth = kernel::kRunningRow;
}

void ThreadMerger::finish(RecordBatch& out) {
  constexpr uint32_t kMaxAtOnce = 8;
  model_.ends(recorded_.end());
  while (model_.hasUnsettled() && out.hasRoom(kMaxAtOnce)) model_.settleSome(out);
  while (counters_.hasUnsettled() && out.hasRoom(kMaxAtOnce)) counters_.settleSome(out);
  if (model_.hasUnsettled() || counters_.hasUnsettled()) return;
  if (!model_.cutBroken(recorded_, recorded_.end(), out)) return;
  if (scheduled_ && !model_.tellSilent(recorded_.end(), out)) return;
  for (; finished_ < streams_.size() && out.hasRoom(2); ++finished_) {
    const Time first = recorded_.first(finished_), last = recorded_.latest(finished_);
    if (recorded_.hasSwitches(finished_, streams_[finished_].cpu)) {
      drawNotRecorded(finished_, last, recorded_.end(), out);
    } else if (!streams_[finished_].alone) {
      continue;
    } else if (first == kNotWoken) {
      // It has no data, or they are cut off or damaged.
      drawNotRecorded(finished_, recorded_.begin(), recorded_.end(), out);
    } else {
      drawNotRecorded(finished_, recorded_.begin(), first, out);
      drawNotRecorded(finished_, last, recorded_.end(), out);
    }
  }
}

void ThreadMerger::instant(const Raw& raw, const Thread& thread, NameId name, int64_t value, RecordBatch& out) {
  // Events of the idle thread are on the CPU's track.
  if (thread.tid <= 0) return;
  Record& record = out.push();
  record = Record{};
  record.time = raw.time;
  record.kind = RecordKind::Instant;
  record.track = thread.tracks.events;
  record.name = name;
  record.value = value;
}

// Returns true if the event is not to be drawn as an instant any more.
bool ThreadMerger::follow(const Raw& raw, Thread& thread, RecordBatch& out) {
  const Event& event = raw.event;
  switch (event.meaning) {
    case Meaning::SchedSwitch:
      schedule(raw, out);
      return true;
    case Meaning::Waking:
    case Meaning::NewWakeup:
    case Meaning::Wakeup: {
      int64_t tid = raw.number(event.pid);
      if (tid <= 0) return false;
      Thread& woken = model_.thread(tid);
      if (event.comm != nullptr) model_.setComm(woken, fieldBytes(*event.comm, raw.data, raw.endian), raw.time);
      const WakeSource source = sourceOf(raw);
      instant(raw, thread, event.name, tid, out);
      // For the idle thread, instant() has appended nothing.
      if (thread.tid > 0) setWakeSource(out.last(), source);
      woken_[raw.input] = {tid, thread.tid, raw.time};
      if (!scheduled_) return true;
      // sched_waking has the CPU so far; where the thread is going to run comes with sched_wakeup.
      if (event.meaning == Meaning::Waking) model_.ranOn(woken, raw.cpuOf(event.cpu), raw.time, out);
      const bool queued = event.meaning == Meaning::Wakeup;
      // An interrupt on a CPU may complete a waking by another CPU. Only the record of the waking tells who woke the
      // thread.
      const bool told = queued && source.context == WakeContext::Irq && shared_.events.has(Meaning::Waking);
      // Without flags, an interrupt that was not recorded may have woken it as well as the thread. Only threads make
      // new ones.
      const bool wakerUnknown =
          !source.interrupt() && shared_.events.flags() == nullptr && event.meaning != Meaning::NewWakeup;
      model_.wake(woken, told || wakerUnknown ? kernel::Waker{} : kernel::Waker{thread.tid, source}, raw.time, out,
                  raw.cpuOf(event.cpu), queued ? ThreadModel::Waking::Queued : ThreadModel::Waking::Begun);
      if (!told) tellRequests(raw, woken, source);
      return true;
    }
    case Meaning::Migration: {
      int64_t tid = raw.number(event.pid);
      if (tid > 0) model_.moved(model_.thread(tid), raw.cpuOf(event.cpu), raw.time, out);
      return false;
    }
    case Meaning::Fork: {
      int64_t tid = raw.number(event.pid);
      if (tid <= 0) return false;
      Thread& child = model_.thread(tid);
      model_.born(child, raw.time, out);
      addLife(raw, tid, Lifetime::madeAt(raw.time, Lifetime::Source::Fork, thread.tid));
      if (event.comm != nullptr) model_.setComm(child, fieldBytes(*event.comm, raw.data, raw.endian), raw.time);
      return false;
    }
    case Meaning::NewTask: {
      int64_t tid = raw.number(event.pid);
      if (tid <= 0) return false;
      model_.setComm(model_.thread(tid), fieldBytes(*event.comm, raw.data, raw.endian), raw.time);
      model_.noteNew(model_.thread(tid));
      addLife(raw, tid, Lifetime::madeAt(raw.time, Lifetime::Source::Other, thread.tid));
      bool sameProcess = (raw.number(event.cloneFlags) & kCloneThread) != 0;
      tracks_.setProcess(tid, sameProcess ? tracks_.processOf(thread.tid) : tid, raw.time);
      return false;
    }
    case Meaning::Rename: {
      int64_t tid = raw.number(event.pid);
      if (tid > 0) model_.setComm(model_.thread(tid), fieldBytes(*event.comm, raw.data, raw.endian), raw.time);
      return false;
    }
    case Meaning::Exec:
      // The thread that calls exec becomes the only one of its process.
      if (raw.number(event.pid) > 0) tracks_.setProcess(raw.number(event.pid), raw.number(event.pid), raw.time);
      // Another thread than the process's first one takes over the id of that.
      if (event.oldPid != nullptr && raw.number(event.oldPid) != raw.number(event.pid))
        tracks_.addLife(raw.number(event.pid), Lifetime::another());
      return false;
    case Meaning::Exit:
      addLife(raw, raw.number(event.pid), Lifetime::endedAt(raw.time));
      return false;
    case Meaning::UserStack:
      if (thread.tid > 0) tracks_.setProcess(thread.tid, raw.number(event.tgid), raw.time);
      return true;
    case Meaning::SyscallEntry:
      // Without events of exits, it is not known how long the call took.
      if (!event.ends) return false;
      [[fallthrough]];
    case Meaning::SyscallExit:
      syscall(raw, thread, out);
      return true;
    case Meaning::IrqEntry:
    case Meaning::IrqExit:
    case Meaning::SoftirqEntry:
    case Meaning::SoftirqExit:
    case Meaning::VectorEntry:
    case Meaning::VectorExit:
    case Meaning::IpiEntry:
    case Meaning::IpiExit:
      followInterrupt(raw);
      return false;
    case Meaning::CallbackEntry: {
      const NameId name = functionName(raw, static_cast<uint64_t>(raw.number(event.function)));
      callbacks_.enter(raw.cpu, {name, static_cast<uint32_t>(raw.input), contextOf(raw)});
      return false;
    }
    case Meaning::CallbackExit:
      callbacks_.leave(raw.cpu, contextOf(raw));
      return false;
    case Meaning::GraphEntry:
      graphEntry(raw, thread, out);
      return true;
    case Meaning::GraphExit:
      graphExit(raw, thread, out);
      return true;
    case Meaning::Function:
      instant(raw, thread, functionName(raw, static_cast<uint64_t>(raw.number(event.function))), 0, out);
      return true;
    case Meaning::ProbeEntry:
      if (!probesReturn_) return false;
      model_.push(thread, {FrameKind::Probe, static_cast<uint64_t>(raw.number(event.function)), raw.input}, event.slice,
                  raw.time, out);
      return true;
    case Meaning::ProbeReturn: {
      uint64_t function = static_cast<uint64_t>(raw.number(event.function));
      size_t at = ThreadModel::findFrame(thread, FrameKind::Probe, function);
      if (at == thread.frames.size()) return false;
      end(raw, thread, at, out);
      return true;
    }
    case Meaning::Marker:
      return marker(raw, thread, out);
    case Meaning::CpuFrequency: {
      TrackKey key;
      key.kind = TrackKind::Counter;
      key.cpu = static_cast<int32_t>(raw.number(event.cpu));
      key.label = "frequency";
      counter(key, streams_[0].group, "CPU " + std::to_string(key.cpu) + " frequency, kHz", raw,
              raw.number(event.state), out);
      return false;
    }
    case Meaning::BlockIssue:
      issueRequest(raw);
      return false;
    case Meaning::BlockComplete:
      completeRequest(raw, out);
      return false;
    case Meaning::Allocation:
    case Meaning::PageAllocation: {
      // Allocations of only some of the CPUs are not the rate of all of them.
      if (silent_[bufferOf_[raw.input]] > 0) {
        rates_.restart();
        return false;
      }
      bool pages = event.meaning == Meaning::PageAllocation;
      int64_t rate = 0;
      uint64_t amount = static_cast<uint64_t>(raw.number(pages ? event.order : event.bytes));
      uint64_t bytes = pages ? uint64_t{4096} << std::min<uint64_t>(amount, 20) : amount;
      if (rates_.add(pages ? KmemRates::Kind::Pages : KmemRates::Kind::Objects, raw.time, bytes, rate)) {
        TrackKey key;
        key.kind = TrackKind::Counter;
        key.label = pages ? "pages allocated" : "kernel memory allocated";
        counter(key, kNoTrack, key.label + ", bytes/s", raw, rate, out);
      }
      return false;
    }
    default:
      return false;
  }
}

void ThreadMerger::schedule(const Raw& raw, RecordBatch& out) {
  const Event& event = raw.event;
  int64_t to = raw.number(event.nextPid), from = raw.number(event.prevPid);
  scheduled_ = true;
  if (recorded_.sawSwitch(raw.input, raw.cpu))
    drawNotRecorded(raw.input, recorded_.begin(), recorded_.first(raw.input), out);
  interrupts_.clear(raw.cpu);
  callbacks_.clear(raw.cpu);
  ThreadState left = states_.field() != nullptr ? states_.of(raw.number(states_.field())) : ThreadState::Sleeping;
  if (from > 0 && event.prevComm != nullptr)
    model_.setComm(model_.thread(from), fieldBytes(*event.prevComm, raw.data, raw.endian), raw.time);
  if (to > 0) model_.setComm(model_.thread(to), fieldBytes(*event.nextComm, raw.data, raw.endian), raw.time);
  left_[raw.input] = {from, raw.time};
  model_.switchTo(raw.cpu, from > 0 ? from : -1, left, to > 0 ? to : -1, raw.time, out);
  if (to <= 0 || event.nextPriority == nullptr || out.count == 0) return;
  Record& last = out.last();
  const bool runs = last.track == model_.thread(to).tracks.state && StateRecord(last).runs();
  if (runs && last.time == raw.time) StateWriter(last).setPriority(raw.number(event.nextPriority));
}

// Several buffers may have an event, each with a time of its own. The first one that has such an event counts.
void ThreadMerger::addLife(const Raw& raw, int64_t tid, const Lifetime& life) {
  const size_t kind = raw.event.meaning == Meaning::Fork ? 0 : raw.event.meaning == Meaning::NewTask ? 1 : 2;
  const uint32_t buffer = bufferOf_[raw.input] + 1;
  if (tellsLife_[kind] == 0) tellsLife_[kind] = buffer;
  if (tellsLife_[kind] == buffer) tracks_.addLife(tid, life);
}

template <class Self, class Wire>
void ThreadMerger::layout(Self& self, Wire& wire) {
  wire(self.model_, self.recorded_, self.interrupts_, self.callbacks_, self.rates_, self.counters_);
  wire(self.finished_, sameSize(self.recording_), self.async_, self.tellsLife_, sameSize(self.requests_));
}

void ThreadMerger::save(WireWriter& out) const {
  layout(*this, out);
}

bool ThreadMerger::restore(WireReader& in) {
  last_.clear();
  layout(*this, in);
  if (in.failed()) return false;
  scheduled_ = shared_.hasSwitches || recorded_.anySwitch();
  std::fill(silent_.begin(), silent_.end(), 0u);
  for (size_t input = 0; input < streams_.size(); ++input)
    silent_[bufferOf_[input]] += recording_[input] == 0 && !streams_[input].idle;
  return true;
}

void ThreadMerger::describe(const Record& record, EventRow& row) {
  auto cpuTrackOf = [&](uint32_t place) { return place < streams_.size() ? streams_[place].running : kNoTrack; };
  model_.describe(record, shared_.reader.tracks(), shared_.reader.names(), cpuTrackOf, row);
}

}  // namespace tp::tracecmd
