#include "ui/calls/slices_groups.h"

#include <string>

#include "core/export/slice_rows.h"
#include "ui/base/row_list.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/view/slice_cells.h"
#include "ui/view/slice_conditions.h"

namespace tp::ui {
namespace {

constexpr float kTitles = 20, kFigure = 72;
constexpr int kFigures = 4;

// The figures of the groups that are shown, computed once.
struct Shown {
  uint32_t question = 0;
  std::vector<GroupFigures> figures;
};

const std::vector<GroupFigures>& figuresOfAll(Context& c, const SlicesQuestion& question) {
  Shown& shown = c.memory.of<Shown>();
  if (shown.question == question.id() && shown.figures.size() == question.groups().size()) return shown.figures;
  shown.question = question.id();
  shown.figures.clear();
  for (const SliceGroup& group : question.groups())
    shown.figures.push_back(figuresOf(group.durations, group.sums.count));
  return shown.figures;
}

void drawCells(Context& c, const std::string (&texts)[kFigures], const Rect& box, ImU32 ink, ImFont* font, float size) {
  for (int i = 0; i < kFigures; ++i) {
    const float right = box.x + box.w - kFigure * static_cast<float>(kFigures - 1 - i);
    const float wide = textWidth(font, size, texts[i]);
    drawText(c, font, size, {right - wide, box.y + 2}, ink, texts[i]);
  }
}

std::string nameOfGroup(const Context& c, const GroupKey& key) {
  if (key.of == GroupKey::Of::Nothing) return "none";
  if (key.of == GroupKey::Of::Name) return std::string(c.nameOf(key.id));
  return groupText(c.index(), key);
}

}  // namespace

void drawSliceGroups(Context& c, const Rect& area) {
  const std::shared_ptr<SlicesQuestion>& question = c.slices.question();
  if (!question || !question->found() || question->query().by.empty()) return;
  const std::vector<GroupFigures>& figures = figuresOfAll(c, *question);
  const std::vector<SliceGroup>& groups = question->groups();
  const Rect head{area.x, area.y, area.w - 8, kTitles};
  const float names = area.w - 8 - kFigure * kFigures;
  drawCell(c, c.fonts.words, kHintSize, {area.x + 4, area.y + 3}, c.theme.dim, "by " + question->query().by,
           {area.x, area.y, names, kTitles});
  drawCells(c, {"calls", "total", "median", "p99"}, {head.x, head.y + 1, head.w, head.h}, c.theme.dim, c.fonts.words,
            kHintSize);
  const bool cut = question->left().count + question->left().unknown > 0;
  const float foot = cut ? 18 : 0;
  const Rect list{area.x, area.y + kTitles, area.w, area.h - kTitles - foot};
  drawList(c, "slice groups", list, groups.size(), -1, [&](size_t row, const Rect& box, bool pressed, bool) {
    const SliceGroup& group = groups[row];
    const std::string name = nameOfGroup(c, group.key);
    drawCell(c, c.fonts.mono, kMonoSize, {box.x + 4, box.y + 2},
             group.key.of == GroupKey::Of::Nothing ? c.theme.dim : c.theme.text, name, {box.x, box.y, names, box.h});
    const bool known = group.sums.count > 0;
    const std::string none = "\u2013";
    drawCells(c,
              {countText(group.sums.count), known ? durationText(group.sums.total, c.clock()) : none,
               known ? durationText(figures[row].median, c.clock()) : none,
               known ? durationText(figures[row].p99, c.clock()) : none},
              {box.x, box.y, area.w - 8, box.h}, c.theme.text, c.fonts.mono, kMonoSize);
    if (!pressed) return;
    c.slices.narrow(groupCondition(c.index(), question->query().by, group.key));
    c.slices.by.clear();
    c.moreToCome = true;
  });
  if (!cut) return;
  const std::string text = countText(question->left().count + question->left().unknown, "slice") +
                           " of further values are left out: figures may be too low";
  drawCell(c, c.fonts.words, kHintSize, {area.x + 4, area.y + area.h - 15}, c.theme.warn, text,
           {area.x, area.y + area.h - foot, area.w, foot});
}

}  // namespace tp::ui
