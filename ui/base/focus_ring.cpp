#include "ui/base/focus_ring.h"

#include <imgui_internal.h>

#include <algorithm>

namespace tp::ui {
namespace {

bool inMenu() {
  const ImGuiWindow* window = ImGui::GetCurrentWindow();
  return window != nullptr && window->RootWindow != nullptr &&
         (window->RootWindow->Flags & ImGuiWindowFlags_Popup) != 0;
}

bool contains(const FocusStop& stop, ImVec2 at) {
  return at.x >= std::max(stop.low.x, stop.clipLow.x) && at.x < std::min(stop.high.x, stop.clipHigh.x) &&
         at.y >= std::max(stop.low.y, stop.clipLow.y) && at.y < std::min(stop.high.y, stop.clipHigh.y);
}

// The stops in the order in which Tab goes. The header is drawn from its right end on.
std::vector<const FocusStop*> inOrder(const std::vector<FocusStop>& stops, bool over) {
  std::vector<const FocusStop*> order;
  for (const FocusStop& stop : stops)
    if ((stop.part == FocusPart::Over) == over) order.push_back(&stop);
  std::stable_sort(order.begin(), order.end(), [](const FocusStop* a, const FocusStop* b) {
    if (a->part != b->part) return a->part < b->part;
    return a->part == FocusPart::Header && a->low.x < b->low.x;
  });
  return order;
}

}  // namespace

void FocusRing::begin() {
  stops_.clear();
  part_ = FocusPart::Header;
  if (pressing_ > 0) --pressing_;
}

void FocusRing::note(std::string_view label, FocusStop::Kind kind, Field field) {
  if (inMenu()) return;
  FocusStop stop;
  stop.id = ImGui::GetItemID();
  stop.kind = kind;
  stop.part = part_;
  stop.field = field;
  stop.low = ImGui::GetItemRectMin();
  stop.high = ImGui::GetItemRectMax();
  const ImRect clip = ImGui::GetCurrentWindow()->ClipRect;
  stop.clipLow = clip.Min;
  stop.clipHigh = clip.Max;
  stop.label = label;
  if (stop.id == 0) return;
  if (reveal_ && stop.id == places_[isOver()].id) {
    reveal_ = false;
    ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY | ImGuiScrollFlags_NoScrollParent);
  }
  stops_.push_back(std::move(stop));
}

void FocusRing::noteArea(std::string_view label, FocusStop::Kind kind, ImVec2 low, ImVec2 high) {
  FocusStop stop;
  stop.id = ImGui::GetID(label.data(), label.data() + label.size());
  stop.kind = kind;
  stop.part = part_;
  stop.low = stop.clipLow = low;
  stop.high = stop.clipHigh = high;
  stop.label = label;
  stops_.push_back(std::move(stop));
}

void FocusRing::end() {
  Place& place = places_[isOver()];
  if (!isOver()) places_[1] = {};
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1)) {
    shown_ = false;
    place = {};
    for (const FocusStop& stop : stops_)
      if (stop.kind != FocusStop::Kind::Timeline && contains(stop, mouse)) place = {stop.id, stop.part, false};
  }
  const ImGuiID active = ImGui::GetActiveID();
  for (const FocusStop& stop : stops_)
    if (stop.kind == FocusStop::Kind::Field && stop.id == active && active != 0) place = {stop.id, stop.part, false};
}

bool FocusRing::clickedTimeline() const {
  constexpr ImGuiPopupFlags kAny = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
  if (!ImGui::IsMouseClicked(0) || ImGui::IsPopupOpen(nullptr, kAny)) return false;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  return std::any_of(stops_.begin(), stops_.end(), [&](const FocusStop& stop) {
    return stop.kind == FocusStop::Kind::Timeline && contains(stop, mouse);
  });
}

bool FocusRing::isOver() const {
  return std::any_of(stops_.begin(), stops_.end(), [](const FocusStop& one) { return one.part == FocusPart::Over; });
}

const FocusStop* FocusRing::stopOf(ImGuiID id) const {
  for (const FocusStop& stop : stops_)
    if (stop.id == id && id != 0) return &stop;
  return nullptr;
}

const FocusStop* FocusRing::next(bool back) const {
  const bool over = isOver();
  const std::vector<const FocusStop*> order = inOrder(stops_, over);
  if (order.empty()) return nullptr;
  const Place& place = places_[over];
  const FocusStop* edge = back ? order.back() : order.front();
  // What lies over the window is left by closing it.
  if (place.outside || (over && place.id == 0)) return edge;
  const auto at = std::find_if(order.begin(), order.end(), [&](const FocusStop* one) {
    return place.id != 0 ? one->id == place.id : one->kind == FocusStop::Kind::Timeline;
  });
  const FocusStop* found = nullptr;
  if (at != order.end()) {
    if (back && at != order.begin()) found = *(at - 1);
    if (!back && at + 1 != order.end()) found = *(at + 1);
  } else if (back) {
    // It is no longer drawn: its part is where the next one is looked for.
    for (const FocusStop* one : order)
      if (one->part < place.part) found = one;
  } else {
    for (size_t i = order.size(); i-- > 0;)
      if (order[i]->part >= place.part) found = order[i];
  }
  return found == nullptr && over ? edge : found;
}

void FocusRing::go(const FocusStop& stop) {
  places_[isOver()] = {stop.id, stop.part, false};
  shown_ = reveal_ = true;
}

const FocusStop* FocusRing::move(bool back) {
  const FocusStop* stop = next(back);
  if (stop != nullptr) return go(*stop), stop;
  places_[0] = {};
  places_[0].outside = true;
  shown_ = false;
  return nullptr;
}

const FocusStop* FocusRing::enter(bool back) {
  places_[isOver()].outside = true;
  return move(back);
}

void FocusRing::leave() {
  places_[isOver()] = {};
  shown_ = false;
}

bool FocusRing::press() {
  const FocusStop* stop = shown();
  if (stop == nullptr || stop->kind != FocusStop::Kind::Control) return false;
  ImGui::ActivateItemByID(stop->id);
  // ImGui holds what is pressed so until its next frame.
  ImGui::GetCurrentContext()->NavInputSource = ImGuiInputSource_Keyboard;
  pressing_ = 2;
  return true;
}

const FocusStop* FocusRing::shown() const {
  const Place& place = places_[isOver()];
  return shown_ && !place.outside ? stopOf(place.id) : nullptr;
}

void FocusRing::draw(const Theme& theme) const {
  const FocusStop* stop = shown();
  if (stop == nullptr) return;
  const bool area = stop->kind == FocusStop::Kind::Timeline || stop->kind == FocusStop::Kind::Rows;
  const float by = area ? -2.0f : 2.0f;
  ImDrawList* over = ImGui::GetForegroundDrawList();
  // An edge of the window's own colour keeps it apart from what is of the same colour as the ring.
  over->PushClipRect({stop->clipLow.x - 3, stop->clipLow.y - 3}, {stop->clipHigh.x + 3, stop->clipHigh.y + 3}, true);
  const ImVec2 low{stop->low.x - by, stop->low.y - by}, high{stop->high.x + by, stop->high.y + by};
  over->AddRect(low, high, theme.canvas, 5, 0, 4);
  over->AddRect(low, high, theme.accent, 5, 0, 2);
  over->PopClipRect();
}

}  // namespace tp::ui
