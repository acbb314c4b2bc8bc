#include "ui/calls/flame_keys.h"

#include <algorithm>
#include <utility>

#include "ui/view/row_keys.h"

namespace tp::ui {
namespace {

// The box of a node; null for the root, and if it has none.
const FlameBox* boxOf(const FlameBoxes& laid, uint32_t node) {
  if (node == 0) return nullptr;
  const auto found =
      std::find_if(laid.boxes.begin(), laid.boxes.end(), [&](const FlameBox& box) { return box.node == node; });
  return found != laid.boxes.end() ? &*found : nullptr;
}

// The widest box of a row that stands for one node, which `caller` calls; null if there is none.
const FlameBox* widestOf(const FlameBoxes& laid, size_t row, uint32_t caller) {
  const FlameBox* widest = nullptr;
  if (row >= laid.rows.size()) return widest;
  for (size_t i = laid.rows[row].first; i < laid.rows[row].second; ++i) {
    const FlameBox& box = laid.boxes[i];
    if (box.node != 0 && box.caller == caller && (widest == nullptr || box.w > widest->w)) widest = &box;
  }
  return widest;
}

// The next box of the row to the right, or to the left; null if there is none.
const FlameBox* besideOf(const FlameBoxes& laid, const FlameBox& box, int side) {
  const auto [first, end] = laid.rows[box.row];
  for (auto at = static_cast<size_t>(&box - laid.boxes.data()) + static_cast<size_t>(side); at >= first && at < end;
       at += static_cast<size_t>(side))
    if (laid.boxes[at].node != 0) return &laid.boxes[at];
  return nullptr;
}

const FlameBox* boxAfter(const FlameBoxes& laid, const FlameBox* from, RowMove move, bool upwards) {
  if (from == nullptr || move == RowMove::First) return widestOf(laid, 0, 0);
  const bool deeper = move == RowMove::Last || (move == RowMove::Down || move == RowMove::PageDown) != upwards;
  if (!deeper) return boxOf(laid, from->caller);
  const FlameBox* at = widestOf(laid, from->row + size_t{1}, from->node);
  for (const FlameBox* next = at; move == RowMove::Last && next != nullptr;
       next = widestOf(laid, at->row + size_t{1}, at->node))
    at = next;
  return at;
}

}  // namespace

FlameAnswer FlameKeys::follow(Context& c, const FlameBoxes& laid, uint64_t version, bool upwards) {
  RowKeys& keys = c.memory.of<RowKeys>();
  if (std::exchange(version_, version) != version) node_ = 0;
  chosen_ = keys.focused(c) ? boxOf(laid, node_) : nullptr;
  moved_ = false;
  FlameAnswer answer;
  if (!keys.focused(c)) return answer;
  const FlameBox* to = nullptr;
  if (const std::optional<RowMove> move = keys.takeMove()) to = boxAfter(laid, chosen_, *move, upwards);
  if (const int side = keys.takeSide(); side != 0 && chosen_ != nullptr) to = besideOf(laid, *chosen_, side);
  if (to != nullptr) {
    chosen_ = to;
    node_ = to->node;
    moved_ = c.moreToCome = true;
  }
  const bool entered = keys.entered(), menu = keys.menuWanted();
  if (chosen_ == nullptr) return answer;
  if (entered) answer.clicked = node_;
  if (menu) answer.opened = node_;
  return answer;
}

}  // namespace tp::ui
