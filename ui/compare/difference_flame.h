// The differential flame graph: the stacks of A and B in one graph, whose colours tell what takes more or less time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/compare/difference_boxes.h"
#include "ui/calls/flame_rows.h"
#include "ui/view/context.h"
#include "ui/view/difference_look.h"

namespace tp::ui {

// What a panel keeps of it between frames.
struct DifferenceFlame {
  std::vector<uint32_t> zoomed;  // stacks that are zoomed into, the last one is shown; valid for `number`

  // What follows from the comparison, and is set by drawDifferenceFlame().
  uint64_t number = 0;  // of the comparison; 0: there is none
  struct Laid {
    std::optional<DifferenceBoxes> boxes;
    FlameBoxes flame;
    DifferenceWidth width = kUsualWidth;
    bool total = false;
    int64_t scale = 1;  // changeScale()
    uint32_t top = 0;
    float area = 0, least = 0;  // widths in pixels
  };
  std::shared_ptr<Laid> laid;

  uint32_t top() const { return zoomed.empty() ? 0 : zoomed.back(); }
};

// Draws chips, a legend and the graph. `number` is not 0, and differs for each comparison; `found` must stay where it
// is as long as it has the same number. `chips`: with those that choose how it is drawn. Returns the stack that the
// user has opened in this frame, by the right button or by keys.
FlameAnswer drawDifferenceFlame(Context& c, DifferenceFlame& flame, DifferenceLook& look, const StackComparison& found,
                                uint64_t number, const Rect& area, bool chips = true);

// Forgets the comparison and what is zoomed into.
void resetDifferenceFlame(DifferenceFlame& flame);

// Goes back to what was shown before the last zoom. Returns false if nothing is zoomed into.
bool zoomOutOfDifference(DifferenceFlame& flame);

// The graph as it is drawn, as an SVG document.
std::string differenceFlameSvg(const DifferenceFlame& flame, const DifferenceLook& look, const StackComparison& found);

}  // namespace tp::ui
