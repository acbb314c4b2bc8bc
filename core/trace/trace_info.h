// What is known of a trace as a whole, beside its records.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tp {

// Time in the core is an integer count of clock units. For most clocks the unit is the nanosecond (num == den == 1);
// others keep the raw count and say how many nanoseconds it is worth: ns = units * nsNum / nsDen.
using Time = int64_t;

// Times in a file are claims like all else. Within these bounds the difference of any two is a Time as well, and no
// clock gets there: readers pass every time that they read through this.
inline Time clampTime(int64_t read) {
  constexpr int64_t kBound = int64_t{1} << 62;
  return read < -kBound ? -kBound : read >= kBound ? kBound - 1 : read;
}

// What a clock counts from, as far as that says with which others it agrees.
enum class ClockKind : uint8_t {
  Unknown,
  Monotonic,  // CLOCK_MONOTONIC and its like: since the machine started, each of its own rate
  MonotonicRaw,
  Boot,
  Machine,  // the kernel's own, of the scheduler: near CLOCK_MONOTONIC, no more
  Tai,
  Wall,
  Tsc,  // counts of the processor, or ns made of them
};

struct ClockInfo {
  std::string name;  // as the trace names it: "mono", "x86-tsc"
  bool isNs = true;  // false: counts of unknown or other length, shown as counts where nsNum is 0
  uint64_t nsNum = 1;
  uint64_t nsDen = 1;
  bool hasWallOffset = false;
  int64_t wallOffsetNs = 0;     // wall-clock ns (since 1970) minus trace ns
  int64_t wallPrecisionNs = 1;  // to so many ns the recording says what time of day it was: 1, 1000, a second's
  ClockKind kind = ClockKind::Unknown;
  // The trace's times are those of such a clock, plus this.
  int64_t kindOffset = 0;
  // Of kind Tsc where isNs: how ns are made of the counts, ns = counts * tscNum / tscDen; 0: not known.
  uint64_t tscNum = 0;
  uint64_t tscDen = 1;
};

// One of several traces that lie on one axis (core/joint).
struct TracePart {
  uint32_t number = 0;  // TrackKey::trace of its tracks, as long as the same files are open
  uint32_t drop = 0;    // FileEntry::drop of its files
  std::string name;     // of its folder or file
  std::string format;
  std::string version;
  ClockInfo clock;        // its own
  std::string alignment;  // how its clock was laid on the axis, in words: "same clock: mono"
  Time shift = 0;         // by hand, beyond that: in units of the axis
};

struct TraceInfo {
  std::string format;   // "uftrace", "trace-cmd", "xray", "lttng"
  std::string version;  // of the format: "4", "7", "5", "2.6"
  ClockInfo clock;
  // From metadata or from the first and last records, when known before indexing; begin > end: not known.
  Time begin = 0;
  Time end = -1;
  uint32_t cpus = 0;  // CPUs that the trace speaks of; 0 where it has no notion of them
  // Further metadata in the order to be shown: {"command line", "..."}.
  std::vector<std::pair<std::string, std::string>> metadata;
  // Where several traces were dropped that are not opened together: the folders of all, the open one first.
  std::vector<std::string> siblings;
  // Where several are joined: these. Format and version above are those of all of them, the clock is the axis's.
  std::vector<TracePart> parts;
};

}  // namespace tp
