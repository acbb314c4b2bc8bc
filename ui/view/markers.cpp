#include "ui/view/markers.h"

#include <algorithm>

namespace tp::ui {

const Marker* Markers::selected() const {
  for (const Marker& marker : markers_)
    if (marker.number == selected_) return &marker;
  return nullptr;
}

Marker* Markers::find(uint32_t number) {
  for (Marker& marker : markers_)
    if (marker.number == number) return &marker;
  return nullptr;
}

void Markers::sort() {
  std::stable_sort(markers_.begin(), markers_.end(), [](const Marker& a, const Marker& b) { return a.time < b.time; });
}

uint32_t Markers::add(Time time) {
  markers_.push_back({++last_, time, {}});
  selected_ = last_;
  sort();
  return last_;
}

uint32_t Markers::keep(Time begin, Time end) {
  ranges_.push_back({++last_, std::min(begin, end), std::max(begin, end), {}});
  return last_;
}

bool Markers::select(uint32_t number) {
  if (find(number) == nullptr) return false;
  selected_ = number;
  return true;
}

bool Markers::move(uint32_t number, Time time) {
  Marker* marker = find(number);
  if (marker == nullptr) return false;
  marker->time = time;
  sort();
  return true;
}

bool Markers::annotate(uint32_t number, std::string_view note) {
  if (note.size() > kMaxNote) return false;
  auto write = [&](auto& list) {
    for (auto& one : list)
      if (one.number == number) return one.note = note, true;
    return false;
  };
  return write(markers_) || write(ranges_);
}

std::string_view Markers::noteOf(uint32_t number) const {
  for (const Marker& marker : markers_)
    if (marker.number == number) return marker.note;
  for (const KeptRange& range : ranges_)
    if (range.number == number) return range.note;
  return {};
}

bool Markers::remove(uint32_t number) {
  auto drop = [number](auto& list) {
    auto found = std::find_if(list.begin(), list.end(), [number](const auto& one) { return one.number == number; });
    if (found == list.end()) return false;
    list.erase(found);
    return true;
  };
  return drop(markers_) || drop(ranges_);
}

}  // namespace tp::ui
