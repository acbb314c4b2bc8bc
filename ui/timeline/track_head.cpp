#include "ui/timeline/track_head.h"

#include <algorithm>

#include "ui/base/text_field.h"
#include "ui/base/time_text.h"
#include "ui/timeline/track_commands.h"
#include "ui/timeline/track_labels.h"

namespace tp::ui {
namespace {

void drawFilter(Context& c, const Rect& box) {
  ImGui::SetCursorScreenPos(box.min());
  ImGui::SetNextItemWidth(box.w);
  c.typeAhead.before(Field::Tracks);
  bool wrong = !c.layout.filterProblem.empty();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {8, 3});
  ImGui::PushFont(c.fonts.words, kHintSize + 1);
  if (wrong) ImGui::PushStyleColor(ImGuiCol_Text, c.theme.error);
  bool changed = textField("##track filter", "Filter tracks, /regex/", c.choice.filter);
  c.typeAhead.after(Field::Tracks);
  c.focus.note("Filter tracks", FocusStop::Kind::Field, Field::Tracks);
  if (wrong) ImGui::PopStyleColor();
  ImGui::PopFont();
  ImGui::PopStyleVar();
  if (ImGui::IsItemActive() && ImGui::IsKeyPressed(ImGuiKey_Escape)) {
    c.choice.filter.clear();
    changed = true;
  }
  if (wrong && ImGui::IsItemHovered()) c.hint = c.layout.filterProblem;
  if (changed) c.layoutStale = c.moreToCome = true;
}

void drawSortMenu(Context& c) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 8});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8, 7});
  if (ImGui::BeginPopup("sort menu")) {
    drawSortItems(c);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace

void drawTrackHead(Context& c, const Rect& area) {
  float right = area.x + c.labelWidth - 10;
  ImVec2 at{area.x + 10, area.y + 8};
  std::string order = std::string("by ") + sortName(c.choice.sort);
  if (c.choice.sort == TrackSort::Recorded) order = "as recorded";
  if (chip(c, order.c_str(), at, c.choice.sort != TrackSort::Recorded)) ImGui::OpenPopup("sort menu");
  drawSortMenu(c);
  if (!c.choice.hidden.empty()) {
    std::string hidden = countText(c.choice.hidden.size()) + " hidden";
    if (chip(c, hidden.c_str(), at, true)) showHidden(c);
    if (ImGui::IsItemHovered()) c.hint = "Show them again";
  }
  drawFilter(c, {area.x + 10, area.y + kOverviewHeight + 1, right - area.x - 10, 20});
}

}  // namespace tp::ui
