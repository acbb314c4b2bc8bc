// System calls of threads, interrupts of CPUs and requests of block devices.
#include <algorithm>
#include <utility>

#include "core/formats/perf/state_merger.h"
#include "core/formats/tracecmd/block_operations.h"
#include "core/formats/tracecmd/interrupts.h"
#include "core/trace/latency_flags.h"

namespace tp::perf {

using kernel::FrameKind;
using kernel::ThreadModel;
using tracecmd::Meaning;

// If records were lost since the frame began, or its thread may have run where nothing is recorded, the end may be that
// of a later call.
void StateMerger::end(Thread& thread, size_t frame, const Raw& raw, RecordBatch& out) {
  const kernel::Frame& open = thread.frames[frame];
  const bool lost = recorded_.anyLostSince(open.begin) || (wide_ && ThreadModel::wasSilentSince(thread, open));
  model_.pop(thread, frame, raw.time, out, !lost);
}

// A function of a program, or of the kernel, at whose beginning and return perf set probes.
void StateMerger::beginProbe(const Raw& raw, Thread& thread, RecordBatch& out) {
  kernel::Frame frame{FrameKind::Probe, static_cast<uint64_t>(raw.number(raw.event.function)),
                      raw.cpu < openRows_.size() ? raw.cpu : 0};
  model_.push(thread, frame, raw.event.slice, raw.time, out);
}

void StateMerger::syscall(const Raw& raw, Thread& thread, RecordBatch& out) {
  const tracecmd::Event& event = raw.event;
  const bool entry = event.meaning == Meaning::SyscallEntry, numbered = event.syscall != nullptr;
  NameTable& names = shared_.reader.names();
  const std::string_view known = numbered ? shared_.syscalls.of(raw.number(event.syscall)) : std::string_view();
  const NameId name = !numbered ? event.slice : names.intern(known.empty() ? "unknown system call" : known);
  shared_.reader.noteSystemCall(name);
  // A call may be recorded twice, by number and by name. Only the kind that began it is followed.
  const uint64_t kind = numbered ? 1 : 0;
  const size_t open = ThreadModel::findFrame(thread, FrameKind::Syscall);
  const Time before = std::exchange(thread.syscallAt, raw.time);
  if (open < thread.frames.size()) {
    if (thread.frames[open].id != kind) return;
    if (!entry) return end(thread, open, raw, out);
    // Calls do not nest: the end of the other one was not recorded.
    model_.cut(thread, open, raw.time, out);
  } else if (!entry) {
    // The call began before the thread was recorded.
    if (before != kNotWoken || !thread.frames.empty()) return;
    Record& record = out.push();
    record = Record{};
    record.time = raw.time;
    record.kind = RecordKind::End;
    record.track = thread.tracks.slices;
    record.name = name;
    return;
  }
  if (!entry) return;
  kernel::Frame frame = kernel::Frame::named(FrameKind::Syscall, name, raw.cpu < openRows_.size() ? raw.cpu : 0);
  frame.id = kind;
  model_.push(thread, frame, name, raw.time, out);
}

// The record's flags tell the context in which it was written.
WakeContext StateMerger::contextOf(const Raw& raw) const {
  if (const kernel::Field* field = events_.flags()) {
    const auto flags = static_cast<uint8_t>(raw.number(field));
    const bool irq = (flags & (kInHardirq | kInNmi)) != 0, softirq = (flags & kInSoftirq) != 0;
    return irq ? WakeContext::Irq : softirq ? WakeContext::Softirq : WakeContext::Thread;
  }
  const kernel::OpenInterrupts::Handler* open = interrupts_.innermost(raw.cpu);
  return open != nullptr ? open->context : WakeContext::Thread;
}

void StateMerger::interrupt(const Raw& raw, RecordBatch& out) {
  tracecmd::InterruptEdge edge;
  if (raw.cpu == Thread::kNoCpu ||
      !tracecmd::interruptEdge(raw.event, raw.data, shared_.tracepoints.context(), shared_.reader.names(), edge))
    return;
  const uint16_t row = tracecmd::rowOf(edge.context);
  if (edge.begins) {
    interrupts_.enter(raw.cpu, {edge.name, raw.cpu, edge.context});
    onCpu(RecordKind::Begin, row, edge.name, raw.cpu, raw.time, out);
    return;
  }
  interrupts_.leave(raw.cpu, edge.context);
  const bool begun = raw.cpu < openRows_.size() && openRows_[raw.cpu].has(row);
  onCpu(RecordKind::End, row, begun ? kNoName : raw.event.name, raw.cpu, raw.time, out);
}

void StateMerger::completeRequest(const Raw& raw, RecordBatch& out) {
  const tracecmd::Event& event = raw.event;
  BlockRequest request;
  if (event.operation != nullptr)
    request.operation = tracecmd::operationOf(kernel::fieldText(*event.operation, raw.data, raw.endian));
  request.device = static_cast<uint32_t>(raw.number(event.device));
  // A flush is of no sectors.
  if (request.operation != BlockOperation::Flush) {
    request.sector = static_cast<uint64_t>(raw.number(event.sector));
    if (event.sectors != nullptr) request.sectors = static_cast<uint64_t>(raw.number(event.sectors));
  }
  const NameId name = shared_.reader.names().intern(tracecmd::requestName(request.operation));
  const auto lost = [&](size_t, Time begin) { return recorded_.anyLostSince(begin); };
  request.issued = requests_.complete(
      {static_cast<uint64_t>(raw.number(event.device)), static_cast<uint64_t>(raw.number(event.sector))}, name,
      raw.time, lost, out);
  interrupts_.completes(raw.cpu, contextOf(raw), raw.cpu, request);
}

}  // namespace tp::perf
