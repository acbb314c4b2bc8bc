// What a person has chosen of the flame graph.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/call_shape.h"
#include "core/trace/names.h"

namespace tp::ui {

struct FlameOptions {
  CallWeight weight = CallWeight::Total;
  std::string counter;                        // whose growth is shown in place of time; empty: time
  NameId focus = kNoName;                     // only calls of this function
  bool collapseRecursion = false;             // a call within a call of the same function is part of that one
  bool inverted = false;                      // functions, callers below them
  bool byThread = false;                      // threads first
  bool byTime = false;                        // in the order of first calls, else the largest first
  bool upwards = false;                       // callees above their callers: flames, not icicles
  NameId zoomTo = kNoName;                    // to be zoomed into when the calls are there
  std::vector<std::vector<NameId>> zoomed{};  // stacks zoomed into, the last one shown; by thread, first a TrackId

  void setWeight(CallWeight to, std::string of = {}) {
    weight = to;
    counter = std::move(of);
  }
  // What a function spends itself is what one looks for from below, what it takes with all it calls from above; either
  // can be chosen then.
  void invert(bool to) {
    if (inverted != to && weight != CallWeight::Calls) weight = to ? CallWeight::Self : CallWeight::Total;
    inverted = to;
  }
  // Of calls whose threads are told apart or not.
  CallShape shape(bool threads) const {
    CallShape shape;
    shape.weight = weight;
    shape.focus = focus;
    shape.collapseRecursion = collapseRecursion;
    shape.inverted = inverted;
    shape.byThread = threads;
    return shape;
  }
};

}  // namespace tp::ui
