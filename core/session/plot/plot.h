// A field of an event as a counter: what is asked for, and what workers compute.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/index/mark.h"
#include "core/io/wire.h"

namespace tp {

struct PlotSpec {
  std::string event;        // name of the record
  std::string field;        // as numericField() takes it
  std::string by = {};      // a further field, each value of which gets a line of its own; empty: one line
  std::string filter = {};  // an expression of the filter language; empty: all records
  // The time that the user looks at, which is aggregated last. nearBegin > nearEnd: none. It does not tell plots apart.
  Time nearBegin = 1, nearEnd = 0;

  // Returns "sched_switch.prev_prio", which tells plots apart.
  std::string name() const;
  bool operator==(const PlotSpec& other) const {
    return event == other.event && field == other.field && by == other.by && filter == other.filter;
  }
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.event, self.field, self.by, self.filter, self.nearBegin, self.nearEnd);
    if constexpr (Wire::kReads) {
      self.nearBegin = clampTime(self.nearBegin);
      self.nearEnd = clampTime(self.nearEnd);
    }
  }
};

// What one stream has for one line.
struct PlotLane {
  uint32_t stream = 0;
  std::string value;  // of PlotSpec::by
  std::string unit;   // of PlotSpec::field, where the records' texts show one
  uint64_t samples = 0;
  std::array<std::vector<Mark>, kLevels + 1> levels;  // as in Lane; what is drawn from level 0 on has minLevel 0
  std::vector<Mark> tail;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.stream, self.value, self.unit, self.samples);
    for (auto& level : self.levels) wire(untranslated(level));  // marks of counters have no names
    wire(untranslated(self.tail));
  }
};

}  // namespace tp
