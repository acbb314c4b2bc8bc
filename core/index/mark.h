// What the index keeps of slices, instants and counter samples, and what a view draws: one of them, or a fold of many.
#pragma once

#include <cstdint>

#include "core/trace/names.h"
#include "core/trace/trace_info.h"

namespace tp {

enum MarkFlags : uint8_t {
  kMarkOpen = 1,      // not closed when the trace, or what is indexed of it, ends
  kMarkNoBegin = 2,   // its beginning is not in the trace: drawn from where the stream begins
  kMarkLost = 4,      // records were lost at (or, in a fold, among) these
  kMarkCut = 8,       // closed by something else than its own end
  kMarkBroken = 16,   // records were lost while it was open: its end may be another one's
  kMarkUnknown = 32,  // of a counter: from its end on, the value is not known
};

// How long it took is not known.
inline constexpr uint8_t kMarkNoDuration = kMarkOpen | kMarkNoBegin | kMarkCut | kMarkBroken;

// One thing where count is 1, else a fold: `count` neighbours of one depth, each too short to be drawn on its own at
// the level of detail asked for.
struct Mark {
  Time begin = 0;
  Time end = 0;  // == begin for instants; of a fold: where the last of them ends
  // Slices: self time of the one, or the summed durations of a fold. Counters: the (last) value, but of kMarkUnknown.
  int64_t total = 0;
  // Of a fold: the name of the longest. Counters: bits of a float, the least value; above the greatest where there is
  // none, as all of it is unknown.
  NameId name = kNoName;
  uint32_t count = 1;
  uint32_t longest =
      0;  // of a fold: longest duration >> longestShift(minLevel). Counters: bits of a float, the greatest
  uint16_t depth = 0;
  uint8_t minLevel = 0;  // level of detail from which on this mark stands for what it stands for
  uint8_t flags = 0;

  bool aggregate() const { return count > 1; }
  Time duration() const { return end - begin; }
};
static_assert(sizeof(Mark) == 40);

// A fold born at level n holds nothing of 2^n units or more, so that its longest duration fits 32 bits after this
// shift.
inline int longestShift(int minLevel) {
  return minLevel > 32 ? minLevel - 32 : 0;
}
inline Time longestDuration(const Mark& mark) {
  return mark.aggregate() ? static_cast<Time>(mark.longest) << longestShift(mark.minLevel) : mark.duration();
}

// Levels of detail are powers of two of the clock's unit: at level n, slices of 2^n units or more stand alone.
inline constexpr int kLevels = 63;

// The level at which a mark of this duration is first short: one above the highest at which it stands alone.
inline int firstShortLevel(Time duration) {
  return duration <= 0 ? 0 : 64 - __builtin_clzll(static_cast<uint64_t>(duration));
}

}  // namespace tp
