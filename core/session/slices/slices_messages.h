// What a worker is asked to list, and what it answers. Ids of names and tracks are the worker's.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/slice_groups.h"
#include "core/analysis/slice_list.h"
#include "core/analysis/slice_points.h"
#include "core/analysis/slice_query.h"
#include "core/analysis/slice_text.h"

namespace tp {

struct SlicesRequest {
  SliceQuery query;
  // If there are any, the worker only reads the words of these; `number` is given back.
  struct Wanted {
    uint32_t number = 0;
    ListedSlice slice;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.number, self.slice);
    }
  };
  bool words = false;
  std::vector<Wanted> wanted;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.query, self.words, self.wanted);
  }
};

// What a worker has found so far: each replaces what it told before. `groups`, `durations` and `points` come with the
// last.
struct SlicesPart {
  uint32_t trackClass = 0;
  bool tells = true;  // of states: the records tell which thread runs
  SliceSums all, listed;
  std::vector<SortedSlice> slices;
  std::vector<SliceGroup> groups;
  SliceSums left;                       // SliceGroups::left()
  std::optional<SliceGroup> durations;  // SliceSift::durations()
  std::vector<uint8_t> met;             // Filter::met()
  bool systemCalls = false;             // TraceReader::hasSystemCalls()
  std::vector<SlicePoint> points;
  Time window = 0;  // SlicePoints::window()

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.trackClass, self.tells, self.all, self.listed, self.slices, self.groups, self.left, self.durations,
         self.met);
    wire(self.systemCalls, self.points, self.window);
  }
};

}  // namespace tp
