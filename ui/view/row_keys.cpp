#include "ui/view/row_keys.h"

namespace tp::ui {

void RowKeys::follow(const Context& c, bool rows) {
  sideways_ = false;
  // Whoever selects something on the tracks goes on there.
  if (!sameSelection(selection_, c.selection)) focused_ = false;
  selection_ = c.selection;
  const std::optional<Tab> now = c.awaitsPanel() ? std::optional<Tab>(c.tab) : std::nullopt;
  if (now == tab_) return;
  tab_ = now;
  rows_ = rows;
  focused_ = now && rows;
  move_.reset();
  any_ = entered_ = menu_ = false;
  side_ = 0;
}

bool RowKeys::focused(const Context& c) const {
  return focused_ && c.awaitsPanel() && rows_ && tab_ == c.tab;
}

bool RowKeys::handle(Context& c) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!focused(c) || io.KeyCtrl || io.KeyAlt || io.KeySuper) return false;
  if (const std::optional<RowMove> move = pressedRowMove()) {
    move_ = move;
    return any_ = c.moreToCome = true;
  }
  if (sideways_ && any_ && !io.KeyShift)
    side_ = ImGui::IsKeyPressed(ImGuiKey_LeftArrow) ? -1 : ImGui::IsKeyPressed(ImGuiKey_RightArrow) ? 1 : 0;
  if (side_ != 0) return c.moreToCome = true;
  const bool leave = ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  if (leave) focused_ = false;
  // Until a row has been chosen, these keys mean what they mean elsewhere.
  entered_ = any_ && enterPressed();
  menu_ = any_ && menuPressed();
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
  const std::optional<RowMove> move = takeMove();
  if (!move || count == 0) return std::nullopt;
  return static_cast<size_t>(rowAfter(*move, count, current, page));
}

}  // namespace tp::ui
