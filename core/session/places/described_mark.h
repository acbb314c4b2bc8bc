// The description of a mark, as a worker sends it. Ids of tracks are the worker's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/decode/detail_row.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

struct DescribedMark {
  bool found = false;
  std::vector<DetailRow> rows;
  struct Field {
    std::string event, field, text;
    bool end = false;  // of the record that ends it, else of the one that begins it

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.event, self.field, self.text, self.end);
    }
  };
  std::vector<Field> fields;  // those whose values are numbers
  struct Link {
    std::string label;
    TrackId track = kNoTrack;
    int64_t tid = -1;  // if `track` is not known: id of the thread, if there is one
    Time time = 0;
    bool flow = false;      // one led to the other; false: it is only mentioned
    bool outgoing = false;  // as in EventRow::Link
    uint16_t depth = 0;     // of the slice there
    std::string name = {};  // of the slice there; empty: the track tells

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.label, self.track, self.tid, self.time, self.flow, self.outgoing, self.depth, self.name);
    }
  };
  std::vector<Link> links;
  Time silent = 0;  // StateRecord::silent() of the record that ends it, in clock units
  // Of a state of a thread: the CPU on which it runs from its end on; -1 if it does not, or if that is not known.
  int32_t runsOn = -1;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.found, self.rows, self.fields, self.links, self.silent, self.runsOn);
  }
};

}  // namespace tp
