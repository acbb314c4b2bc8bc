#include "core/kernel/event_states.h"

#include <algorithm>
#include <cstdio>
#include <string>

#include "core/trace/not_recorded.h"

namespace tp::kernel {

EventStates::EventStates(TraceReader& reader, ThreadTracks& threads, const std::vector<TrackId>& cpuTracks,
                         StateSetup setup)
    : reader_(reader),
      threads_(threads),
      cpuTracks_(cpuTracks),
      inputs_(std::move(setup.inputs)),
      hasWakings_(setup.hasWakings),
      model_(threads, reader.names()),
      recorded_(inputs_.size()),
      headersBegin_(setup.begin),
      headersEnd_(setup.end),
      goingOn_(cpuTracks.size()),
      latest_(cpuTracks.size(), kNotWoken),
      switched_(cpuTracks.size(), kNotWoken),
      firstRunner_(cpuTracks.size()),
      notRecorded_(reader.names().intern(kNotRecordedSlice)),
      pageFault_(reader.names().intern("page fault")),
      systemCall_(reader.names().intern("system call")),
      readRequest_(reader.names().intern("read request")),
      writeRequest_(reader.names().intern("write request")),
      packetRequest_(reader.names().intern("packet request")),
      requests_(reader.tracks(), std::move(setup.label), setup.heading, BlockRequests::From::FirstIssue) {
  if (hasWakings_) model_.expectWakings();
  for (uint32_t cpu : setup.untold) {
    recorded_.expectSwitches(cpu, RecordedInputs::kNone);
    model_.expectCpu(cpu);
  }
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const StateInput& input = inputs_[i];
    if (input.tid > 0 || input.cpu >= cpuTracks.size()) continue;
    goingOn_[input.cpu] += input.hasEvents;
    if (goingOn_[input.cpu] > 0) model_.expectCpu(input.cpu);
    if (firstRunner_[input.cpu] || !input.firstRunner) continue;
    firstRunner_[input.cpu] = input.firstRunner;
    recorded_.sawSwitch(i, input.cpu);
  }
}

Thread* EventStates::running(uint32_t cpu) {
  int64_t tid = model_.running(cpu);
  return tid > 0 ? &model_.thread(tid) : nullptr;
}

void EventStates::add(size_t input, const Record& record, StreamDecoder& decoder, RecordBatch& out) {
  Raw raw;
  raw.time = record.time;
  raw.cpu = inputs_[input].cpu;
  raw.input = input;
  const bool own = inputs_[input].tid > 0;
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
  Thread* thread = own ? &model_.thread(inputs_[input].tid) : running(raw.cpu);
  const Meaning meaning = read(record, decoder, own, raw);
  const bool ofThreads =
      meaning == Meaning::FunctionEntry || meaning == Meaning::FunctionExit || meaning == Meaning::Brand;
  if (meaning != Meaning::None && (!own || ofThreads) && follow(meaning, raw, thread, out)) return;
  if (thread == nullptr || own) return;
  Record& instant = out.push();
  instant = Record{};
  instant.time = record.time;
  instant.kind = RecordKind::Instant;
  instant.track = thread->tracks.events;
  instant.name = record.name;
  const bool wakes = meaning == Meaning::Wakeup || meaning == Meaning::NewWakeup || meaning == Meaning::Waking ||
                     meaning == Meaning::Woken;
  if (!wakes) return;
  instant.value = raw.number(0);
  setWakeSource(instant, sourceOf(raw.cpu));
}

// Returns true if the event is not to be drawn as an instant any more.
bool EventStates::follow(Meaning meaning, const Raw& raw, Thread* thread, RecordBatch& out) {
  switch (meaning) {
    case Meaning::Schedule:
      schedule(raw, out);
      return true;
    case Meaning::Wakeup:
    case Meaning::NewWakeup:
      wakeup(meaning, raw, thread, out);
      return false;
    case Meaning::Waking:
    case Meaning::Woken:
      wakeByRecord(meaning, raw, thread, out);
      return false;
    case Meaning::Migrate:
      if (raw.number(0) > 0) model_.moved(model_.thread(raw.number(0)), raw.cpuOf(1), raw.time, out);
      return false;
    case Meaning::Fork:
      fork(raw, out);
      return false;
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
      requests_.issue({raw.numbers[1], raw.numbers[0]}, raw.time, raw.input);
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
      enter(FrameKind::Syscall, nameOf(Numbers::Syscalls, "syscall ", raw.numbers[0], raw.texts[0]), raw, thread, out);
      return true;
    case Meaning::SyscallExit:
      leave(FrameKind::Syscall, raw, thread, out);
      return true;
    case Meaning::TrapEntry:
      enter(FrameKind::Trap, nameOf(Numbers::Traps, "trap ", raw.numbers[0], raw.texts[0]), raw, thread, out);
      return true;
    case Meaning::FaultEntry:
      enter(FrameKind::Trap, pageFault_, raw, thread, out);
      return true;
    case Meaning::TrapExit:
    case Meaning::FaultExit:
      leave(FrameKind::Trap, raw, thread, out);
      return true;
    case Meaning::IrqEntry:
    case Meaning::IrqExit:
    case Meaning::SoftirqEntry:
    case Meaning::SoftirqExit:
      interrupt(meaning, raw, thread, out);
      return true;
    case Meaning::FunctionEntry:
      enter(FrameKind::Function, nameOf(Numbers::Functions, "0x", raw.numbers[0]), raw, thread, out);
      return true;
    case Meaning::FunctionExit:
      // If the function's beginning was not recorded, nothing ends.
      if (thread != nullptr) {
        NameId name = nameOf(Numbers::Functions, "0x", raw.numbers[0]);
        end(*thread, ThreadModel::findFrame(*thread, FrameKind::Function, name), raw, out);
      }
      return true;
    default:
      return false;
  }
}

template <class Self, class Wire>
void EventStates::layout(Self& self, Wire& wire) {
  wire(self.model_, self.recorded_, self.interrupts_, self.openRows_, sameSize(self.goingOn_), sameSize(self.latest_));
  wire(sameSize(self.switched_), self.finished_, self.requests_);
}

void EventStates::save(WireWriter& out) const {
  layout(*this, out);
}

bool EventStates::restore(WireReader& in) {
  layout(*this, in);
  return !in.failed();
}

void EventStates::describe(const Record& record, EventRow& row) {
  auto cpuTrackOf = [&](uint32_t place) { return place < cpuTracks_.size() ? cpuTracks_[place] : kNoTrack; };
  model_.describe(record, reader_.tracks(), reader_.names(), cpuTrackOf, row);
}

}  // namespace tp::kernel
