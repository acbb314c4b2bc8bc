// What a trace is told as to whatever writes it for another tool: tracks, slices, instants and samples of counters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/decode/event_row.h"
#include "core/trace/names.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

// The tracks that are written: those that have something on them, and what they stand under.
struct ExportTracks {
  const TrackTable& table;
  std::vector<bool> used;  // by track

  ExportTracks(const TrackTable& tracks) : table(tracks), used(tracks.size(), false) {}
  void use(TrackId track) {
    for (; track < used.size() && !used[track]; track = table[track].parent) used[track] = true;
  }
};

struct ExportItem {
  TrackId track = kNoTrack;  // of ExportTracks
  uint16_t depth = 0;
  NameId name = kNoName;
  std::string_view text;  // of the name
  // What the trace says of it in its own words, and on which CPU; empty or < 0 where it says nothing.
  std::string_view args;
  int32_t cpu = -1;
  bool lasted = true;  // false: of what ends, it is not known how long it took
};

// Appends to `out`. Times are ns. Of one track, begins and ends come as they nest, but whole slices come when they have
// ended: those of a track may come in any order with what they lie within.
class ExportWriter {
 public:
  virtual ~ExportWriter() = default;

  virtual void begin(const TraceInfo& info, const ExportTracks& tracks, std::string& out) = 0;
  virtual void sliceBegin(const ExportItem& item, Time time, std::string& out) = 0;
  // Of the last slice begun on the track and not ended yet; `item.args`: what it returned.
  virtual void sliceEnd(const ExportItem& item, Time time, std::string& out) = 0;
  virtual void slice(const ExportItem& item, Time begin, Time end, std::string& out) = 0;
  virtual void instant(const ExportItem& item, Time time, std::string& out) = 0;
  virtual void counter(const ExportItem& item, Time time, int64_t value, std::string& out) = 0;
  virtual void end(std::string& out) = 0;
};

// Units of the clock as ns; counts of a clock that does not say how long they are stay what they are.
Time exportNs(Time time, const ClockInfo& clock);

}  // namespace tp
