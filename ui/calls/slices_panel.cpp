#include "ui/calls/slices_panel.h"

#include <algorithm>

#include "core/export/slice_rows.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/calls/duration_histogram.h"
#include "ui/calls/slices_parts.h"
#include "ui/view/slice_cells.h"
#include "ui/view/slice_conditions.h"

namespace tp::ui {
namespace {

constexpr float kLeastWidth = 860;  // narrower panels have the rows alone
constexpr float kSide = 330, kSideShare = 0.33f;
constexpr float kBars = 112;  // height of the histogram, if groups are below it

// The percentiles of what is listed, computed once for each answer.
struct Figures {
  uint32_t question = 0;
  GroupFigures figures;
};

void drawDurations(Context& c, const Rect& area) {
  const SlicesQuestion& question = *c.slices.question();
  Figures& shown = c.memory.of<Figures>();
  if (shown.question != question.id()) {
    shown.question = question.id();
    shown.figures = figuresOf(question.durations(), question.listed().count);
  }
  const std::string title = "Durations of " + sliceSubject(c);
  DurationPlot plot{question.id(),
                    kNoName,
                    &question.durations(),
                    title,
                    countText(question.listed().count, "slice") + " by duration",
                    "slice",
                    shown.figures.median,
                    shown.figures.p90,
                    shown.figures.p99};
  // What is counted from an upper bound is one.
  plot.bound = atMostIf(question.listed().atMost > 0);
  plot.hint = "Drag a part: those slices are listed";
  if (const auto durations = drawDurationHistogram(c, plot, area)) {
    c.slices.narrow(durationCondition(durations->first, durations->second, c.clock()));
    c.memory.of<DurationsInstead>().on = false;
    c.moreToCome = true;
  }
}

void drawSide(Context& c, const Rect& area) {
  const std::shared_ptr<SlicesQuestion>& question = c.slices.question();
  if (!question || !question->found()) return;
  const bool groups = !question->query().by.empty();
  const bool bars = question->listed().count > 0 && question->durations().size() > 0;
  const float height = groups ? std::min(kBars, area.h * 0.5f) : area.h;
  if (bars) drawDurations(c, {area.x, area.y, area.w, height});
  if (groups) drawSliceGroups(c, {area.x, area.y + (bars ? height + 8 : 0), area.w, area.h - (bars ? height + 8 : 0)});
}

}  // namespace

void drawSlicesPanel(Context& c, const Rect& area) {
  const bool side = area.w >= kLeastWidth;
  const float width = side ? std::max(kSide, area.w * kSideShare) : 0;
  const Rect left{area.x, area.y, area.w - width, area.h};
  const Rect chips = c.chips;
  c.chips = {left.x + 14, left.y, left.w - 28, left.h};
  const float head = drawSlicesHead(c, left, !side);
  c.chips = chips;
  const Rect below{left.x, left.y + head, left.w, left.h - head};
  if (!side && c.memory.of<DurationsInstead>().on)
    return drawSide(c, {below.x + 14, below.y + 6, below.w - 28, below.h - 10});
  drawSliceRows(c, below);
  if (!side) return;
  const float x = left.x + left.w;
  c.draw->AddLine({x + 0.5f, area.y}, {x + 0.5f, area.y + area.h}, c.theme.line);
  drawSide(c, {x + 14, area.y + 10, width - 28, area.h - 14});
}

std::vector<PanelTable> slicesTables(Context& c) {
  const SliceRows rows = sliceRows(c, c.index());
  PanelTable table{"Slices: " + sliceCounts(c, c.clock()), {}, {}};
  const std::vector<ShownColumn> columns = drawnColumns(c);
  for (const ShownColumn& column : columns) table.head.push_back(column.title());
  for (size_t row = 0; row < std::min(rows.slices.size(), kMaxPanelRows); ++row) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const ShownColumn& column : columns) cells.push_back(sliceCellText(c, rows, row, column));
  }
  return {table};
}

}  // namespace tp::ui
