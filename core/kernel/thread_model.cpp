#include "core/kernel/thread_model.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/kernel/cpu_limit.h"

namespace tp::kernel {
namespace {

// Deeper stacks are damage: ends that never come.
constexpr size_t kMostFrames = 1024;

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

void ThreadModel::setState(Thread& thread, ThreadState state, Time time, RecordBatch& out, uint32_t cpu) {
  if (thread.state == state || thread.tid <= 0) return;
  if (thread.state != ThreadState::Unknown && thread.state != ThreadState::Dead)
    put(out, RecordKind::End, thread.tracks.state, stateNames_[static_cast<size_t>(thread.state)], time);
  thread.state = state;
  if (state == ThreadState::Unknown) return;
  RecordKind kind = state == ThreadState::Dead ? RecordKind::Instant : RecordKind::Begin;
  put(out, kind, thread.tracks.state, stateNames_[static_cast<size_t>(state)], time);
  if (state != ThreadState::Running && state != ThreadState::Runnable) return;
  Record& record = out.records[out.count - 1];
  record.value = thread.wokenAt;
  record.size = thread.waker < 0 ? 0 : static_cast<uint32_t>(thread.waker);
  if (state != ThreadState::Running) return;
  record.flags |= kOnCpu;
  record.ref = cpu + uint64_t{1};
  // It runs for this reason once.
  thread.forgetWaking();
}

void ThreadModel::switchTo(uint32_t cpu, int64_t from, ThreadState left, int64_t to, Time time, RecordBatch& out) {
  if (cpu >= kMostCpus) return;
  if (cpu >= onCpu_.size()) onCpu_.resize(cpu + size_t{1}, 0);
  int64_t believed = onCpu_[cpu];
  if (believed > 0 && believed != from && believed != to) {
    Thread& other = thread(believed);
    if (other.state == ThreadState::Running) setState(other, ThreadState::Unknown, time, out);
  }
  if (from > 0) {
    Thread& leaving = thread(from);
    // Woken before it came to sleep: it would have gone on, had it not been preempted at that moment.
    bool slept = left != ThreadState::Dead && left != ThreadState::Runnable;
    bool woken = std::exchange(leaving.wakePending, false) && slept;
    if (!woken) leaving.forgetWaking();
    if (left == ThreadState::Dead) {
      die(leaving, time, out);
    } else {
      setState(leaving, woken ? ThreadState::Runnable : left, time, out);
    }
  }
  if (to > 0) setState(thread(to), ThreadState::Running, time, out, cpu);
  onCpu_[cpu] = to;
}

void ThreadModel::wake(Thread& thread, int64_t waker, Time time, RecordBatch& out) {
  if (thread.tid <= 0 || thread.state == ThreadState::Runnable) return;
  if (thread.state == ThreadState::Running && thread.wakePending) return;
  thread.waker = waker;
  thread.wokenAt = time;
  if (thread.state == ThreadState::Running) {
    // It has not left its CPU yet; if it sleeps by the time it does, it is runnable at once.
    thread.wakePending = true;
  } else {
    setState(thread, ThreadState::Runnable, time, out);
  }
}

void ThreadModel::born(Thread& thread, Time time, RecordBatch& out) {
  // The number may have been another thread's, whose end is not in the trace.
  if (!thread.frames.empty()) pop(thread, 0, time, out);
  thread.forgetWaking();
  thread.wakePending = false;
  thread.seenSyscall = true;  // its first one is its own, not one that began before the trace
  if (thread.state != ThreadState::Runnable) setState(thread, ThreadState::Unknown, time, out);
}

void ThreadModel::die(Thread& thread, Time time, RecordBatch& out) {
  if (!thread.frames.empty()) pop(thread, 0, time, out);
  setState(thread, ThreadState::Dead, time, out);
}

void ThreadModel::lost(uint32_t cpu, Time time, RecordBatch& out) {
  if (cpu >= onCpu_.size() || onCpu_[cpu] <= 0) return;
  Thread& running = thread(onCpu_[cpu]);
  onCpu_[cpu] = 0;  // the next event tells
  running.wakePending = false;
  if (running.state == ThreadState::Running) setState(running, ThreadState::Unknown, time, out);
}

void ThreadModel::seenOther(uint32_t cpu, Thread& thread, Time time, RecordBatch& out) {
  if (cpu >= kMostCpus) return;
  if (cpu >= onCpu_.size()) onCpu_.resize(cpu + size_t{1}, 0);
  int64_t now = whoRuns(thread);
  int64_t believed = std::exchange(onCpu_[cpu], now);
  if (believed == now) return;
  // A switch is missing.
  if (believed > 0) {
    Thread& other = this->thread(believed);
    if (other.state == ThreadState::Running) setState(other, ThreadState::Unknown, time, out);
  }
  if (now > 0) setState(thread, ThreadState::Running, time, out, cpu);
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
  if (thread.frames.size() >= kMostFrames) pop(thread, 0, time, out);
  put(out, RecordKind::Begin, thread.tracks.slices, name, time, static_cast<uint16_t>(thread.frames.size()));
  // Field by field: a copy of what was just made in parts waits for them.
  Frame& added = thread.frames.emplace_back();
  added.kind = frame.kind;
  added.id = frame.id;
  thread.graphFrames += frame.kind == FrameKind::Graph;
}

void ThreadModel::pop(Thread& thread, size_t position, Time time, RecordBatch& out) {
  if (position >= thread.frames.size()) return;
  put(out, RecordKind::End, thread.tracks.slices, kNoName, time, static_cast<uint16_t>(position));
  for (size_t i = position; i < thread.frames.size(); ++i)
    thread.graphFrames -= thread.frames[i].kind == FrameKind::Graph;
  thread.frames.resize(position);
}

size_t ThreadModel::findFrame(const Thread& thread, FrameKind kind, uint64_t id) {
  for (size_t i = thread.frames.size(); i-- > 0;)
    if (thread.frames[i].kind == kind && (id == kAnyId || thread.frames[i].id == id)) return i;
  return thread.frames.size();
}

void ThreadModel::describe(const Record& record, const TrackTable& tracks, EventRow& row) {
  if (record.track >= tracks.size()) return;
  TrackKind kind = tracks[record.track].key.kind;
  if (kind == TrackKind::ThreadState && record.kind == RecordKind::Begin && record.size > 0)
    row.links.push_back({"woken by", tracks_.of(record.size).state, record.value});
  if (kind == TrackKind::Events && record.value > 0)
    row.links.push_back({"wakes", tracks_.of(record.value).state, record.time, true});
}

void ThreadModel::save(WireWriter& out) const {
  size_t at = out.reserve32();
  uint32_t count = 0;
  for (const Thread& thread : threads_) {
    bool blank = thread.state == ThreadState::Unknown || thread.state == ThreadState::Dead;
    if (blank && thread.frames.empty() && !thread.seenSyscall) continue;
    ++count;
    out.put(thread.tid);
    out.put(thread.state);
    out.put(static_cast<uint8_t>(thread.wakePending | thread.seenSyscall << 1));
    out.put(static_cast<int32_t>(thread.waker));
    out.put(thread.wokenAt);
    out.put(static_cast<uint16_t>(thread.frames.size()));
    for (const Frame& frame : thread.frames) {
      out.put(frame.kind);
      out.put(frame.id);
    }
  }
  out.patch(at, count);
  out.putArray(onCpu_);
}

bool ThreadModel::restore(WireReader& in) {
  threads_.clear();
  byTid_.clear();
  recent_.fill(nullptr);
  onCpu_.clear();
  for (uint32_t left = in.get<uint32_t>(); left > 0 && !in.failed(); --left) {
    Thread& at = thread(in.get<int64_t>());
    at.state = in.get<ThreadState>();
    uint8_t flags = in.get<uint8_t>();
    at.wakePending = (flags & 1) != 0;
    at.seenSyscall = (flags & 2) != 0;
    at.waker = in.get<int32_t>();
    at.wokenAt = in.get<Time>();
    for (uint16_t frames = in.get<uint16_t>(); frames > 0 && !in.failed(); --frames) {
      Frame frame;
      frame.kind = in.get<FrameKind>();
      frame.id = in.get<uint64_t>();
      at.frames.push_back(frame);
      at.graphFrames += frame.kind == FrameKind::Graph;
    }
  }
  in.getArray(onCpu_);
  return !in.failed();
}

}  // namespace tp::kernel
