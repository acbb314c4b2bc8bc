// A task's record as stored in <tid>.dat, and how a valid one is recognised.
// Source: uftrace's documentation of the data format (data file), and its struct of 16 bytes: time, then from bit 0 on
// type (2 bits), more (1), magic (3), depth (10), address (48).
#pragma once

#include "core/io/cursor.h"
#include "core/trace/trace_info.h"

namespace tp::uftrace {

enum class RawType : uint8_t { Entry, Exit, Lost, Event };

struct RawRecord {
  uint64_t word = 0;
  static constexpr uint32_t kSize = 16;
  // Ids of events are below this, addresses of functions are not.
  static constexpr uint64_t kEvents = 1 << 22;

  RawType type() const { return static_cast<RawType>(word & 3); }
  bool more() const { return (word & 4) != 0; }
  bool valid() const { return (word >> 3 & 7) == 5; }
  uint32_t depth() const { return word >> 6 & 1023; }
  uint64_t address() const { return word >> 16; }

  // Returns whether the recorder may have written this word with this time.
  bool formed(Time time) const {
    if (!valid()) return false;
    if (type() == RawType::Event) return depth() == 0 && address() > 0 && address() < kEvents;
    if (type() == RawType::Lost) return depth() == 0 && !more() && time == 0 && address() >> 32 == 0;
    return true;
  }

  static uint64_t makeLost(uint32_t count) { return 2 | 5 << 3 | uint64_t{count} << 16; }
  // Returns the word without the mark that arguments follow.
  uint64_t withoutMore() const { return word & ~uint64_t{4}; }
  // Makes the word of an event that stands in another file. `number` takes the place of the depth; its low 10 bits are
  // kept.
  static uint64_t makeEvent(uint64_t id, uint32_t number) { return 3 | 5 << 3 | (number & 1023) << 6 | id << 16; }
};

// Loads the 16 bytes of a record. The caller has checked that they are there.
struct TimedRecord {
  TimedRecord(const std::byte* at, Endian endian)
      : time(clampTime(static_cast<int64_t>(loadUnchecked<uint64_t>(at, endian)))),
        raw{loadUnchecked<uint64_t>(at + 8, endian)} {}

  bool formed() const { return raw.formed(time); }

  Time time;
  RawRecord raw;
};

}  // namespace tp::uftrace
