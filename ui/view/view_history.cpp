#include "ui/view/view_history.h"

namespace tp::ui {
namespace {

constexpr double kTogether = 1;  // seconds
constexpr size_t kMax = 200;

}  // namespace

bool sameSelection(const std::optional<Selection>& a, const std::optional<Selection>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  const Mark &m = a->mark, &n = b->mark;
  return a->track == b->track && m.begin == n.begin && m.end == n.end && m.depth == n.depth && m.name == n.name;
}

bool ViewState::operator==(const ViewState& other) const {
  return begin == other.begin && end == other.end && scroll == other.scroll && range == other.range &&
         sameSelection(selection, other.selection);
}

void ViewHistory::note(const ViewState& state, double seconds) {
  if (states_.empty()) states_.push_back(state);
  bool replacing = replacing_;
  replacing_ = false;
  if (state == states_[at_]) return;
  if (!replacing && seconds - changed_ > kTogether) {
    states_.resize(at_ + 1);
    if (states_.size() == kMax) states_.erase(states_.begin());
    states_.push_back(state);
    at_ = states_.size() - 1;
  }
  if (!replacing) changed_ = seconds;
  states_[at_] = state;
}

const ViewState* ViewHistory::back() {
  if (!canGoBack()) return nullptr;
  changed_ = -1e9;
  replacing_ = true;  // the view may be shown slightly differently, since another height limits scrolling differently
  return &states_[--at_];
}

const ViewState* ViewHistory::forward() {
  if (!canGoForward()) return nullptr;
  changed_ = -1e9;
  replacing_ = true;
  return &states_[++at_];
}

}  // namespace tp::ui
