// What the user has chosen for the flame graph.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/call_shape.h"
#include "core/trace/names.h"
#include "core/trace/state_weight.h"

namespace tp::ui {

struct FlameOptions {
  CallWeight weight = CallWeight::Total;
  std::string counter;  // counter whose growth is the weight; empty: time
  StateWeight states =
      StateWeight::None;           // states of threads the time in which is the weight; there is no counter then
  NameId focus = kNoName;          // show only calls of this function
  bool collapseRecursion = false;  // a call within a call of the same function is merged into it
  bool inverted = false;           // functions first, their callers below them
  bool byThread = false;           // threads on the first level
  bool byTime = false;             // callees in the order of their first calls, else the largest first
  bool upwards = false;            // callees above their callers: flames, not icicles
  NameId zoomTo = kNoName;         // function to zoom into when the calls are there
  // Stacks zoomed into, the last one is shown. With byThread, the first element of each is a TrackId.
  std::vector<std::vector<NameId>> zoomed{};

  void setWeight(CallWeight to, std::string of = {}) {
    weight = to;
    counter = std::move(of);
    states = StateWeight::None;
  }
  // The weight is what calls gain while they are open: the growth of a counter, or the time in states.
  void setGrowth(std::string of) { setWeight(inverted ? CallWeight::Self : CallWeight::Total, std::move(of)); }
  void setStates(StateWeight of) {
    setGrowth({});
    states = of;
  }
  // Bottom-up, self time is the usual weight, top-down total time: sets that, but keeps a number of calls. The user may
  // choose another weight afterwards.
  void invert(bool to) {
    if (inverted != to && weight != CallWeight::Calls) weight = to ? CallWeight::Self : CallWeight::Total;
    inverted = to;
  }
  // The shape of the tree. `threads`: the calls are told apart by thread.
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
