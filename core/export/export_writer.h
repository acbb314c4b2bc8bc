// ExportWriter writes a trace for another tool: its tracks, slices, instants and samples of counters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/decode/event_row.h"
#include "core/decode/sampled_stack.h"
#include "core/trace/names.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

// The tracks that are written: those that have something on them, and their parents.
struct ExportTracks {
  const TrackTable& table;
  std::vector<bool> used;  // by track

  ExportTracks(const TrackTable& tracks) : table(tracks), used(tracks.size(), false) {}
  void use(TrackId track) {
    for (; track < used.size() && !used[track]; track = table[track].parent) used[track] = true;
  }
};

struct ExportItem {
  TrackId track = kNoTrack;  // id in ExportTracks::table
  uint16_t depth = 0;
  NameId name = kNoName;
  std::string_view text;  // of the name
  // The trace's own text about it, and its CPU; empty or < 0 if it says nothing.
  std::string_view args;
  int32_t cpu = -1;
  // What the trace leaves open of how long it lasted: kNotKnown or kAtMost; empty if nothing.
  std::string_view duration = {};

  static constexpr std::string_view kNotKnown = "not known";
  static constexpr std::string_view kAtMost = "at most";
};

// All functions append to `out`. Times are in ns. On each track, begins and ends nest. Whole slices come when they have
// ended, so they may come in any order with the slices around them.
class ExportWriter {
 public:
  virtual ~ExportWriter() = default;

  virtual void begin(const TraceInfo& info, const ExportTracks& tracks, std::string& out) = 0;
  virtual void sliceBegin(const ExportItem& item, Time time, std::string& out) = 0;
  // Ends the innermost slice of the track that sliceBegin() has begun. `item.args` is what it returned.
  virtual void sliceEnd(const ExportItem& item, Time time, std::string& out) = 0;
  virtual void slice(const ExportItem& item, Time begin, Time end, std::string& out) = 0;
  virtual void instant(const ExportItem& item, Time time, std::string& out) = 0;
  virtual void counter(const ExportItem& item, Time time, int64_t value, std::string& out) = 0;
  // The stack of a sample, whose event is on the track: called if wantsSamples() returns true. `names` are those of the
  // stack.
  virtual bool wantsSamples() const { return false; }
  virtual void sample(TrackId track, const SampledStack& stack, const NameTable& names, std::string& out) {
    (void)track, (void)stack, (void)names, (void)out;
  }
  virtual void end(std::string& out) = 0;
};

// Converts clock units to ns. Returns the time as it is if the clock does not say how long its units are.
Time exportNs(Time time, const ClockInfo& clock);

}  // namespace tp
