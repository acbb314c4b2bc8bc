#include "ui/base/row_move.h"

#include <imgui.h>

#include <algorithm>

namespace tp::ui {
namespace {

struct Named {
  RowMove move;
  ImGuiKey key;
  std::string_view name;
};

constexpr Named kMoves[] = {
    {RowMove::Up, ImGuiKey_UpArrow, "up"},         {RowMove::Down, ImGuiKey_DownArrow, "down"},
    {RowMove::PageUp, ImGuiKey_PageUp, "page-up"}, {RowMove::PageDown, ImGuiKey_PageDown, "page-down"},
    {RowMove::First, ImGuiKey_Home, "first"},      {RowMove::Last, ImGuiKey_End, "last"}};

}  // namespace

std::optional<RowMove> pressedRowMove() {
  for (const Named& one : kMoves)
    if (ImGui::IsKeyPressed(one.key, true)) return one.move;
  return std::nullopt;
}

bool enterPressed() {
  return ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
}

bool menuPressed() {
  return ImGui::IsKeyPressed(ImGuiKey_Menu, false) ||
         (ImGui::GetIO().KeyShift && ImGui::IsKeyPressed(ImGuiKey_F10, false));
}

std::optional<RowMove> rowMoveNamed(std::string_view name) {
  for (const Named& one : kMoves)
    if (one.name == name) return one.move;
  return std::nullopt;
}

uint64_t rowAfter(RowMove move, uint64_t count, int64_t current, uint64_t page) {
  if (count == 0) return 0;
  const auto last = static_cast<int64_t>(count) - 1, by = std::max<int64_t>(1, static_cast<int64_t>(page) - 1);
  const bool back = move == RowMove::Up || move == RowMove::PageUp || move == RowMove::Last;
  // Without a chosen row, any key begins at an end of the list.
  if (current < 0) return back ? count - 1 : 0;
  const int64_t to = move == RowMove::Up         ? current - 1
                     : move == RowMove::Down     ? current + 1
                     : move == RowMove::PageUp   ? current - by
                     : move == RowMove::PageDown ? current + by
                     : move == RowMove::First    ? 0
                                                 : last;
  return static_cast<uint64_t>(std::clamp<int64_t>(to, 0, last));
}

}  // namespace tp::ui
