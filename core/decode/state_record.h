// What records on tracks of states (TrackKind::ThreadState) say besides the state, which is their name.
#pragma once

#include <cstdint>
#include <optional>

#include "core/decode/record.h"
#include "core/decode/wake_source.h"

namespace tp {

// Reads a record, which must outlive this.
class StateRecord {
 public:
  // Ids of Linux are below 2^22; what does not fit is omitted.
  static constexpr int kTidBits = 24;
  static constexpr uint32_t kTidMask = (uint32_t{1} << kTidBits) - 1;
  static constexpr int32_t kPriorityOffset = 2;

  explicit StateRecord(const Record& record) : record_(record) {}

  // The thread runs from here on.
  bool runs() const { return (record_.flags & kOnCpu) != 0; }
  // If it runs: the CPU's number; -1 if it is unknown.
  int32_t cpu() const { return runs() ? static_cast<int32_t>(record_.ref & kOwnMask) - 1 : -1; }
  // If it runs: whether the switch to it was recorded. If not, another event of the thread shows that it runs.
  bool isSwitch() const { return (record_.flags & Record::kSecondOfRole) == 0; }
  // If it runs: its priority, if the switch tells it, as the kernel counts: 120 is nice 0, less is more urgent, -1 has
  // a deadline.
  std::optional<int32_t> priority() const {
    const uint32_t packed = runs() ? record_.size >> kTidBits : 0;
    return packed > 0 ? std::optional(static_cast<int32_t>(packed) - kPriorityOffset) : std::nullopt;
  }

  // Of the beginning of a state: the thread was woken, to it or before it.
  bool isWoken() const { return record_.kind == RecordKind::Begin && wokenAt() != kNotWoken; }
  // When it was woken, or kNotWoken; the id of the thread that woke it, or that the waking interrupt interrupted, or 0;
  // and what that CPU was doing. Only of states in which the thread runs or is runnable.
  Time wokenAt() const { return record_.value; }
  uint32_t wakerTid() const { return record_.size & kTidMask; }
  WakeSource wakeSource() const { return wakeSourceOf(record_); }
  // If it runs, and was woken: it waited for so long at most, because another CPU was not recorded for a part of that
  // time, and the thread may have run there.
  bool waitIsAtMost() const { return (record_.flags & Record::kThirdOfRole) != 0; }
  // If it is runnable: it has just been created.
  bool isNew() const { return (record_.ref & kOwnMask) == 1; }

  // How long the state before lasted is not known: for how long the thread waited; whether it has run since it was
  // woken; when the state began that is told.
  bool beforeUnknown() const { return record_.beforeUnknown(); }

  // Of the end of a state in which the thread does not run, or of an Event when the trace ends: for how long another
  // CPU was not recorded meanwhile, on which the thread may have run; 0 if none was, or if a record says that it did
  // not run. The state lasted for so much less, perhaps.
  Time silent() const {
    return record_.kind != RecordKind::Begin && (record_.flags & Record::kThirdOfRole) != 0 ? record_.value : 0;
  }

 private:
  const Record& record_;
};

// Writes what StateRecord reads. The record must outlive this.
class StateWriter {
 public:
  explicit StateWriter(Record& record) : record_(record) {}

  // `isSwitch`: the switch was recorded.
  void setRuns(uint32_t cpu, bool isSwitch) {
    record_.ref = (record_.ref & ~kOwnMask) | ((cpu + 1) & kOwnMask);
    record_.flags |= static_cast<uint8_t>(kOnCpu | (isSwitch ? 0 : Record::kSecondOfRole));
  }
  // To be called after setWoken(). What the kernel does not have is ignored.
  void setPriority(int64_t told) {
    constexpr int64_t kLeast = -1, kMax = 253;
    if (told < kLeast || told > kMax) return;
    const auto packed = static_cast<uint32_t>(told + StateRecord::kPriorityOffset);
    record_.size = (record_.size & StateRecord::kTidMask) | packed << StateRecord::kTidBits;
  }
  void setWoken(Time at, uint32_t by) {
    record_.value = at;
    record_.size = by <= StateRecord::kTidMask ? by : 0;
  }
  void setWokenAt(Time at) { record_.value = at; }
  void setWakeSource(const WakeSource& source) { tp::setWakeSource(record_, source); }
  // Nothing woke it just now, and it is not new.
  void setNotWoken() {
    setWoken(kNotWoken, 0);
    record_.ref = 0;
  }
  void setWaitAtMost() { record_.flags |= Record::kThirdOfRole; }
  void setNew() { record_.ref = (record_.ref & ~kOwnMask) | 1; }
  void setSilent(Time time) {
    record_.flags |= Record::kThirdOfRole;
    record_.value = time;
  }

 private:
  Record& record_;
};

}  // namespace tp
