// What is known about a trace as a whole, besides its records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/io/wire.h"

namespace tp {

// An integer count of clock units. For most clocks the unit is the nanosecond; others keep the raw count, and ns =
// units * nsNum / nsDen (ClockInfo).
using Time = int64_t;

// From one time to another.
struct TimeRange {
  Time begin = 0;
  Time end = 0;
};

// Limits a time that was read from a file, which may be any number, to [-2^62, 2^62): then the difference of any two is
// a Time as well. No clock reaches these bounds. Readers pass every time that they read through this.
inline Time clampTime(int64_t read) {
  constexpr int64_t kBound = int64_t{1} << 62;
  return read < -kBound ? -kBound : read >= kBound ? kBound - 1 : read;
}

// What a clock counts from; decides with which other clocks it agrees.
enum class ClockKind : uint8_t {
  Unknown,
  Monotonic,  // CLOCK_MONOTONIC and its like: since the machine started, each at its own rate
  MonotonicRaw,
  Boot,
  Machine,  // the kernel's scheduler clock: close to CLOCK_MONOTONIC, but not equal
  Tai,
  Wall,
  Tsc,  // the processor's counter, or ns computed from it
};

struct ClockInfo {
  std::string name;  // as the trace names it: "mono", "x86-tsc"
  // False: counts of another or unknown length; if nsNum is 0, it is unknown and they are shown as counts.
  bool isNs = true;
  uint64_t nsNum = 1;
  uint64_t nsDen = 1;
  bool hasWallOffset = false;
  int64_t wallOffsetNs = 0;  // wall-clock ns (since 1970) minus trace ns
  // The unit in which the recording states the time of day, in ns: 1, 1000 or 1 000 000 000.
  int64_t wallPrecisionNs = 1;
  ClockKind kind = ClockKind::Unknown;
  // The trace's times minus those of a clock of this kind, in units of the trace's clock.
  int64_t kindOffset = 0;
  // For kind Tsc with isNs: ns = counts * tscNum / tscDen. tscNum is 0 if the rate is unknown.
  uint64_t tscNum = 0;
  uint64_t tscDen = 1;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, self.isNs, self.nsNum, self.nsDen, self.hasWallOffset, self.wallOffsetNs, self.wallPrecisionNs);
    wire(atMost(self.kind, ClockKind::Tsc), self.kindOffset, self.tscNum, self.tscDen);
  }
};

// What traces of a format have, as its row in the registry says (core/formats/registry.cpp). Views go by this, and by
// no name of a format.
struct FormatTraits {
  bool calls = false;  // calls of a program's functions, with their beginnings and ends
  // What a kernel recorded: states of threads, who woke whom. Its threads are those of a whole machine, of which most
  // do little.
  bool kernel = false;
  bool cpus = true;          // records tell on which CPU they were made
  bool threads = true;       // and by which thread
  bool flags = false;        // and what the CPU was doing (core/trace/latency_flags.h)
  bool streams = false;      // names of streams tell what is in them
  bool namesBeside = false;  // names of functions come from a program that is dropped beside it
  bool cuts = false;         // a part of it can be written in the format itself (core/formats/cutters.h)
  bool wholeCalls = false;   // these keep calls whole that reach over an edge (CutRequest::around)

  // Of several traces: what any of them has.
  void add(const FormatTraits& other) {
    bool FormatTraits::*const all[] = {&FormatTraits::calls,   &FormatTraits::kernel,      &FormatTraits::cpus,
                                       &FormatTraits::threads, &FormatTraits::flags,       &FormatTraits::streams,
                                       &FormatTraits::cuts,    &FormatTraits::namesBeside, &FormatTraits::wholeCalls};
    for (bool FormatTraits::*one : all) this->*one = this->*one || other.*one;
  }

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.calls, self.kernel, self.cpus, self.threads, self.flags, self.streams, self.namesBeside, self.cuts,
         self.wholeCalls);
  }
};

// In the place of a TracePart::number: all traces that are joined, or the only one.
inline constexpr uint32_t kEveryTrace = ~uint32_t{0};

// One of several traces that lie on one axis (core/joint).
struct TracePart {
  uint32_t number = 0;  // TrackKey::trace of its tracks, constant while the same files are open
  uint32_t drop = 0;    // FileEntry::drop of its files
  std::string name;     // of its folder or file
  std::string format;
  std::string version;
  FormatTraits traits;  // of its format
  ClockInfo clock;      // its own clock
  // How its clock was aligned with the axis, for the user: "same clock: mono".
  std::string alignment;
  // The first of the parts whose clock counts the same: their times agree exactly, but for what the user shifts.
  uint32_t sameClockAs = 0;
  uint32_t copyOf = 0;  // the first of the parts whose files are the same (sameFiles()): itself, if no other one's are
  Time shift = 0;       // a further shift by the user, in units of the axis

  // Whether what both recorded at one time has one time on the axis.
  bool agreesWith(const TracePart& other) const { return sameClockAs == other.sameClockAs && shift == other.shift; }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.number, self.drop, self.name, self.format, self.version, self.traits, self.clock, self.alignment,
         self.sameClockAs, self.copyOf, self.shift);
  }
};

// An event whose samples have stacks.
struct SampledEvent {
  std::string name;      // as the samples have it: "cpu-clock"
  std::string unit;      // of its periods: "ns"; empty if it counts events
  bool periods = false;  // samples say how many events each stands for

  // What stacks are weighed by, in the place of the label of a counter.
  std::string countLabel() const { return "samples of " + name; }
  std::string periodLabel() const { return unit.empty() ? name : name + ", " + unit; }
  bool operator==(const SampledEvent&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, self.unit, self.periods);
  }
};

struct TraceInfo {
  std::string format;   // "uftrace"; of several traces "uftrace + trace-cmd". For words only: see `traits`
  std::string version;  // version of the format: "4", "7", "5", "2.6"
  FormatTraits traits;  // of the format; of several traces, what any of them has
  ClockInfo clock;
  // From metadata or from the first and last records, if known before indexing. Unknown if begin > end.
  Time begin = 0;
  Time end = -1;
  // Of a cut: the first time of the whole trace that it was cut from, in units of the clock, as the cut claims it. Use
  // TraceIndex::origin(), which does not believe what can't be.
  std::optional<Time> origin;
  uint32_t cpus = 0;  // CPUs that the trace mentions; 0: none, or unknown
  // Whether files beside it may say where its functions were written (TraceReader::writtenFunctions()).
  bool hasSources = false;
  std::vector<SampledEvent> sampled;
  // Further metadata in the order in which they are shown: {"command line", "..."}.
  std::vector<std::pair<std::string, std::string>> metadata;
  // If several traces were dropped that are not opened together: the folders of all of them, the open one first.
  std::vector<std::string> siblings;
  // If several traces are joined: the parts. `format` and `version` are then those of all of them, `clock` is the
  // axis's.
  std::vector<TracePart> parts;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.format, self.version, self.clock, self.begin, self.end, self.origin, self.cpus, self.hasSources);
    wire(self.traits, self.sampled, self.metadata, self.siblings, self.parts);
  }
};

}  // namespace tp
