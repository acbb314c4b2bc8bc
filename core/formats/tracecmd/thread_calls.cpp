// The calls of threads, from the events of all CPUs: system calls and functions.
#include <algorithm>
#include <utility>

#include "core/formats/tracecmd/thread_merger.h"

namespace tp::tracecmd {

using kernel::Frame;
using kernel::FrameKind;
using kernel::ThreadModel;

// Returns whether records of the CPU where the frame began, or of that of this record, were lost since it began, or the
// latter was not recorded yet when it began.
bool ThreadMerger::lostSince(const Raw& raw, const Frame& open) const {
  return recorded_.lostSince(open.input, open.begin) || recorded_.lostSince(raw.input, open.begin) ||
         recorded_.first(raw.input) > open.begin;
}

// If records were lost since the frame began, or its thread may have run where nothing is recorded, an end may belong
// to a later call.
bool ThreadMerger::endIsBound(const Raw& raw, const Thread& thread, size_t frame) const {
  return lostSince(raw, thread.frames[frame]) || ThreadModel::wasSilentSince(thread, thread.frames[frame]);
}

void ThreadMerger::end(const Raw& raw, Thread& thread, size_t frame, RecordBatch& out) {
  model_.pop(thread, frame, raw.time, out, !endIsBound(raw, thread, frame));
}

void ThreadMerger::syscall(const Raw& raw, Thread& thread, RecordBatch& out) {
  const Event& event = raw.event;
  bool entry = event.meaning == Meaning::SyscallEntry;
  const bool numbered = event.syscall != nullptr;
  NameId name = numbered ? syscallName(raw.number(event.syscall)) : event.slice;
  shared_.reader.noteSystemCall(name);
  // A call may be recorded twice, by number and by name. Only the kind that began it is followed.
  const uint64_t kind = numbered ? 1 : 0;
  size_t open = ThreadModel::findFrame(thread, FrameKind::Syscall);
  const Time before = std::exchange(thread.syscallAt, raw.time);
  const bool made = std::exchange(thread.made, false);
  if (open < thread.frames.size() && thread.frames[open].id != kind) return;
  if (open < thread.frames.size() && entry) {
    model_.cut(thread, open, raw.time, out);
  } else if (open < thread.frames.size()) {
    const Frame& frame = thread.frames[open];
    const bool other =
        frame.name != name && (!numbered || raw.number(event.syscall) >= 0) && endIsBound(raw, thread, open);
    if (!other) return end(raw, thread, open, out);
    // The exit of the one and the entry of the other were lost. Of the time between, nothing is known to be the
    // other's.
    model_.cut(thread, open, raw.time, out);
    endUnbegun(thread, name, raw.time, raw.time, out);
  } else if (!entry && thread.frames.empty() && (before == kNotWoken || made || recorded_.anyLostSince(before))) {
    endUnbegun(thread, name, before, raw.time, out);
  }
  if (!entry) return;
  kernel::Frame frame = kernel::Frame::named(FrameKind::Syscall, name, raw.input);
  frame.id = kind;
  model_.push(thread, frame, name, raw.time, out);
}

// Ends a call whose entry was not recorded. It is drawn from `before` on, the time of the thread's previous record of a
// system call, since which records were lost, or of its birth: the call that made it returns in it, too. kNotWoken: the
// call began before the trace. Not to be called for what may
// be one more record of the end of a call.
void ThreadMerger::endUnbegun(const Thread& thread, NameId name, Time before, Time time, RecordBatch& out) {
  const bool first = before == kNotWoken;
  Record& end = out.push();
  end = Record{};
  end.time = time;
  end.kind = first ? RecordKind::End : RecordKind::Slice;
  end.track = thread.tracks.slices;
  end.name = name;
  if (first) return;
  end.setLacksBegin();
  end.setBegun(before);
}

NameId ThreadMerger::syscallName(int64_t number) {
  const auto at = static_cast<uint64_t>(number);
  if (at < syscallNames_.size() && syscallNames_[at] != kNoName) return syscallNames_[at];
  std::string_view text = shared_.syscalls.of(number);
  if (text.empty()) return shared_.reader.names().intern("unknown system call");
  if (at >= syscallNames_.size()) syscallNames_.resize(at + 1, kNoName);
  return syscallNames_[at] = shared_.reader.names().intern(text);
}

NameId ThreadMerger::functionName(const Raw& raw, uint64_t address) {
  auto [at, fresh] = functions_[bufferOf_[raw.input]].try_emplace(address, kNoName);
  if (fresh) at->second = shared_.reader.names().intern(streams_[raw.input].words->text.symbolName(address));
  return at->second;
}

void ThreadMerger::graphEntry(const Raw& raw, Thread& thread, RecordBatch& out) {
  uint64_t function = static_cast<uint64_t>(raw.number(raw.event.function));
  uint32_t depth = static_cast<uint32_t>(std::clamp<int64_t>(raw.number(raw.event.depth), 0, 0xffff));
  // Frames at this depth or deeper have ended without a record.
  while (thread.graphFrames > depth)
    model_.cut(thread, ThreadModel::findFrame(thread, FrameKind::Graph), raw.time, out);
  model_.push(thread, {FrameKind::Graph, function, raw.input}, functionName(raw, function), raw.time, out);
}

void ThreadMerger::graphExit(const Raw& raw, Thread& thread, RecordBatch& out) {
  const Event& event = raw.event;
  uint64_t function = static_cast<uint64_t>(raw.number(event.function));
  size_t at = ThreadModel::findFrame(thread, FrameKind::Graph, function);
  if (at < thread.frames.size()) return end(raw, thread, at, out);
  if (event.callTime == nullptr || event.returnTime == nullptr) return;
  // The entry was not recorded, as with a threshold. The exit has the time of the entry.
  uint32_t depth = static_cast<uint32_t>(std::clamp<int64_t>(raw.number(event.depth), 0, 0xffff));
  Record& slice = out.push();
  slice = Record{};
  slice.time = raw.time;
  slice.kind = RecordKind::Slice;
  slice.track = thread.tracks.slices;
  slice.name = functionName(raw, function);
  slice.depth = static_cast<uint16_t>(std::max<size_t>(thread.frames.size(), depth));
  slice.setBegun(clampTime(raw.time - std::max<int64_t>(0, raw.number(event.returnTime) - raw.number(event.callTime))));
}

}  // namespace tp::tracecmd
