// What is drawn as slices: system calls, traps, interrupts and functions of threads, and the rows of CPUs.
#include <algorithm>
#include <cstdio>
#include <string>

#include "core/kernel/event_states.h"

namespace tp::kernel {

void EventStates::onCpu(RecordKind kind, uint16_t depth, NameId name, const Raw& raw, RecordBatch& out) {
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

void EventStates::enter(FrameKind kind, NameId name, const Raw& raw, Thread* thread, RecordBatch& out) {
  if (thread == nullptr) return;
  if (kind == FrameKind::Syscall) reader_.noteSystemCall(name);
  model_.push(*thread, Frame::named(kind, name, raw.input), name, raw.time, out);
  const bool interrupts = kind == FrameKind::Irq || kind == FrameKind::Softirq;
  if (interrupts && raw.cpu < cpuTracks_.size()) out.last().setOnCpuAsWell();
}

// Begins a system call whose beginning was not recorded, or not by this thread.
void EventStates::enterAmid(NameId name, const Raw& raw, Thread& thread, RecordBatch& out) {
  reader_.noteSystemCall(name);
  model_.push(thread, Frame::named(FrameKind::Syscall, name, raw.input, false), name, raw.time, out);
}

// Returns on which row a further interrupt is drawn: nested ones have a row each, up to a limit.
uint8_t EventStates::irqsOpen(uint32_t cpu) const {
  constexpr uint16_t kMax = 4;
  return static_cast<uint8_t>(std::min(interrupts_.count(cpu, WakeContext::Irq), kMax));
}

// An exit that does not match an open entry is ignored, as in LTTV. Frames above that entry, whose exits were lost, end
// with it.
void EventStates::leave(FrameKind kind, const Raw& raw, Thread* thread, RecordBatch& out) {
  if (thread != nullptr) end(*thread, ThreadModel::findFrame(*thread, kind), raw, out);
}

// The frame is cut instead of ended if its beginning was not recorded. If there was a loss since then, the end may
// belong to a later frame.
void EventStates::end(Thread& thread, size_t frame, const Raw& raw, RecordBatch& out) {
  if (frame >= thread.frames.size()) return;
  const Frame& open = thread.frames[frame];
  // A thread's own file has all of its functions, on whatever CPU.
  const bool silent = open.kind != FrameKind::Function && ThreadModel::wasSilentSince(thread, open);
  const bool sure =
      !silent && !recorded_.lostSince(open.input, open.begin) && !recorded_.lostSince(raw.input, open.begin);
  if (open.whole) return model_.pop(thread, frame, raw.time, out, sure);
  model_.cut(thread, frame, raw.time, out);
  out.last().setLacksBegin();
}

void EventStates::interrupt(Meaning meaning, const Raw& raw, Thread* thread, RecordBatch& out) {
  if (meaning == Meaning::IrqEntry) {
    const std::string_view label = raw.texts[0].empty() ? raw.texts[1] : raw.texts[0];
    const NameId name = nameOf(Numbers::Irqs, "irq ", raw.numbers[0], label);
    const uint8_t within = irqsOpen(raw.cpu);
    onCpu(RecordKind::Begin, kIrqRow + within, name, raw, out);
    interrupts_.enter(raw.cpu, {name, raw.cpu, WakeContext::Irq, within});
    enter(FrameKind::Irq, name, raw, thread, out);
  } else if (meaning == Meaning::IrqExit) {
    interrupts_.leave(raw.cpu, WakeContext::Irq);
    onCpu(RecordKind::End, kIrqRow + irqsOpen(raw.cpu), kNoName, raw, out);
    leave(FrameKind::Irq, raw, thread, out);
  } else if (meaning == Meaning::SoftirqEntry) {
    const NameId name = nameOf(Numbers::Softirqs, "softirq ", raw.numbers[0], raw.texts[0]);
    onCpu(RecordKind::Begin, kSoftirqRow, name, raw, out);
    interrupts_.enter(raw.cpu, {name, raw.cpu, WakeContext::Softirq});
    enter(FrameKind::Softirq, name, raw, thread, out);
  } else {
    onCpu(RecordKind::End, kSoftirqRow, kNoName, raw, out);
    interrupts_.leave(raw.cpu, WakeContext::Softirq);
    leave(FrameKind::Softirq, raw, thread, out);
  }
}

NameId EventStates::nameOf(Numbers kind, const char* otherwise, uint64_t number, std::string_view label) {
  NamesOfNumbers& known = names_[static_cast<size_t>(kind)];
  NameId& at = number < known.usual.size() ? known.usual[static_cast<size_t>(number)] : known.others[number];
  if (at != kNoName) return at;
  std::string name = kind == Numbers::Functions ? std::string() : symbol(kind, number);
  if (name.empty()) name = label;
  if (name.empty()) {
    char digits[24];
    std::snprintf(digits, sizeof digits, kind == Numbers::Functions ? "%llx" : "%llu",
                  static_cast<unsigned long long>(number));
    name = std::string(otherwise) + digits;
  }
  return at = reader_.names().intern(name);
}

}  // namespace tp::kernel
