#include "core/kernel/thread_model.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/kernel/cpu_limit.h"
#include "core/kernel/open_rows.h"

namespace tp::kernel {
namespace {

// Returns the position of the topmost frame that is such a one; frames.size() if there is none.
template <class Wanted>
size_t topmost(const Thread& thread, Wanted&& wanted) {
  for (size_t i = thread.frames.size(); i-- > 0;)
    if (wanted(thread.frames[i])) return i;
  return thread.frames.size();
}

// Deeper stacks are damage: their ends are missing.
constexpr size_t kMaxFrames = 1024;

void setWaking(StateWriter& begun, const Thread& thread) {
  begun.setWoken(thread.wokenAt, thread.waker.tid < 0 ? 0 : static_cast<uint32_t>(thread.waker.tid));
  begun.setWakeSource(thread.waker.source);
}

}  // namespace

ThreadModel::ThreadModel(ThreadTracks& tracks, NameTable& names) : tracks_(tracks) {
  for (size_t i = 0; i < kThreadStates; ++i)
    stateNames_[i] = names.intern(threadStateName(static_cast<ThreadState>(i)));
}

Thread& ThreadModel::find(int64_t tid) {
  Thread*& found = byTid_[tid];
  if (found == nullptr) {
    found = &threads_.emplace_back();
    found->tid = tid;
    found->tracks = tracks_.of(tid);
  }
  recent_[slotOf(tid)] = found;
  return *found;
}

void ThreadModel::put(RecordBatch& out, RecordKind kind, TrackId track, NameId name, Time time, uint16_t depth) {
  Record& record = out.push();
  record = Record{};
  record.time = time;
  record.kind = kind;
  record.track = track;
  record.name = name;
  record.depth = depth;
}

void ThreadModel::endState(Thread& thread, Time time, Time silentSoFar, RecordBatch& out) {
  const bool off = thread.state != ThreadState::Running && thread.state != ThreadState::Dead;
  thread.silences += off && silentSoFar > thread.silent;
  bool open = thread.state != ThreadState::Dead && (thread.state != ThreadState::Unknown || thread.drawn);
  if (!open) return;
  put(out, RecordKind::End, thread.tracks.state, stateNames_[static_cast<size_t>(thread.state)], time);
  if (const Time silent = silentIn(thread, time, silentSoFar); silent > 0) StateWriter(out.last()).setSilent(silent);
}

// The state is known up to `since`, but not after it.
void ThreadModel::unknownFrom(Thread& thread, Time since, Time silent, RecordBatch& out) {
  if (thread.state == ThreadState::Unknown || thread.state == ThreadState::Dead || thread.tid <= 0) return;
  since = std::max(since, thread.since);
  endState(thread, since, silent, out);
  put(out, RecordKind::Begin, thread.tracks.state, stateNames_[0], since);
  if (thread.state == ThreadState::Runnable) {
    thread.uncertain = true;
  } else {
    thread.forgetWaking();
  }
  thread.wakePending = false;
  thread.state = ThreadState::Unknown;
  thread.drawn = true;
  thread.since = thread.knownUntil = since;
  thread.silent = thread.silentAtKnown = silent;
  place(thread, Thread::kNoCpu);
}

void ThreadModel::place(Thread& thread, uint32_t cpu) {
  if (thread.cpu == cpu) return;
  if (thread.cpu < threadsOf_.size()) {
    std::vector<Thread*>& before = threadsOf_[thread.cpu];
    before[thread.place] = before.back();
    before[thread.place]->place = thread.place;
    before.pop_back();
  }
  thread.cpu = cpu < kMaxCpus ? cpu : Thread::kNoCpu;
  if (thread.cpu == Thread::kNoCpu) return;
  if (cpu >= threadsOf_.size()) threadsOf_.resize(cpu + size_t{1});
  thread.place = static_cast<uint32_t>(threadsOf_[cpu].size());
  threadsOf_[cpu].push_back(&thread);
}

// The thread waits there from now on.
void ThreadModel::sendTo(Thread& thread, uint32_t cpu, Time time) {
  place(thread, cpu);
  if (records(cpu)) return;
  unsettled_.emplace(thread.tid, &thread);
  expectUnknown(thread, time);
}

void ThreadModel::expectUnknown(Thread& thread, Time time) {
  if (time >= thread.unknownFrom) return;
  thread.unknownFrom = time;
  thread.silentAtUnknown = silent_.upTo(time);
}

void ThreadModel::moved(Thread& thread, uint32_t cpu, Time time, RecordBatch& out) {
  settle(thread, out);
  // It waited on a CPU that is not recorded, or was about to; from now on it waits here.
  if (thread.state == ThreadState::Unknown && thread.uncertain && records(cpu)) return queued(thread, cpu, time, out);
  bool off = thread.state != ThreadState::Running && thread.state != ThreadState::Unknown;
  if (!off || thread.state == ThreadState::Dead || cpu == thread.cpu) return;
  if (time > thread.knownUntil) thread.knownUntil = time, thread.silentAtKnown = silent_.upTo(time);
  sendTo(thread, cpu, time);
}

void ThreadModel::settle(Thread& thread, RecordBatch& out) {
  if (thread.unknownFrom == Thread::kNever) return;
  unsettled_.erase(thread.tid);
  unknownFrom(thread, std::exchange(thread.unknownFrom, Thread::kNever), thread.silentAtUnknown, out);
}

void ThreadModel::settleSome(RecordBatch& out) {
  constexpr size_t kAtOnce = 4;
  for (size_t i = 0; i < kAtOnce && !unsettled_.empty(); ++i) settle(*unsettled_.begin()->second, out);
}

void ThreadModel::ends(Time time) {
  std::erase_if(unsettled_, [time](const auto& one) {
    Thread& thread = *one.second;
    if (std::max(thread.unknownFrom, thread.since) < time) return false;
    thread.unknownFrom = Thread::kNever;
    return true;
  });
}

bool ThreadModel::tellSilent(Time end, RecordBatch& out) {
  for (Thread& thread : threads_) {
    if (!out.hasRoom(1)) return false;
    const Time silent = silentIn(thread, end, silent_.upTo(end));
    if (silent <= 0) continue;
    out.pushReach(thread.tracks.state, end);
    StateWriter(out.last()).setSilent(silent);
    thread.silent = silent_.upTo(end);
  }
  return true;
}

bool ThreadModel::unknownAtEnd(Time last, Time end, RecordBatch& out) {
  constexpr uint32_t kMaxOfAThread = 3;
  if (last >= end) return true;
  for (Thread& thread : threads_) {
    if (!out.hasRoom(kMaxOfAThread)) return false;
    unknownFrom(thread, last, out);
    if (thread.state != ThreadState::Unknown || !std::exchange(thread.drawn, false)) continue;
    put(out, RecordKind::End, thread.tracks.state, stateNames_[0], end);
  }
  return true;
}

void ThreadModel::setState(Thread& thread, ThreadState state, Time time, RecordBatch& out, uint32_t cpu) {
  if (thread.tid <= 0) return;
  settle(thread, out);
  if (thread.state == state) return;
  // Its end was recorded, so what goes on is another thread with its id.
  if (thread.state == ThreadState::Dead) tracks_.addLife(thread.tid, Lifetime::another());
  // What it did before is not known. A new thread is not there before it is woken for the first time; if it runs
  // without that, it has waited since a time that was not recorded, after it was made.
  const bool first =
      thread.state == ThreadState::Unknown && !thread.drawn && (!thread.isNew || state == ThreadState::Running);
  const Time before = thread.isNew ? thread.since : origin_;
  if (first && before < time) {
    put(out, RecordKind::Slice, thread.tracks.state, stateNames_[0], time);
    out.last().setBegun(before);
  }
  const Time silent = silent_.upTo(time);
  endState(thread, time, silent, out);
  thread.state = state;
  thread.since = thread.knownUntil = time;
  thread.silent = thread.silentAtKnown = silent;
  thread.drawn = false;
  bool nowhere = state == ThreadState::Unknown || state == ThreadState::Dead;
  if (nowhere || state == ThreadState::Running) {
    place(thread, nowhere ? Thread::kNoCpu : cpu);
  } else if (cpu != Thread::kNoCpu) {
    sendTo(thread, cpu, time);
  }
  if (state == ThreadState::Unknown) return;
  RecordKind kind = state == ThreadState::Dead ? RecordKind::Instant : RecordKind::Begin;
  put(out, kind, thread.tracks.state, stateNames_[static_cast<size_t>(state)], time);
  if (state != ThreadState::Runnable) return;
  StateWriter begun(out.last());
  setWaking(begun, thread);
  if (std::exchange(thread.isNew, false)) begun.setNew();
}

void ThreadModel::run(Thread& thread, uint32_t cpu, Time time, RecordBatch& out, bool isSwitch) {
  if (thread.tid <= 0 || (thread.state == ThreadState::Running && thread.unknownFrom == Thread::kNever)) return;
  setState(thread, ThreadState::Running, time, out, cpu);
  StateWriter begun(out.last());
  setWaking(begun, thread);
  begun.setRuns(cpu, isSwitch);
  if (thread.uncertain || thread.wokenEarlier) out.last().setBeforeUnknown();
  if (thread.wokenAt != kNotWoken && !silent_.noneSince(thread.wokenAt)) begun.setWaitAtMost();
  // A waking is the reason of one run only.
  thread.forgetWaking();
  thread.isNew = false;
}

ThreadModel::Cpu* ThreadModel::cpuOf(uint32_t cpu) {
  if (cpu >= kMaxCpus) return nullptr;
  if (cpu >= cpus_.size()) cpus_.resize(cpu + size_t{1});
  return &cpus_[cpu];
}

Time ThreadModel::silentIn(const Thread& thread, Time time, Time silent) {
  const bool off = thread.state > ThreadState::Running && thread.state < ThreadState::Dead;
  if (!off || time <= thread.since) return 0;
  return std::min(silent - thread.silent, time - thread.since);
}

void ThreadModel::resume(uint32_t cpu, Time time) {
  Cpu* here = cpuOf(cpu);
  if (here == nullptr) return;
  here->begun = time;
  silent_.resumes(cpu, time);
}

// The thread that was known to run there did so until the CPU's last record.
void ThreadModel::noLongerKnown(uint32_t cpu, int64_t tid, Time last, RecordBatch& out) {
  if (tid <= 0) return;
  Thread& running = thread(tid);
  if (running.state == ThreadState::Running && running.cpu == cpu) unknownFrom(running, last, out);
}

// The thread gets the CPU by a recorded switch.
void ThreadModel::enterCpu(Thread& thread, uint32_t cpu, Time time, RecordBatch& out) {
  settle(thread, out);
  // It was last seen on another CPU; the switch away from that one is missing.
  if (thread.state == ThreadState::Running && thread.cpu != cpu && thread.cpu < cpus_.size()) {
    Cpu& before = cpus_[thread.cpu];
    if (before.runs == thread.tid) before.runs = kOther;
    unknownFrom(thread, before.seen, out);
  }
  // It was woken before this CPU was recorded, so it may have run here already.
  if (thread.wokenAt != kNotWoken && cpu < cpus_.size() && thread.wokenAt < cpus_[cpu].begun) thread.uncertain = true;
  // It slept, and its waking was not recorded: how long it slept is unknown.
  bool slept = thread.state > ThreadState::Runnable && thread.state < ThreadState::Dead;
  if (slept && wakings_) unknownSinceKnown(thread, out);
  run(thread, cpu, time, out);
}

void ThreadModel::switchTo(uint32_t cpu, int64_t from, ThreadState left, int64_t to, Time time, RecordBatch& out) {
  Cpu* here = cpuOf(cpu);
  if (here == nullptr) return;
  if (here->runs != from && here->runs != to) noLongerKnown(cpu, here->runs, here->seen, out);
  if (from > 0) {
    Thread& leaving = thread(from);
    settle(leaving, out);
    // Switches are recorded, so the first thread to leave the CPU has been there since its records begin.
    const bool first = here->runs == 0 && here->begun != kNotWoken && leaving.state != ThreadState::Running;
    const bool before = leaving.drawn || leaving.state != ThreadState::Unknown;
    if (first) run(leaving, cpu, before ? std::max(here->begun, leaving.since) : here->begun, out, false);
    // It was woken before it went to sleep, so it would have continued if it had not been preempted at that moment.
    bool slept = left != ThreadState::Dead && left != ThreadState::Runnable;
    bool woken = std::exchange(leaving.wakePending, false) && slept;
    if (!woken) leaving.forgetWaking();
    if (left == ThreadState::Dead) {
      die(leaving, time, out);
    } else {
      setState(leaving, woken ? ThreadState::Runnable : left, time, out, cpu);
    }
  }
  if (to > 0) enterCpu(thread(to), cpu, time, out);
  here->runs = to;
  here->seen = time;
}

void ThreadModel::getsCpu(Thread& thread, Time time, RecordBatch& out) {
  if (thread.tid <= 0) return;
  settle(thread, out);
  if (thread.state == ThreadState::Running) return;
  const bool slept = thread.state > ThreadState::Runnable && thread.state < ThreadState::Dead;
  run(thread, Thread::kNoCpu, time, out);
  // Other wakings are recorded: how long it slept, and how long it waited for the CPU, is not known.
  if (slept && wakings_) out.last().setBeforeUnknown();
}

void ThreadModel::runsFirst(uint32_t cpu, int64_t tid, Time time, RecordBatch& out) {
  Cpu* here = cpuOf(cpu);
  if (here == nullptr || here->runs != 0) return;
  if (tid > 0) {
    Thread& first = thread(tid);
    settle(first, out);
    // It would be on two CPUs at once: the trace contradicts itself.
    if (first.state == ThreadState::Running) return;
    // When it got the CPU is unknown.
    first.uncertain = first.uncertain || first.wokenAt != kNotWoken;
    run(first, cpu, time, out, false);
  }
  here->runs = tid > 0 ? tid : -1;
  here->seen = time;
}

void ThreadModel::wake(Thread& thread, const Waker& waker, Time time, RecordBatch& out, uint32_t cpu, Waking waking) {
  if (thread.tid <= 0) return;
  wakings_ = true;
  settle(thread, out);
  const bool waits = thread.state == ThreadState::Runnable, runs = thread.state == ThreadState::Running;
  begun_ = begun_ || waking == Waking::Begun;
  // If there are only Queued records, they stand for the beginning of a waking, too. If the thread waited on a CPU that
  // is not recorded, this is the end of the waking that is known.
  const bool told = waits || (thread.state == ThreadState::Unknown && thread.uncertain);
  if (waking == Waking::Queued && (runs || (told && begun_))) {
    if (!runs && cpu != Thread::kNoCpu) moved(thread, cpu, time, out);
    // What it does on a CPU that is not recorded begins now.
    if (waitsNowhere(thread)) thread.knownUntil = time;
    if (runs && std::exchange(thread.wakePending, false)) thread.forgetWaking();
    return;
  }
  // It was preempted, and has not slept.
  if (waits && thread.wokenAt == kNotWoken) return;
  // It was woken at some time before, out of a sleep of which no end was recorded.
  const bool late = waking == Waking::Queued && begun_;
  // A thread that is woken has slept. It was woken before, so it has run since then without a record.
  if (waits || late) unknownSinceKnown(thread, out);
  const bool again = thread.uncertain && thread.wokenAt != kNotWoken;
  thread.forgetWaking();
  thread.waker = waker;
  thread.wokenAt = time;
  thread.wokenEarlier = late;
  // It has not left its CPU yet; if it sleeps when it does, it is runnable at once.
  thread.wakePending = runs;
  if (runs) return;
  setState(thread, ThreadState::Runnable, time, out, cpu);
  if (again) out.last().setBeforeUnknown();
}

void ThreadModel::ranOn(Thread& thread, uint32_t cpu, Time time, RecordBatch& out) {
  if (thread.tid <= 0 || cpu >= kMaxCpus) return;
  settle(thread, out);
  const bool sleeps = thread.state > ThreadState::Runnable && thread.state < ThreadState::Dead;
  if (!sleeps || thread.cpu == Thread::kNoCpu) return;
  if (cpu != thread.cpu && !(records(cpu) && cpus_[cpu].begun <= thread.knownUntil))
    return unknownSinceKnown(thread, out);
  thread.silent = silent_.upTo(time);
}

// Its waking named a CPU that is not recorded, but it is not on a run queue yet, so it can't have run.
bool ThreadModel::waitsNowhere(const Thread& thread) const {
  return thread.state == ThreadState::Unknown && thread.uncertain && thread.wokenAt == thread.knownUntil;
}

void ThreadModel::queued(Thread& thread, uint32_t cpu, Time time, RecordBatch& out) {
  thread.uncertain = !waitsNowhere(thread);
  setState(thread, ThreadState::Runnable, time, out, cpu);
  // There is a record of the waking already.
  StateWriter(out.last()).setNotWoken();
}

// The first waking of a new thread may be recorded before its birth.
void ThreadModel::noteNew(const Thread& thread) {
  const bool known = thread.drawn || (thread.state != ThreadState::Unknown && thread.state != ThreadState::Runnable);
  if (known) tracks_.addLife(thread.tid, Lifetime::another());
}

void ThreadModel::born(Thread& thread, Time time, RecordBatch& out) {
  noteNew(thread);
  // The id may have been another thread's, whose end is not in the trace.
  if (!thread.frames.empty()) cut(thread, 0, time, out);
  thread.forgetWaking();
  thread.wakePending = false;
  thread.syscallAt = time;
  thread.isNew = thread.made = true;
  if (thread.state == ThreadState::Runnable) return;
  setState(thread, ThreadState::Unknown, time, out);
  thread.since = time;
  if (std::exchange(thread.drawn, false)) put(out, RecordKind::End, thread.tracks.state, stateNames_[0], time);
}

void ThreadModel::die(Thread& thread, Time time, RecordBatch& out) {
  if (!thread.frames.empty()) cut(thread, 0, time, out);
  setState(thread, ThreadState::Dead, time, out);
}

void ThreadModel::lost(uint32_t cpu, Time last, RecordBatch& out) {
  Cpu* here = cpuOf(cpu);
  if (here == nullptr) return;
  noLongerKnown(cpu, here->runs, last, out);
  if (records(cpu)) silent_.stops(cpu, last);
  *here = {0, last, kNotWoken};  // unknown until the next event
  if (cpu >= threadsOf_.size()) return;
  // The next loss finds only the threads that have come since.
  for (Thread* thread : threadsOf_[cpu]) {
    unsettled_.emplace(thread->tid, thread);
    expectUnknown(*thread, std::max(last, thread->since));
    thread->cpu = Thread::kNoCpu;
  }
  threadsOf_[cpu].clear();
}

void ThreadModel::seenOther(uint32_t cpu, Thread& thread, Time time, RecordBatch& out) {
  Cpu* here = cpuOf(cpu);
  if (here == nullptr) return;
  // A switch is missing, unless this is the CPU's first known event.
  const Cpu before = *here;
  if (before.begun == kNotWoken) resume(cpu, time);
  *here = {whoRuns(thread), time, here->begun};
  if (before.runs != 0) noLongerKnown(cpu, before.runs, before.seen, out);
  if (thread.tid <= 0) return;
  settle(thread, out);
  if (thread.state == ThreadState::Running && thread.cpu == cpu) return;
  // When it got the CPU is unknown, and so is how long its previous state lasted.
  Time from = thread.knownUntil, silent = thread.silentAtKnown;
  if (thread.state == ThreadState::Running && thread.cpu < cpus_.size()) {
    Cpu& other = cpus_[thread.cpu];
    if (other.runs == thread.tid) other.runs = kOther;
    from = other.seen;
  }
  // Switches are recorded, so a thread that is seen first has run since the CPU's records begin, unless it was known to
  // be elsewhere.
  if (thread.state == ThreadState::Unknown && before.runs == 0 && before.begun != kNotWoken)
    time = thread.drawn ? std::clamp(before.begun, std::min(thread.since, time), time) : before.begun;
  unknownFrom(thread, from, silent, out);
  run(thread, cpu, time, out, false);
}

void ThreadModel::setComm(Thread& thread, const Bytes& comm, Time time) {
  if (comm.empty()) return;
  std::array<char, 16> text{};
  std::memcpy(text.data(), comm.data(), std::min(comm.size(), text.size()));
  if (text == thread.comm || thread.tid <= 0) return;
  thread.comm = text;
  tracks_.setName(thread.tid, std::string_view(text.data(), strnlen(text.data(), text.size())), time);
}

void ThreadModel::push(Thread& thread, const Frame& frame, NameId name, Time time, RecordBatch& out) {
  if (thread.frames.size() >= kMaxFrames) cut(thread, 0, time, out);
  put(out, RecordKind::Begin, thread.tracks.slices, name, time, static_cast<uint16_t>(thread.frames.size()));
  // Field by field, since a copy of what was just written in parts would wait for these writes.
  Frame& added = thread.frames.emplace_back();
  added.kind = frame.kind;
  added.id = frame.id;
  added.name = frame.name;
  added.input = frame.input;
  added.whole = frame.whole;
  added.begin = time;
  added.silences = thread.silences;
  thread.graphFrames += frame.kind == FrameKind::Graph;
}

void ThreadModel::close(Thread& thread, size_t position, Time time, RecordKind kind, RecordBatch& out) {
  if (position >= thread.frames.size()) return;
  put(out, kind, thread.tracks.slices, kNoName, time, static_cast<uint16_t>(position));
  for (size_t i = position; i < thread.frames.size(); ++i)
    thread.graphFrames -= thread.frames[i].kind == FrameKind::Graph;
  thread.frames.resize(position);
}

size_t ThreadModel::findFrame(const Thread& thread, FrameKind kind, uint64_t id) {
  return topmost(thread, [&](const Frame& frame) { return frame.kind == kind && (id == kAnyId || frame.id == id); });
}

size_t ThreadModel::findFrame(const Thread& thread, FrameKind kind, NameId name) {
  return topmost(thread, [&](const Frame& frame) { return frame.kind == kind && frame.name == name; });
}

void ThreadModel::describe(const Record& record, const TrackTable& tracks, const NameTable& names,
                           const CpuTrackOf& cpuTrackOf, EventRow& row) {
  if (record.track >= tracks.size()) return;
  const TrackKind kind = tracks[record.track].key.kind;
  const StateRecord state(record);
  const bool woken = kind == TrackKind::ThreadState && state.isWoken();
  const bool wakes = kind == TrackKind::Events && record.value > 0;
  if (!woken && !wakes) return;
  const WakeSource source = wakeSourceOf(record);
  const TrackId cpu = source.interrupt() ? cpuTrackOf(source.place) : kNoTrack;
  if (!source.interrupt()) {
    if (woken && state.wakerTid() > 0)
      row.links.push_back({"woken by", tracks_.of(state.wakerTid()).state, state.wokenAt()});
  } else if (source.handler != kNoName && cpu != kNoTrack) {
    EventRow::Link link{woken ? "woken by" : "out of", cpu, woken ? state.wokenAt() : record.time};
    const bool irq = source.context == WakeContext::Irq;
    link.depth = irq ? static_cast<uint16_t>(kIrqRow + source.within) : kSoftirqRow;
    link.name = interruptName(source.context, names.view(source.handler));
    row.links.push_back(std::move(link));
  } else {
    const bool known = source.handler != kNoName;
    std::string text = known ? interruptName(source.context, names.view(source.handler))
                             : std::string("a ") + contextName(source.context);
    if (cpu != kNoTrack) text += " on " + tracks[cpu].name;
    if (!known) text += ", whose beginning was not recorded";
    row.notes.push_back({woken ? "woken by" : "out of", std::move(text), DetailRow::Place::Related});
  }
  if (woken && source.interrupt() && state.wakerTid() > 0) {
    EventRow::Link link{"which interrupted", tracks_.of(state.wakerTid()).state, state.wokenAt()};
    link.mentioned = true;
    row.links.push_back(std::move(link));
  }
  if (wakes) row.links.push_back({"wakes", tracks_.of(record.value).state, record.time, true});
}

}  // namespace tp::kernel
