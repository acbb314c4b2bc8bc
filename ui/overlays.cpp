#include <algorithm>

#include "ui/states.h"
#include "ui/time_text.h"
#include "ui/tooltip.h"

namespace tp::ui {
namespace {

std::vector<TipLine> tooltipLines(Context& c) {
  const TraceIndex& index = c.index();
  const Mark& mark = c.hover->mark;
  const Track& track = index.tracks()[c.hover->track];
  const ClockInfo& clock = c.clock();
  std::vector<TipLine> lines;
  auto mono = [&](std::string text, ImU32 colour) {
    lines.push_back({std::move(text), c.fonts.mono, kMonoSize, colour});
  };
  std::string name(index.names().view(mark.name));
  if (name.empty()) name = "(no name)";
  if (mark.fold()) {
    lines.push_back({countText(mark.count) + (mark.total > 0 ? " short slices" : " events"), c.fonts.strong, kWordSize,
                     c.theme.text});
    if (mark.total > 0) {
      mono("total " + durationText(mark.total, clock), c.theme.text);
      mono("longest " + durationText(longestDuration(mark), clock) + "  " + name, c.theme.dim);
    } else {
      mono("among them " + name, c.theme.dim);
    }
  } else {
    lines.push_back({name, c.fonts.strong, kWordSize, c.theme.text});
    if (mark.duration() > 0)
      mono(durationText(mark.duration(), clock) + "   self " + durationText(mark.total, clock), c.theme.text);
  }
  mono("at " + durationText(mark.begin - index.begin(), clock), c.theme.dim);
  std::string where = track.name + (track.detail.empty() ? "" : " " + track.detail);
  lines.push_back({where, c.fonts.words, kHintSize, c.theme.dim});
  if ((mark.flags & kMarkLost) != 0)
    lines.push_back({"records were lost here", c.fonts.words, kHintSize, c.theme.error});
  if ((mark.flags & kMarkOpen) != 0)
    lines.push_back({"does not end in the trace", c.fonts.words, kHintSize, c.theme.warn});
  return lines;
}

}  // namespace

void drawTooltip(Context& c, const Rect& tracks) {
  if (!c.hover || !c.mouseOnTracks) return;
  drawTip(c, tooltipLines(c), tracks.y + tracks.h + 60);
}

void drawHelp(Context& c) {
  static constexpr const char* kKeys[][2] = {
      {"W  S", "zoom in, out at the pointer"},
      {"A  D", "move left, right"},
      {"Ctrl + wheel, pinch", "zoom at the pointer"},
      {"wheel", "scroll; with Shift move sideways"},
      {"drag", "move"},
      {"Shift + drag", "measure and mark a range"},
      {"F", "fit the selection or range"},
      {"0", "the whole trace"},
      {"\u2190 \u2192", "slice before, after on the row"},
      {"\u2191 \u2193", "caller, first call within"},
      {"[", "who woke it, whom it wakes"},
      {"/, Ctrl + F", "search; Enter, Shift + Enter: next hit, hit before"},
      {"1 \u2026 6", "selection, flame graph, sandwich, functions, info, events"},
      {"Backspace", "back out of a zoomed flame graph"},
      {"Q", "open or close the drawer"},
      {"-  +", "collapse, expand all groups"},
      {"Esc", "clear selection, range, highlight"},
  };
  constexpr float kRow = 24, kWidth = 460;
  float height = 60 + kRow * static_cast<float>(std::size(kKeys));
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  Rect box{(screen.x - kWidth) / 2, std::max(8.0f, (screen.y - height) / 2), kWidth, height};
  ImDrawList* draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled({0, 0}, screen, IM_COL32(0, 0, 0, 110));
  draw->AddRectFilled(box.min(), box.max(), c.theme.panel, 8);
  draw->AddRect(box.min(), box.max(), c.theme.line, 8);
  std::swap(c.draw, draw);
  drawText(c, c.fonts.strong, kTitleSize, {box.x + 20, box.y + 16}, c.theme.text, "Keys");
  float y = box.y + 48;
  for (const auto& [keys, meaning] : kKeys) {
    drawText(c, c.fonts.mono, kMonoSize, {box.x + 20, y}, c.theme.accent, keys);
    drawText(c, c.fonts.words, kWordSize, {box.x + 200, y - 1}, c.theme.text, meaning);
    y += kRow;
  }
  std::swap(c.draw, draw);
}

}  // namespace tp::ui
