// What is drawn as slices: system calls, traps, interrupts and functions of threads, and the rows of CPUs.
#include <algorithm>
#include <cstdio>
#include <string>

#include "core/formats/lttng/state_merger.h"

namespace tp::lttng {

using kernel::FrameKind;
using kernel::ThreadModel;

void StateMerger::onCpu(RecordKind kind, uint16_t depth, NameId name, const Raw& raw, RecordBatch& out) {
  if (raw.cpu >= cpuTracks_.size()) return;
  if (raw.cpu >= openRows_.size()) openRows_.resize(cpuTracks_.size());
  openRows_[raw.cpu].add(kind, depth);
  Record& record = out.push();
  record = Record{};
  record.time = raw.time;
  record.kind = kind;
  record.track = cpuTracks_[raw.cpu];
  record.name = name;
  record.depth = depth;
}

void StateMerger::enter(FrameKind kind, NameId name, const Raw& raw, Thread* thread, RecordBatch& out) {
  if (thread == nullptr) return;
  if (kind == FrameKind::Syscall) shared_.reader.noteSystemCall(name);
  model_.push(*thread, kernel::Frame::named(kind, name, raw.input), name, raw.time, out);
  const bool interrupts = kind == FrameKind::Irq || kind == FrameKind::Softirq;
  if (interrupts && raw.cpu < cpuTracks_.size()) out.last().setOnCpuAsWell();
}

// Begins a system call whose beginning was not recorded, or not by this thread.
void StateMerger::enterAmid(NameId name, const Raw& raw, Thread& thread, RecordBatch& out) {
  shared_.reader.noteSystemCall(name);
  model_.push(thread, kernel::Frame::named(FrameKind::Syscall, name, raw.input, false), name, raw.time, out);
}

// Returns on which row a further interrupt is drawn: nested ones have a row each, up to a limit.
uint8_t StateMerger::irqsOpen(uint32_t cpu) const {
  constexpr uint16_t kMax = 4;
  return static_cast<uint8_t>(std::min(interrupts_.count(cpu, WakeContext::Irq), kMax));
}

// An exit that does not match an open entry is ignored, as in LTTV. Frames above that entry, whose exits were lost, end
// with it.
void StateMerger::leave(FrameKind kind, const Raw& raw, Thread* thread, RecordBatch& out) {
  if (thread != nullptr) end(*thread, ThreadModel::findFrame(*thread, kind), raw, out);
}

// The frame is cut instead of ended if its beginning was not recorded. If there was a loss since then, the end may
// belong to a later frame.
void StateMerger::end(Thread& thread, size_t frame, const Raw& raw, RecordBatch& out) {
  if (frame >= thread.frames.size()) return;
  const kernel::Frame& open = thread.frames[frame];
  // A thread's own file has all of its functions, on whatever CPU.
  const bool silent = open.kind != FrameKind::Function && kernel::ThreadModel::wasSilentSince(thread, open);
  const bool sure =
      !silent && !recorded_.lostSince(open.input, open.begin) && !recorded_.lostSince(raw.input, open.begin);
  if (open.whole) return model_.pop(thread, frame, raw.time, out, sure);
  model_.cut(thread, frame, raw.time, out);
  out.last().setLacksBegin();
}

NameId StateMerger::nameOf(Symbols table, const char* otherwise, uint64_t number, std::string_view label) {
  NamesOfNumbers& known = names_[static_cast<size_t>(table)];
  NameId& at = number < known.usual.size() ? known.usual[static_cast<size_t>(number)] : known.others[number];
  if (at != kNoName) return at;
  std::string name = table == Symbols::None ? std::string() : shared_.symbols.name(table, number);
  if (name.empty()) name = label;
  if (name.empty()) {
    char digits[24];
    std::snprintf(digits, sizeof digits, table == Symbols::None ? "%llx" : "%llu",
                  static_cast<unsigned long long>(number));
    name = std::string(otherwise) + digits;
  }
  return at = shared_.reader.names().intern(name);
}

}  // namespace tp::lttng
