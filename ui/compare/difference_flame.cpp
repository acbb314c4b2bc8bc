#include "ui/compare/difference_flame.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/export/compare_stacks_svg.h"
#include "core/text/folded_text.h"
#include "core/text/visible_text.h"
#include "ui/base/hatch.h"
#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/calls/flame_keys.h"
#include "ui/compare/change_text.h"
#include "ui/view/slice_label.h"

namespace tp::ui {
namespace {

constexpr float kLegend = 24;
constexpr int kShades = 17;
constexpr float kShade = 9, kSample = 24;
constexpr float kOutlined = 10;  // narrower boxes have no outline

ImU32 blend(ImU32 from, ImU32 to, float share) {
  const ImVec4 a = ImGui::ColorConvertU32ToFloat4(from), b = ImGui::ColorConvertU32ToFloat4(to);
  auto mixed = [share](float x, float y) { return x + (y - x) * share; };
  return ImGui::ColorConvertFloat4ToU32({mixed(a.x, b.x), mixed(a.y, b.y), mixed(a.z, b.z), 1});
}

ImU32 colourOf(const Theme& theme, double share) {
  return blend(theme.changes.none, share < 0 ? theme.changes.less : theme.changes.more,
               static_cast<float>(std::abs(share)));
}

// Open at its right if it goes on beyond the box.
void drawOutline(const Canvas& c, const Rect& place, float length) {
  const float left = place.x + 0.5f, top = place.y + 0.5f, bottom = place.y + place.h - 0.5f;
  const float right = place.x + std::min(length, place.w) - 0.5f;
  const ImU32 ink = c.theme.sliceText;
  c.draw->AddLine({left, top}, {right, top}, ink);
  c.draw->AddLine({left, bottom}, {right, bottom}, ink);
  c.draw->AddLine({left, top}, {left, bottom}, ink);
  if (length <= place.w) c.draw->AddLine({right, top}, {right, bottom}, ink);
}

void layOut(DifferenceFlame& flame, const DifferenceLook& look, const StackComparison& found, uint64_t number,
            float width, float least) {
  if (flame.number != number) resetDifferenceFlame(flame);
  flame.number = number;
  if (!flame.laid) flame.laid = std::make_shared<DifferenceFlame::Laid>();
  DifferenceFlame::Laid& laid = *flame.laid;
  const bool other = !laid.boxes || laid.width != look.width;
  if (other) laid.boxes.emplace(found, look.width);
  if (other || laid.area != width || laid.least != least || laid.top != flame.top())
    laid.flame = laid.boxes->lay(flame.top(), width, least);
  if (other || laid.total != look.colour.total) laid.scale = changeScale(found, look.colour.total);
  laid.width = look.width;
  laid.total = look.colour.total;
  laid.top = flame.top();
  laid.area = width;
  laid.least = least;
}

void drawChips(Context& c, DifferenceFlame& flame, DifferenceLook& look, ImVec2& at) {
  int group = 0;
  for (const DifferenceChoice& choice : differenceChoices()) {
    if (std::exchange(group, choice.group) != choice.group) at.x += 8;
    if (chip(c, choice.label, at, isChosen(look, choice))) choice.choose(look);
  }
  at.x += 8;
  if (!flame.zoomed.empty() && chip(c, "\u2190 Back", at, false)) zoomOutOfDifference(flame);
}

// Draws as much of the legend as there is room for.
void drawLegend(Context& c, const DifferenceFlame& flame, const DifferenceLook& look, const ClockInfo& clock, ImVec2 at,
                float right) {
  const bool relative = look.colour.proportional, byA = look.width == DifferenceWidth::A;
  auto words = [&](const std::string& text) {
    drawText(c, c.fonts.words, kHintSize, {at.x, at.y + 2}, c.theme.dim, text);
    at.x += textWidth(c.fonts.words, kHintSize, text) + 7;
  };
  auto sample = [&](double share) {
    const Rect place{at.x, at.y, kSample, kCallHeight};
    c.draw->AddRectFilled(place.min(), place.max(), colourOf(c.theme, share));
    at.x += kSample + 6;
    return place;
  };
  auto fits = [&](const std::string& text) {
    return at.x + 14 + kSample + 6 + textWidth(c.fonts.words, kHintSize, text) <= right;
  };
  words(relative ? "\u2212100 %" : changeText(-flame.laid->scale, clock));
  for (int i = 0; i < kShades; ++i, at.x += kShade)
    c.draw->AddRectFilled({at.x, at.y}, {at.x + kShade, at.y + kCallHeight},
                          colourOf(c.theme, 2.0 * i / (kShades - 1) - 1));
  at.x += 7;
  const std::string what = look.colour.total ? "of total time" : "of self time";
  words((relative ? "+100 % and more " : changeText(flame.laid->scale, clock) + " ") + what);
  if (look.width == DifferenceWidth::Larger) {
    const std::string width = "width: the larger self times, added up";
    if (!fits(width)) return;
    at.x += 14;
    words(width);
  }
  const std::string outline = byA ? "outline: B" : "outline: A";
  if (!fits(outline)) return;
  at.x += 14;
  drawOutline(c, sample(0), 16);
  words(outline);
  const std::string hatched = byA ? "only B has it, as wide as there" : "only A has it, as wide as there";
  if (!fits(hatched)) return;
  at.x += 14;
  const Rect place = sample(byA ? 1 : -1);
  drawHatch(c, place, place.x, place.x + place.w);
  words(hatched);
}

std::string sideText(const StackFigures& figures, int64_t time, const ClockInfo& clock) {
  if (figures.met) return durationText(time, clock);
  return figures.atMost > 0 ? durationText(figures.atMost, clock, Bound::AtMost) : "\u2013";
}

void drawDifferenceTip(Context& c, const DifferenceFlame& flame, const StackComparison& found, const FlameHit& hit) {
  const FlameBox& box = *hit.box;
  std::vector<TipLine> lines;
  const ClockInfo& clock = found.sideB.clock;
  auto mono = [&](const std::string& text) { lines.push_back({text, c.fonts.mono, kMonoSize, c.theme.text}); };
  auto words = [&](const std::string& text, ImU32 ink) { lines.push_back({text, c.fonts.words, kWordSize, ink}); };
  if (box.node == 0) {
    mono(durationText(box.narrow, clock));
    words(box.caller == flame.top() ? "in functions, each too narrow to be drawn"
                                    : "in functions too narrow to be drawn: click to zoom in",
          c.theme.dim);
    return drawFlameTip(c, lines, hit);
  }
  const ComparedStack& one = found.stacks[box.node];
  const ComparedName& name = found.nameOf(box.node);
  lines.push_back({visibleText(name.name), c.fonts.strong, kWordSize, c.theme.text});
  if (name.guessed())
    words("in A: " + visibleText(name.before) + ". That both are one function is a guess.", c.theme.warn);
  else if (!name.before.empty())
    words("in A: " + visibleText(name.before) + ", as you said.", c.theme.text);
  if (!name.inlinedInto.empty())
    words(std::string(one.added() ? "A" : "B") + " seems to have it inlined into " + visibleText(name.inlinedInto) +
              ", which is a guess: what it called is beside it.",
          c.theme.warn);
  if (one.added()) words("new: A does not have this stack", c.theme.text);
  if (one.vanished()) words("vanished: B does not have this stack", c.theme.text);
  auto pair = [&](const char* label, int64_t a, int64_t b) {
    std::string text = label + sideText(one.a, a, clock) + " \u2192 " + sideText(one.b, b, clock);
    if (one.known()) text += "   " + changeText(minus(b, a), clock);
    if (one.known() && one.a.met && one.b.met && a != b) text += " (" + grownText(a, b) + ")";
    mono(text);
  };
  pair("self  ", one.a.self, one.b.self);
  pair("total ", one.a.total, one.b.total);
  mono("calls " + countText(one.a.calls) + " \u2192 " + countText(one.b.calls));
  if (one.a.calls > 0 && one.b.calls > 0)
    mono("each  " + durationText(one.a.total / static_cast<int64_t>(one.a.calls), clock) + " \u2192 " +
         durationText(one.b.total / static_cast<int64_t>(one.b.calls), clock));
  if (!one.known()) words("One side does not tell this stack: it is too small there.", c.theme.warn);
  if (name.name == kNotKnown) words("Calls without a known end: their change is not known.", c.theme.dim);
  drawFlameTip(c, lines, hit);
}

void drawBox(Context& c, const DifferenceFlame& flame, const DifferenceColour& colour, const StackComparison& found,
             const FoldedText& search, size_t index, const Rect& place, bool caller) {
  const DifferenceFlame::Laid& laid = *flame.laid;
  const FlameBox& box = laid.flame.boxes[index];
  if (box.node == 0) return c.draw->AddRectFilled(place.min(), place.max(), c.theme.line);
  const std::string& name = found.nameOf(box.node).name;
  const bool faded = !c.search.empty() && !search.foundIn(name);
  ImU32 fill = colourOf(c.theme, changeShare(found, box.node, colour, laid.scale));
  if (faded || caller) fill = blend(fill, c.theme.panel, 0.6f);
  c.draw->AddRectFilled(place.min(), place.max(), fill);
  if (laid.boxes->hatched(box.node)) drawHatch(c, place, place.x, place.x + place.w);
  const int64_t other = laid.boxes->outline(box.node);
  const auto length = static_cast<float>(static_cast<double>(other) * laid.flame.perUnit);
  if (!caller && other >= 0 && place.w >= kOutlined && std::abs(length - box.w) > 1.5f) drawOutline(c, place, length);
  drawFlameLabel(c, place,
                 faded    ? c.theme.faint
                 : caller ? c.theme.text
                          : c.theme.sliceText,
                 [&](float room) { return fitName(c.fonts.words, kHintSize + 1, visibleText(name), room); });
}

}  // namespace

FlameAnswer drawDifferenceFlame(Context& c, DifferenceFlame& flame, DifferenceLook& look, const StackComparison& found,
                                uint64_t number, const Rect& area, bool choices) {
  const float least = 1 / c.scale;
  if (found.same()) {
    drawText(c, c.fonts.words, kWordSize, {area.x + 6, area.y + 8}, c.theme.dim,
             found.stacks.size() > 1 ? "Nothing differs." : "Neither A nor B has calls.");
    return {};
  }
  ImVec2 at{area.x, area.y};
  if (choices) {
    const Rect chips = std::exchange(c.chips, {area.x, area.y, area.w, area.h});
    drawChips(c, flame, look, at);
    c.chips = chips;
    at.y += kChipLine;
  }
  at = {area.x + 4, at.y + 2};
  layOut(flame, look, found, number, area.w, least);
  // Without the chips, the way back is before the legend.
  if (!choices && !flame.zoomed.empty()) {
    if (chip(c, "\u2190 Back", at, false)) zoomOutOfDifference(flame);
    at.x += 8;
  }
  drawLegend(c, flame, look, found.sideB.clock, at, area.x + area.w);
  const Rect rows{area.x, at.y + kLegend, area.w, area.y + area.h - at.y - kLegend};
  if (rows.h < kCallHeight) return {};
  FlameAnswer answer;
  ImGui::SetCursorScreenPos(rows.min());
  if (ImGui::BeginChild("difference", {rows.w, rows.h}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav)) {
    ImDrawList* outer = std::exchange(c.draw, ImGui::GetWindowDrawList());
    const FoldedText search(c.search);
    FlameKeys& keys = c.memory.of<FlameKeys>();
    const FlameAnswer byKeys = keys.follow(c, flame.laid->flame, number, false);
    const FlameHit hit = drawFlameRows(c, rows, flame.laid->flame, false, least, keys.chosen(), keys.moved(),
                                       [&](size_t index, const Rect& place, bool caller) {
                                         drawBox(c, flame, look.colour, found, search, index, place, caller);
                                       });
    if (hit.box != nullptr) drawDifferenceTip(c, flame, found, hit);
    answer = flameAnswer(byKeys, hit, flame.top());
    c.draw = outer;
  }
  ImGui::EndChild();
  if (answer.clicked && *answer.clicked != flame.top()) flame.zoomed.push_back(*answer.clicked);
  c.moreToCome = c.moreToCome || answer.clicked || answer.opened;
  return answer;
}

void resetDifferenceFlame(DifferenceFlame& flame) {
  flame.zoomed.clear();
  flame.laid.reset();
  flame.number = 0;
}

bool zoomOutOfDifference(DifferenceFlame& flame) {
  if (flame.zoomed.empty()) return false;
  flame.zoomed.pop_back();
  return true;
}

std::string differenceFlameSvg(const DifferenceFlame& flame, const DifferenceLook& look, const StackComparison& found) {
  DifferencePicture picture;
  picture.widthOf = look.width;
  picture.colour = look.colour;
  picture.top = flame.top();
  return comparisonSvg(found, picture);
}

}  // namespace tp::ui
