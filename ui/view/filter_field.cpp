#include "ui/view/filter_field.h"

#include <algorithm>

#include "ui/base/text_field.h"

namespace tp::ui {

bool drawFilterField(Context& c, const char* label, const std::string& hint, std::string& filter,
                     const std::optional<FilterError>& error, const Rect& box) {
  ImGui::SetCursorScreenPos(box.min());
  ImGui::SetNextItemWidth(box.w);
  ImGui::PushFont(c.fonts.mono, kMonoSize);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {kBesideFilter, 5});
  c.typeAhead.before(Field::List);
  textField(label, hint.c_str(), filter);
  c.typeAhead.after(Field::List);
  c.focus.note("Filter", FocusStop::Kind::Field, Field::List);
  const bool active = ImGui::IsItemActive();
  const bool entered = active && ImGui::IsKeyPressed(ImGuiKey_Enter);
  const float scrolled = active ? textScroll(label) : 0;
  ImGui::PopStyleVar();
  ImGui::PopFont();
  if (!error || filter.empty()) return entered;
  const size_t column = std::min(error->column, filter.size());
  const float before = textWidth(c.fonts.mono, kMonoSize, std::string_view(filter).substr(0, column));
  const float x = std::clamp(box.x + kBesideFilter + before - scrolled, box.x + 4, box.x + box.w - 12);
  c.draw->AddRectFilled({x, box.y + box.h - 3}, {x + 7, box.y + box.h - 1}, c.theme.error);
  return entered;
}

}  // namespace tp::ui
