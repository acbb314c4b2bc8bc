// Draws a call tree: a row for each level, boxes as wide as their share of the weight. The layout is computed again
// only when what it shows changes, and has no more boxes than there are pixels.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/call_shape.h"
#include "ui/calls/flame_keys.h"
#include "ui/view/context.h"

namespace tp::ui {

class FlameView {
 public:
  // What is drawn. `tree` must outlive the call of draw().
  struct Shown {
    const CallTree* tree = nullptr;
    uint64_t version = 0;            // of the tree; changes as the tree grows
    uint32_t top = CallTree::kRoot;  // node that fills the width, its callers drawn before it
    bool byTime = false;             // in the order of first calls, else the largest first
    bool upwards = false;            // the first row is the lowest
    int64_t whole = 0;               // weight that shares refer to
    bool byThread = false;           // threads on the first level
    bool inverted = false;           // callers are below what they call
    CallWeight weight = CallWeight::Total;
    std::string counter;                     // counter whose growth is the weight; empty: time
    StateWeight states = StateWeight::None;  // states the time in which is the weight
    bool keys = false;                       // the arrow keys choose a box
  };
  using Answer = FlameAnswer;

  // Draws within the current child window, which scrolls; the rows begin at its cursor.
  Answer draw(Context& c, const Rect& area, const Shown& shown);

 private:
  void arrange(const TraceIndex& index, const ShownNames& names, float width, float least);
  bool stale(const Shown& shown, float width, float least) const;
  bool bySelf() const { return shown_.weight == CallWeight::Self && !shown_.inverted; }
  void drawBox(Context& c, const FlameBox& box, float own, const Rect& place, bool dimmed);
  bool isThread(uint32_t node) const;
  bool isNotKnown(const ShownNames& names, uint32_t node) const;
  bool isNoCall(const ShownNames& names, uint32_t node) const;
  void tip(Context& c, const FlameHit& hit) const;

  Shown shown_;
  float width_ = 0;
  float least_ = 0;
  // Of the tree when it was laid out. Pruning a tree that is still being built renumbers its nodes.
  size_t nodes_ = 0;
  uint32_t prunings_ = 0;
  FlameBoxes laid_;
  FlameKeys keys_;
  std::vector<float> own_;  // by box, by self time: the share of its weight that belongs to no callee
};

}  // namespace tp::ui
