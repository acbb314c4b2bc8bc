// The longest of the times that a stack has, where stacks are weighed by the time of threads in states.
#pragma once

#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

// A time in one state, or in several that follow each other and all count, as far as the stack is the same. In clock
// units.
struct LongestTime {
  Time begin = 0;
  Time length = 0;            // 0: none is known
  bool atMost = false;        // it may be shorter, as another CPU was not recorded for a part of it
  TrackId thread = kNoTrack;  // a track of the thread whose time it is
  bool anyAtMost = false;     // this one, or another time of the stack, may be shorter: their sum is an upper bound

  // Returns whether it is to be told rather than `other`: the longer one, of several the first, whatever order they
  // come in.
  bool isBefore(const LongestTime& other) const {
    if (length != other.length) return length > other.length;
    if (begin != other.begin) return begin < other.begin;
    return thread.value < other.thread.value;
  }
  // Takes the other one if it is to be told rather than this one.
  void take(const LongestTime& other) {
    const bool any = anyAtMost || other.anyAtMost;
    if (other.isBefore(*this)) *this = other;
    anyAtMost = any;
  }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.begin, self.length, self.atMost, self.thread, self.anyAtMost);
  }
};

}  // namespace tp
