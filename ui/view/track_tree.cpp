#include "ui/view/track_tree.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "ui/base/folded.h"

namespace tp::ui {
namespace {

constexpr uint64_t kCrowd = 8;  // number of processes

// Natural order, ignoring case: "CPU 2" before "CPU 10".
bool naturalLess(std::string_view a, std::string_view b) {
  auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (isDigit(a[i]) && isDigit(b[j])) {
      auto number = [&](std::string_view text, size_t& at) {
        while (at < text.size() && text[at] == '0') ++at;
        size_t first = at;
        while (at < text.size() && isDigit(text[at])) ++at;
        return text.substr(first, at - first);
      };
      std::string_view left = number(a, i), right = number(b, j);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
      continue;
    }
    const char left = folded(a[i++]), right = folded(b[j++]);
    if (left != right) return left < right;
  }
  return a.size() - i < b.size() - j;
}

}  // namespace

bool isHeading(TrackKind kind) {
  return kind == TrackKind::Group || kind == TrackKind::Process;
}

TrackId unitOf(const TrackTable& tracks, TrackId track) {
  while (!isHeading(tracks[track].key.kind)) {
    TrackId parent = tracks[track].parent;
    if (parent == kNoTrack || isHeading(tracks[parent].key.kind)) break;
    track = parent;
  }
  return track;
}

TrackTree::TrackTree(const TraceIndex& index, const TrackChoice& choice)
    : index_(index), choice_(choice), count_(index.tracks().size()), children_(count_ + size_t{1}) {
  const TrackTable& tracks = index.tracks();
  for (TrackId id = 0; id < count_; ++id) children_[std::min(tracks[id].parent, count_)].push_back(id);
  crowded_ = index.countTracks(TrackKind::Process) > kCrowd;
  if (choice.sort == TrackSort::Activity) countRecords();
  for (TrackId parent = 0; parent <= count_; ++parent) {
    std::vector<TrackId>& siblings = children_[parent];
    std::sort(siblings.begin(), siblings.end(), [&](TrackId a, TrackId b) { return isBefore(tracks[a], tracks[b]); });
    bool parts = parent < count_ && !isHeading(tracks[parent].key.kind);
    if (choice.sort != TrackSort::Recorded && !parts) sort(siblings);
    auto moved = choice.moved.find(parent < count_ ? parent : kNoTrack);
    if (moved != choice.moved.end()) arrange(siblings, moved->second);
  }
}

bool TrackTree::isFolded(TrackId process) const {
  return crowded_ && index_.tracks()[process].key.kind == TrackKind::Process && children(process).size() == 1;
}

void TrackTree::countRecords() {
  records_.assign(count_, 0);
  for (const Lane& lane : index_.lanes())
    for (TrackId at = lane.track; at < count_; at = index_.tracks()[at].parent) records_[at] += lane.slices;
}

bool TrackTree::before(TrackId a, TrackId b) const {
  const Track& left = index_.tracks()[a];
  const Track& right = index_.tracks()[b];
  switch (choice_.sort) {
    case TrackSort::Name:
      return naturalLess(left.name, right.name);
    case TrackSort::Pid:
      return std::tie(left.key.pid, left.key.tid) < std::tie(right.key.pid, right.key.tid);
    case TrackSort::Activity:
      return records_[a] > records_[b];
    case TrackSort::Recorded:
      break;
  }
  return false;
}

// Tracks other than processes and threads keep their places: CPUs and their events have an order of their own.
void TrackTree::sort(std::vector<TrackId>& siblings) const {
  auto stays = [this](TrackId id) {
    TrackKind kind = index_.tracks()[id].key.kind;
    return kind != TrackKind::Process && kind != TrackKind::Thread;
  };
  std::vector<TrackId> sorted;
  std::remove_copy_if(siblings.begin(), siblings.end(), std::back_inserter(sorted), stays);
  std::stable_sort(sorted.begin(), sorted.end(), [this](TrackId a, TrackId b) { return before(a, b); });
  auto next = sorted.begin();
  for (TrackId& id : siblings)
    if (!stays(id)) id = *next++;
}

void TrackTree::arrange(std::vector<TrackId>& siblings, const std::vector<TrackId>& moved) const {
  std::map<TrackId, size_t> places;
  for (TrackId id : moved) places.emplace(id, places.size());
  auto place = [&](TrackId id) {
    auto found = places.find(id);
    return found == places.end() ? moved.size() : found->second;
  };
  std::stable_sort(siblings.begin(), siblings.end(), [&](TrackId a, TrackId b) { return place(a) < place(b); });
}

bool moveTrack(const TraceIndex& index, TrackChoice& choice, TrackId track, int by, const std::vector<bool>& shown) {
  const TrackTable& tracks = index.tracks();
  TrackId unit = unitOf(tracks, track);
  TrackTree tree(index, choice);
  if (tracks[unit].parent != kNoTrack && tree.isFolded(tracks[unit].parent)) unit = tracks[unit].parent;
  TrackId parent = tracks[unit].parent;
  std::vector<TrackId> order = tree.children(parent);
  auto at = static_cast<ptrdiff_t>(std::find(order.begin(), order.end(), unit) - order.begin());
  auto count = static_cast<ptrdiff_t>(order.size());
  auto isShown = [&](TrackId id) { return id < shown.size() && shown[id]; };
  ptrdiff_t to = at + by;
  while (to >= 0 && to < count && !isShown(order[static_cast<size_t>(to)])) to += by;
  if (at >= count || to < 0 || to >= count) return false;
  order.erase(order.begin() + at);
  order.insert(order.begin() + to, unit);
  choice.moved[parent] = std::move(order);
  return true;
}

}  // namespace tp::ui
