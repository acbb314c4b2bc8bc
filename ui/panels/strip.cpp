#include "ui/panels/strip.h"

namespace tp::ui {
namespace {

constexpr float kEdge = 14, kGap = 8;

}  // namespace

Strip::Strip(Canvas& c, float top, float width, ImU32 edge)
    : c_(c), area_{0, top, width, kHeight}, right_(width - kEdge) {
  c.draw->AddRectFilled(area_.min(), area_.max(), c.theme.raised);
  c.draw->AddRectFilled(area_.min(), {area_.x + 4, area_.y + area_.h}, edge);
  c.draw->AddLine({area_.x, area_.y + area_.h - 0.5f}, {area_.x + area_.w, area_.y + area_.h - 0.5f}, c.theme.line);
}

bool Strip::button(const char* label, float width, bool primary) {
  const ImVec2 at{right_ - width, area_.y + 5};
  right_ = at.x - kGap;
  return ui::button(c_, label, at, {width, 26}, primary);
}

void Strip::text(const std::string& whole, const std::string& brief) {
  const float room = right_ - area_.x - kEdge;
  const bool fits = textWidth(c_.fonts.words, kWordSize, whole) <= room;
  drawText(c_, c_.fonts.words, kWordSize, {area_.x + kEdge, area_.y + 10}, c_.theme.text,
           fitText(c_.fonts.words, kWordSize, fits ? whole : brief, room));
}

}  // namespace tp::ui
