#include "ui/view/row_keys.h"

#include <algorithm>

namespace tp::ui {

bool hasRows(Tab tab) {
  return tab == Tab::Functions || tab == Tab::Sandwich || tab == Tab::Scheduling;
}

void RowKeys::follow(const Context& c) {
  // Whoever selects something on the tracks goes on there.
  if (!sameSelection(selection_, c.selection)) focused_ = false;
  selection_ = c.selection;
  const std::optional<Tab> now = c.awaitsPanel() ? std::optional<Tab>(c.tab) : std::nullopt;
  if (now == tab_) return;
  tab_ = now;
  focused_ = now && hasRows(*now);
  move_ = Move::None;
  any_ = entered_ = menu_ = false;
}

bool RowKeys::focused(const Context& c) const {
  return focused_ && c.awaitsPanel() && hasRows(c.tab) && tab_ == c.tab;
}

bool RowKeys::handle(Context& c) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!focused(c) || io.KeyCtrl || io.KeyAlt || io.KeySuper) return false;
  struct Key {
    ImGuiKey key;
    Move move;
  };
  static constexpr Key kKeys[] = {{ImGuiKey_UpArrow, Move::Up},    {ImGuiKey_DownArrow, Move::Down},
                                  {ImGuiKey_PageUp, Move::PageUp}, {ImGuiKey_PageDown, Move::PageDown},
                                  {ImGuiKey_Home, Move::First},    {ImGuiKey_End, Move::Last}};
  for (const Key& key : kKeys) {
    if (!ImGui::IsKeyPressed(key.key, true)) continue;
    move_ = key.move;
    return any_ = c.moreToCome = true;
  }
  const bool leave = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  if (leave) focused_ = false;
  // Until a row has been chosen, these keys mean what they mean elsewhere.
  const bool enter = ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
  const bool menu =
      ImGui::IsKeyPressed(ImGuiKey_Menu, false) || (io.KeyShift && ImGui::IsKeyPressed(ImGuiKey_F10, false));
  entered_ = any_ && enter;
  menu_ = any_ && menu;
  c.moreToCome = c.moreToCome || leave || entered_ || menu_;
  return leave || entered_ || menu_;
}

void bringIntoView(size_t row, float rowHeight, float head) {
  const float top = static_cast<float>(row) * rowHeight, room = ImGui::GetWindowHeight() - head;
  const float scroll = ImGui::GetScrollY();
  if (top < scroll) ImGui::SetScrollY(top);
  if (top + rowHeight > scroll + room) ImGui::SetScrollY(top + rowHeight - room);
}

std::optional<size_t> RowKeys::moved(size_t count, int64_t current, size_t page) {
  const Move move = std::exchange(move_, Move::None);
  if (move == Move::None || count == 0) return std::nullopt;
  const auto last = static_cast<int64_t>(count) - 1, by = std::max<int64_t>(1, static_cast<int64_t>(page) - 1);
  // Without a chosen row, any key begins at an end of the list.
  if (current < 0) return move == Move::Up || move == Move::PageUp || move == Move::Last ? count - 1 : 0;
  const int64_t to = move == Move::Up         ? current - 1
                     : move == Move::Down     ? current + 1
                     : move == Move::PageUp   ? current - by
                     : move == Move::PageDown ? current + by
                     : move == Move::First    ? 0
                                              : last;
  return static_cast<size_t>(std::clamp<int64_t>(to, 0, last));
}

}  // namespace tp::ui
