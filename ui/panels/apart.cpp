#include "ui/panels/apart.h"

#include "core/index/trace_spans.h"
#include "core/trace/sums.h"
#include "ui/timeline/joint.h"

namespace tp::ui {
namespace {

constexpr float kHeight = 36, kEdge = 14, kGap = 8;
constexpr float kAlign = 148, kLeave = 74;

}  // namespace

float drawApart(Context& c, float top, float width) {
  ToldApart& told = c.memory.of<ToldApart>();
  if (c.session.phase() != Phase::Ready || c.index().info().parts.size() < 2) return 0;
  if (told.opening != c.session.opening()) {
    const bool same = told.name == c.session.name();
    told = {c.session.opening(), liesApart(boundsOfParts(c.index())), told.left && same, c.session.name()};
  }
  if (!told.apart || told.left) return 0;

  Rect area{0, top, width, kHeight};
  c.draw->AddRectFilled(area.min(), area.max(), c.theme.raised);
  c.draw->AddRectFilled(area.min(), {area.x + 4, area.y + area.h}, c.theme.accent);
  c.draw->AddLine({area.x, area.y + area.h - 0.5f}, {area.x + area.w, area.y + area.h - 0.5f}, c.theme.line);
  ImVec2 at{area.x + area.w - kEdge - kLeave, area.y + 5};
  if (button(c, "Not now", at, {kLeave, 26})) told.left = true;
  at.x -= kGap + kAlign;
  if (c.host.reopen && button(c, "Align beginnings", at, {kAlign, 26}, true))
    c.runAction = {"trace.align-beginnings", ""};
  const float room = at.x - kGap - area.x - kEdge;
  const bool two = c.index().info().parts.size() == 2;
  const std::string text = two ? "The two traces share no time." : "One of the traces shares no time with the others.";
  std::string whole = text + " Their beginnings can be laid on each other, to be compared.";
  if (textWidth(c.fonts.words, kWordSize, whole) > room) whole = text;
  drawText(c, c.fonts.words, kWordSize, {area.x + kEdge, area.y + 10}, c.theme.text,
           fitText(c.fonts.words, kWordSize, whole, room));
  return kHeight;
}

bool alignBeginnings(Context& c) {
  const std::vector<TracePart>& parts = c.index().info().parts;
  const std::vector<TimeBounds> bounds = boundsOfParts(c.index());
  JoinOptions options = c.joint.options;
  bool moved = false;
  for (size_t i = 1; i < parts.size(); ++i) {
    Time by = 0;
    if (bounds[0].empty() || bounds[i].empty() || __builtin_sub_overflow(bounds[0].begin, bounds[i].begin, &by))
      continue;
    moved = moved || by != 0;
    options.setShift(parts[i].number, clampTime(plus(parts[i].shift, by)));
  }
  if (!moved || !reopen(c, options)) return false;
  c.say("All of the traces begin where the first one does");
  return true;
}

}  // namespace tp::ui
