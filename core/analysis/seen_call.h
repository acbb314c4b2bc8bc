// What is told of a call when it has been counted, for lists and plots of calls.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/trace/names.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

// Which row of the event table a record is, or was made from.
struct CallPlace {
  bool known = false;  // false: the record belongs to no row
  size_t stream = 0;
  uint64_t position = 0;  // index among the rows of the stream
  Time time = 0;
};

// A call as a CallAggregator counts it: clamped to the range, in clock units.
struct SeenCall {
  enum class Known : uint8_t {
    Whole,    // its duration is known, and counted
    Open,     // without a recorded end
    Unbegun,  // an end without a beginning
  };
  TrackId track = kNoTrack;
  NameId name = kNoName;
  // Of a state: what woke the thread, to it or out of it (wakerName()). kNoName: nothing, or it was not recorded.
  NameId caller = kNoName;
  uint16_t depth = 0;  // as it is drawn
  Known known = Known::Whole;
  bool selfDoubted = false;  // `self` may be off, as FunctionSums::selfDoubt says of a function
  Time begin = 0;
  Time duration = 0;
  Time self = 0;
  int32_t cpu = -1;     // where it ran, if that is known besides the record; -1: it is not
  bool atMost = false;  // the duration is an upper bound
  // The row that ended the call or, if no row ended it, the row that began it.
  CallPlace place = {};
};

}  // namespace tp
