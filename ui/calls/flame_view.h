// Draws a call tree: a row a level, the width a stack's share of the time. The layout is made anew only when what it
// shows changes, and holds no more boxes than there are pixels for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/call_shape.h"
#include "ui/view/context.h"

namespace tp::ui {

class FlameView {
 public:
  struct Shown {
    const CallTree* tree = nullptr;
    uint64_t version = 0;            // of the tree: grows as it does
    uint32_t top = CallTree::kRoot;  // the node that fills the width; its callers are drawn above it
    bool byTime = false;             // in the order of first calls, else the largest first
    bool upwards = false;            // the first row lowest
    int64_t whole = 0;               // what shares are of
    bool byThread = false;           // the first level is threads
    bool inverted = false;           // callers lie below what they call
    CallWeight weight = CallWeight::Total;
    std::string counter;  // whose growth is the weight; empty: time
  };
  struct Answer {
    std::optional<uint32_t> clicked;
    std::optional<uint32_t> opened;  // by the right button
  };

  // Within the current child window, which scrolls: the rows begin at its cursor.
  Answer draw(Context& c, const Rect& area, const Shown& shown);

 private:
  struct Box {
    float x = 0;  // in pixels from the left
    float w = 0;
    uint32_t node = 0;  // kRoot: stacks too narrow to be drawn, or not told apart, together
    uint32_t row = 0;
    float own = 1;  // share of its weight that no callee accounts for
    uint32_t caller = 0;
    int64_t narrow = 0;  // of kRoot: its weight
  };

  void arrange(const Context& c, float width, float least);
  bool stale(const Shown& shown, float width, float least) const;
  bool bySelf() const { return shown_.weight == CallWeight::Self && !shown_.inverted; }
  void drawBox(Context& c, const Box& box, const Rect& place, bool dimmed);
  void tip(Context& c, const Box& box) const;

  Shown shown_;
  float width_ = 0;
  float least_ = 0;
  // Of the tree when it was laid out. One that is still being built may be pruned, which numbers its nodes anew.
  size_t nodes_ = 0;
  uint32_t prunings_ = 0;
  std::vector<Box> boxes_;  // row by row
  std::vector<std::pair<size_t, size_t>> rows_;
  size_t callers_ = 0;  // rows above what was zoomed into
};

}  // namespace tp::ui
