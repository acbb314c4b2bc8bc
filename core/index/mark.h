// What the index keeps of slices, instants and counter samples, and what views draw: one of them, or an aggregate of
// several.
#pragma once

#include <cstdint>
#include <cstring>

#include "core/trace/names.h"
#include "core/trace/trace_info.h"

namespace tp {

enum MarkFlags : uint8_t {
  kMarkOpen = 1,  // not closed when the trace, or what is indexed of it, ends
  // Its beginning is not in the trace: drawn from where the stream begins.
  kMarkNoBegin = 2,
  kMarkLost = 4,      // records were lost at this mark or, in an aggregate, among them
  kMarkCut = 8,       // closed by something else than its own end
  kMarkBroken = 16,   // records were lost while it was open, and it has no end
  kMarkUnknown = 32,  // for a counter: the value is unknown from its end on
  // It lasted so long at most (Record::isAtMost(), or a loss before its end); in an aggregate, of one of them.
  kMarkAtMost = 64,
};

// The duration is unknown.
inline constexpr uint8_t kMarkNoDuration = kMarkOpen | kMarkNoBegin | kMarkCut | kMarkBroken;

// A slice, instant or sample if `count` is 1; otherwise an aggregate of `count` neighbours at one depth, each too short
// to be drawn by itself at the level of detail.
struct Mark {
  Time begin = 0;
  // Equal to `begin` for instants; for an aggregate, where the last of them ends.
  Time end = 0;
  // What it is depends on the mark, so it is read by selfTime(), durations() or value().
  int64_t total = 0;
  // In an aggregate: the name of the longest. Counters have none, but keep least() here.
  NameId name = kNoName;
  uint32_t count = 1;
  // In an aggregate of slices: the longest duration >> longestShift(minLevel), which longestDuration() reads. Counters
  // keep most() here.
  uint32_t longest = 0;
  uint16_t depth = 0;
  // The lowest level of detail at which this mark is shown.
  uint8_t minLevel = 0;
  uint8_t flags = 0;

  bool aggregate() const { return count > 1; }
  Time duration() const { return end - begin; }

  // Of a slice that is no aggregate.
  Time selfTime() const { return total; }
  // The sum of the durations of all its slices.
  Time durations() const { return aggregate() ? total : duration(); }

  // Of a counter: the last value, unless kMarkUnknown is set.
  int64_t value() const { return total; }
  // Of a counter: the least value and the greatest, rounded to floats. The least is above the greatest if all values
  // are unknown.
  float least() const { return floatOf(name); }
  float most() const { return floatOf(longest); }
  void setRange(float least, float most) {
    name = bitsOf(least);
    longest = bitsOf(most);
  }

 private:
  // std::bit_cast(), which the library of Emscripten does not have yet.
  static float floatOf(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  static uint32_t bitsOf(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }
};
// There is one for every slice that is drawn by itself, so its size is most of what an index takes.
static_assert(sizeof(Mark) == 40);

// An aggregate made at level n has no slice of 2^n units or more, so its longest duration fits 32 bits after this
// shift.
inline int longestShift(int minLevel) {
  return minLevel > 32 ? minLevel - 32 : 0;
}
inline Time longestDuration(const Mark& mark) {
  return mark.aggregate() ? static_cast<Time>(mark.longest) << longestShift(mark.minLevel) : mark.duration();
}

// Levels of detail are powers of two of the clock's unit: at level n, slices of 2^n units or more are marks of their
// own.
inline constexpr int kLevels = 63;

// Returns the lowest level at which a mark of this duration is short: one above the highest at which it is a mark of
// its own.
inline int firstShortLevel(Time duration) {
  return duration <= 0 ? 0 : 64 - __builtin_clzll(static_cast<uint64_t>(duration));
}

}  // namespace tp
