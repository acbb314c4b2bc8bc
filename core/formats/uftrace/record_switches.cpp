// The scheduler's records of a task, which lie in other files, among its own.
#include <algorithm>

#include "core/formats/uftrace/record_decoder.h"

namespace tp::uftrace {

Time RecordDecoder::nextSwitchTime() const {
  return log_ != nullptr && state_.nextSwitch < log_->switches.size() ? log_->switches[state_.nextSwitch].time
                                                                      : INT64_MAX;
}

// Appends the scheduler's records before `until`. Returns false if the batch is full.
bool RecordDecoder::addSwitches(Time until, RecordBatch& out) {
  while (switchAt_ < until) {
    if (!out.hasRoom(2)) return false;
    endAtExec(switchAt_, out);
    addSwitch(log_->switches[state_.nextSwitch], out);
    ++state_.nextSwitch;
    switchAt_ = nextSwitchTime();
  }
  return true;
}

// Returns the time of the last record that the thread wrote itself; before the first one, the least time.
Time RecordDecoder::lastCall() const {
  return state_.timed != 0 ? state_.time : INT64_MIN;
}

// Returns whether the thread can leave its CPU at `time` after what was recorded of it so far. If not, the switch with
// which it got that CPU was not recorded, or others may have been lost since.
bool RecordDecoder::mayLeave(Time time) const {
  if (state_.nextSwitch == 0) return !log_->forked;
  const Switch& last = log_->switches[state_.nextSwitch - 1];
  return last.kind == Switch::Kind::In && !shared_.logs.lost(last.cpu, last.time, time);
}

// Returns whether the thread can get a CPU after what was recorded of it so far. If not, the switch with which it left
// its CPU was not recorded.
bool RecordDecoder::mayArrive() const {
  if (state_.nextSwitch == 0) return state_.timed == 0;
  const Switch& last = log_->switches[state_.nextSwitch - 1];
  return last.kind != Switch::Kind::In && lastCall() <= last.time;
}

// The switch does not fit to the one before it: others are missing.
void RecordDecoder::noteMissingSwitch(Record& record) {
  record.setBeforeUnknown();
  if (state_.switchesMissing == 0 && shared_.lacksCpus) shared_.reader.warnings().add(*shared_.lacksCpus);
  state_.switchesMissing = 1;
}

// An exec until `until` ends all open calls, although no record of the task says so.
void RecordDecoder::endAtExec(Time until, RecordBatch& out) {
  if (state_.any == 0 || state_.depth == 0 || log_ == nullptr) return;
  const std::optional<Time> exec = log_->execBetween(state_.time, until);
  if (!exec) return;
  Record& record = out.push();
  record = Record{};
  record.time = *exec;
  record.track = task_.thread;
  record.kind = RecordKind::Cut;
  record.flags = kDerived;
  state_.depth = 0;
  state_.offCpu = 0;
}

// Time off the CPU is a slice within the call that it interrupts. Outside of calls (in the dynamic linker and the
// recorder before the first call, and on the way out of the program after the last), it is listed, but not drawn,
// because `uftrace report` does not count it.
void RecordDecoder::addSwitch(const Switch& one, RecordBatch& out) {
  bool in = one.kind == Switch::Kind::In;
  bool preempted = one.kind == Switch::Kind::OutPreempted;
  Record& record = out.push();
  record = Record{};
  record.time = one.time;
  record.value = static_cast<int64_t>(RawRecord::makeEvent(in          ? EventId::kSchedIn
                                                           : preempted ? EventId::kSchedOutPreempted
                                                                       : EventId::kSchedOut,
                                                           one.cpu));
  record.track = task_.thread;
  record.name = offCpuNames_[preempted];
  record.flags = in ? kOnCpu : kOffCpu;
  if (!(in ? mayArrive() : mayLeave(one.time))) noteMissingSwitch(record);
  record.setCpu(one.cpu);
  bool within = state_.any != 0 && state_.depth > 0;
  if (!in && within) {
    record.kind = RecordKind::Begin;
    record.depth = static_cast<uint16_t>(std::min<uint32_t>(state_.depth, 0xffff));
    state_.offCpu = preempted ? 2 : 1;
    state_.offDepth = record.depth;
  } else if (in && state_.offCpu != 0) {
    record.kind = RecordKind::End;
    record.depth = static_cast<uint16_t>(state_.offDepth);
    record.name = offCpuNames_[state_.offCpu - 1];
    state_.offCpu = 0;
  }
}

// Appends the end of the thread, which tells how long it ran after its last switch: until it exits or, if no record
// says so, until its last call.
void RecordDecoder::addEnd(RecordBatch& out) {
  if (log_ == nullptr || log_->switches.empty()) return;
  const Switch& last = log_->switches.back();
  const bool exits = log_->exit != INT64_MIN;
  if (!exits && last.kind != Switch::Kind::In && lastCall() <= last.time) return;
  Record& record = out.push();
  record = Record{};
  record.time = std::max({log_->exit, lastCall(), last.time});
  record.track = task_.thread;
  record.name = ended_;
  record.flags = kUnlisted | kOffCpu;
  if (!mayLeave(record.time)) noteMissingSwitch(record);
}

}  // namespace tp::uftrace
