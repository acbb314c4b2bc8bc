#include "core/formats/lttng/state_merger.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "core/formats/lttng/first_switch.h"
#include "core/trace/not_recorded.h"

namespace tp::lttng {

using kernel::FrameKind;
using kernel::ThreadModel;

StateMerger::StateMerger(Shared& shared, kernel::ThreadTracks& threads, const std::vector<TrackId>& cpuTracks,
                         const std::vector<uint32_t>& inputs, const std::set<uint32_t>& untold, std::string label,
                         TrackId heading)
    : shared_(shared),
      threads_(threads),
      cpuTracks_(cpuTracks),
      model_(threads, shared.reader.names()),
      recorded_(inputs.size()),
      goingOn_(cpuTracks.size()),
      latest_(cpuTracks.size(), kNotWoken),
      firstRunner_(cpuTracks.size()),
      notRecorded_(shared.reader.names().intern(kNotRecordedSlice)),
      pageFault_(shared.reader.names().intern("page fault")),
      systemCall_(shared.reader.names().intern("system call")),
      readRequest_(shared.reader.names().intern("read request")),
      writeRequest_(shared.reader.names().intern("write request")),
      packetRequest_(shared.reader.names().intern("packet request")),
      requests_(shared.reader.tracks(), std::move(label), heading, kernel::BlockRequests::From::FirstIssue) {
  for (const TraceFile& file : shared.files) {
    const Time begin = shared.clock.at(file.first.beginTsc), end = shared.clock.at(file.endTsc);
    if (begin > end) continue;
    headersBegin_ = std::min(headersBegin_, begin);
    headersEnd_ = std::max(headersEnd_, end);
  }
  for (uint32_t cpu : untold) {
    recorded_.expectSwitches(cpu, kernel::RecordedInputs::kNone);
    model_.expectCpu(cpu);
  }
  for (size_t input = 0; input < inputs.size(); ++input) {
    const TraceFile& file = shared.files[inputs[input]];
    if (file.tid > 0 || file.cpu >= cpuTracks.size()) continue;
    goingOn_[file.cpu] += file.firstPlace.dataEnd > file.firstPlace.at + file.first.layout.headerSize;
    if (goingOn_[file.cpu] > 0) model_.expectCpu(file.cpu);
    if (firstRunner_[file.cpu]) continue;
    firstRunner_[file.cpu] = firstRunner(file, shared.markers.channel(file.channel), shared.reader.names());
    if (firstRunner_[file.cpu]) recorded_.sawSwitch(input, file.cpu);
  }
}

const StateMerger::Known& StateMerger::known(NameId name, const Marker* marker) {
  if (name >= known_.size()) known_.resize(name + size_t{1});
  Known& out = known_[name];
  if (out.seen || marker == nullptr) return out;
  out.seen = true;
  EventMeaning meaning = meaningOf(shared_.reader.names().view(name));
  out.meaning = meaning.meaning;
  for (const Field& field : marker->fields) {
    out.wanted.push_back(meaning.fieldOf(field.name));
    if (out.wanted.back() >= 0) out.positions.push_back(static_cast<uint32_t>(out.wanted.size() - 1));
  }
  return out;
}

StateMerger::Thread* StateMerger::running(uint32_t cpu) {
  int64_t tid = model_.running(cpu);
  return tid > 0 ? &model_.thread(tid) : nullptr;
}

void StateMerger::add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) {
  const TraceFileDecoder& file = static_cast<TraceFileDecoder&>(decoder);
  Raw raw;
  raw.time = record.time;
  raw.cpu = file.cpu();
  raw.input = input;
  // A thread's own file has only what that thread does, on whatever CPU; its events are on the thread's track already.
  bool own = file.tid() > 0;
  if (model_.hasUnsettled()) model_.settleSome(out);
  if (record.kind != RecordKind::Instant) {
    if (!own && record.kind == RecordKind::Event) ends(raw, out);
    return;
  }
  // Draws the time of a loss up to this event, even if events of the CPU's other files lie in between.
  if (recorded_.goesOn(input) && !own && recorded_.tellsWhoRuns(input, raw.cpu))
    drawNotRecorded(raw.cpu, recorded_.latest(input), raw.time, out);
  if (!own) begins(raw, out);
  recorded_.saw(input, raw.time);
  Thread* thread = own ? &model_.thread(file.tid()) : running(raw.cpu);
  const Known& wanted = known(record.name, file.markerOf(record));
  bool ofThreads = wanted.meaning == Meaning::FunctionEntry || wanted.meaning == Meaning::FunctionExit ||
                   wanted.meaning == Meaning::Brand;
  if (wanted.meaning != Meaning::None && (!own || ofThreads)) {
    raw.numbers.fill(0);
    file.someFields(record, wanted.positions, [&](size_t i, const Field& field, const FieldValue& value) {
      int8_t which = wanted.wanted[i];
      raw.numbers[static_cast<size_t>(which)] = value.number;
      raw.told |= 1u << which;
      if (field.kind == FieldKind::String) raw.texts[static_cast<size_t>(which)] = value.text;
      if (field.labels == nullptr) return;
      auto label = field.labels->find(static_cast<int64_t>(value.number));
      if (label != field.labels->end()) raw.texts[static_cast<size_t>(which)] = label->second;
    });
    if (follow(wanted.meaning, raw, thread, out)) return;
  }
  if (thread == nullptr || own) return;
  Record& instant = out.push();
  instant = Record{};
  instant.time = record.time;
  instant.kind = RecordKind::Instant;
  instant.track = thread->tracks.events;
  instant.name = record.name;
  if (wanted.meaning != Meaning::Wakeup && wanted.meaning != Meaning::NewWakeup) return;
  instant.value = raw.number(0);
  setWakeSource(instant, sourceOf(raw.cpu));
}

// Returns true if the event is not to be drawn as an instant any more.
bool StateMerger::follow(Meaning meaning, const Raw& raw, Thread* thread, RecordBatch& out) {
  switch (meaning) {
    case Meaning::Schedule:
      schedule(raw, out);
      return true;
    case Meaning::Wakeup:
    case Meaning::NewWakeup:
      wakeup(meaning, raw, thread, out);
      return false;
    case Meaning::Fork: {
      if (raw.number(1) <= 0) return false;
      Thread& child = model_.thread(raw.number(1));
      model_.born(child, raw.time, out);
      threads_.addLife(child.tid, Lifetime::madeAt(raw.time, Lifetime::Source::Fork, raw.number(0)));
      model_.setName(child, threads_.knownNameOf(raw.number(0)), raw.time);
      threads_.setProcess(child.tid, raw.number(2), raw.time);
      // The child begins to exist within the call that made it.
      Thread& parent = model_.thread(raw.number(0));
      size_t call = ThreadModel::findFrame(parent, FrameKind::Syscall);
      if (call < parent.frames.size()) enterAmid(parent.frames[call].name, raw, child, out);
      return false;
    }
    case Meaning::Exit:
      threads_.addLife(raw.number(0), Lifetime::endedAt(raw.time));
      return false;
    case Meaning::Exec:
      if (thread != nullptr) model_.setName(*thread, raw.texts[0].substr(raw.texts[0].rfind('/') + 1), raw.time);
      return false;
    case Meaning::Brand:
      // The name that a program gives its thread, which is shown beside the kernel's name.
      if (thread != nullptr && thread->tid > 0 && !raw.texts[0].empty())
        threads_.setAlias(thread->tid, raw.texts[0], raw.time);
      return false;
    case Meaning::KernelThread:
      // The new thread is a copy of the one that makes kernel threads and has its name, until it is given its own.
      if (raw.number(0) > 0) {
        char name[48];
        std::snprintf(name, sizeof name, "kernel thread 0x%llx", static_cast<unsigned long long>(raw.numbers[1]));
        model_.setName(model_.thread(raw.number(0)), name, raw.time);
      }
      return false;
    case Meaning::BlockIssue:
      requests_.issue({0, raw.numbers[0]}, raw.time, raw.input);
      return false;
    case Meaning::BlockComplete:
      completeRequest(raw, out);
      return false;
    case Meaning::PacketComplete:
      // Neither its issue nor its completion tells which request it is.
      requests_.completeUnknown(packetRequest_, raw.time, out);
      completes(raw, {});
      return false;
    case Meaning::ProcessState:
      processState(raw, out);
      return true;
    case Meaning::SyscallEntry:
      // The idle thread makes no system calls.
      if (thread == nullptr) return false;
      // System calls do not nest: the end of the other one was lost, or the state dump was wrong.
      model_.cut(*thread, ThreadModel::findFrame(*thread, FrameKind::Syscall), raw.time, out);
      enter(FrameKind::Syscall, nameOf(Symbols::Syscalls, "syscall ", raw.numbers[0], raw.texts[0]), raw, thread, out);
      return true;
    case Meaning::SyscallExit:
      leave(FrameKind::Syscall, raw, thread, out);
      return true;
    case Meaning::TrapEntry:
      enter(FrameKind::Trap, nameOf(Symbols::Traps, "trap ", raw.numbers[0], raw.texts[0]), raw, thread, out);
      return true;
    case Meaning::FaultEntry:
      enter(FrameKind::Trap, pageFault_, raw, thread, out);
      return true;
    case Meaning::TrapExit:
    case Meaning::FaultExit:
      leave(FrameKind::Trap, raw, thread, out);
      return true;
    case Meaning::IrqEntry: {
      NameId name = nameOf(Symbols::Irqs, "irq ", raw.numbers[0], raw.texts[0]);
      const uint8_t within = irqsOpen(raw.cpu);
      onCpu(RecordKind::Begin, kernel::kIrqRow + within, name, raw, out);
      interrupts_.enter(raw.cpu, {name, raw.cpu, WakeContext::Irq, within});
      enter(FrameKind::Irq, name, raw, thread, out);
      return true;
    }
    case Meaning::IrqExit:
      interrupts_.leave(raw.cpu, WakeContext::Irq);
      onCpu(RecordKind::End, kernel::kIrqRow + irqsOpen(raw.cpu), kNoName, raw, out);
      leave(FrameKind::Irq, raw, thread, out);
      return true;
    case Meaning::SoftirqEntry: {
      NameId name = nameOf(Symbols::Softirqs, "softirq ", raw.numbers[0], raw.texts[0]);
      onCpu(RecordKind::Begin, kernel::kSoftirqRow, name, raw, out);
      interrupts_.enter(raw.cpu, {name, raw.cpu, WakeContext::Softirq});
      enter(FrameKind::Softirq, name, raw, thread, out);
      return true;
    }
    case Meaning::SoftirqExit:
      onCpu(RecordKind::End, kernel::kSoftirqRow, kNoName, raw, out);
      interrupts_.leave(raw.cpu, WakeContext::Softirq);
      leave(FrameKind::Softirq, raw, thread, out);
      return true;
    case Meaning::FunctionEntry:
      enter(FrameKind::Function, nameOf(Symbols::None, "0x", raw.numbers[0]), raw, thread, out);
      return true;
    case Meaning::FunctionExit:
      // If the function's beginning was not recorded, nothing ends.
      if (thread != nullptr) {
        NameId name = nameOf(Symbols::None, "0x", raw.numbers[0]);
        end(*thread, ThreadModel::findFrame(*thread, FrameKind::Function, name), raw, out);
      }
      return true;
    default:
      return false;
  }
}

template <class Self, class Wire>
void StateMerger::layout(Self& self, Wire& wire) {
  wire(self.model_, self.recorded_, self.interrupts_, self.openRows_, sameSize(self.goingOn_), sameSize(self.latest_));
  wire(self.finished_, self.requests_);
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

}  // namespace tp::lttng
