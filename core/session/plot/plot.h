// A field of an event as a counter: what is asked for, and what workers make of it.
#pragma once

#include <string>
#include <vector>

#include "core/index/mark.h"
#include "core/io/wire.h"

namespace tp {

struct PlotSpec {
  std::string event;        // name of the record
  std::string field;        // as numericField() knows it
  std::string by = {};      // a further field, each value of which gets a line of its own; empty: one line
  std::string filter = {};  // of the filter language; empty: all
  // Where somebody looks at it: what is there is folded last. nearBegin > nearEnd: nowhere. It is the same plot
  // wherever.
  Time nearBegin = 1, nearEnd = 0;

  // "sched_switch.prev_prio"; tells plots apart.
  std::string name() const;
  bool operator==(const PlotSpec& other) const {
    return event == other.event && field == other.field && by == other.by && filter == other.filter;
  }
};

void writePlot(const PlotSpec& spec, WireWriter& out);
PlotSpec readPlot(WireReader& in);

// What one stream gives to one line.
struct PlotLane {
  uint32_t stream = 0;
  std::string value;  // of PlotSpec::by
  uint64_t samples = 0;
  std::vector<Mark> levels[kLevels + 1];  // as Lane has them; what is drawn from level 0 on has the birth 0
  std::vector<Mark> tail;
};

void writePlotLane(const PlotLane& lane, WireWriter& out);
bool readPlotLane(WireReader& in, PlotLane& lane);

}  // namespace tp
