#include "ui/layout.h"

#include <algorithm>

#include "ui/theme.h"

namespace tp::ui {
namespace {

constexpr float kCallStep = kCallHeight + 1;
constexpr float kAboveCpu = 6;  // work above who runs on a CPU
constexpr float kTrackGap = 8;

bool isGroup(TrackKind kind) {
  return kind == TrackKind::Group || kind == TrackKind::Process;
}

class Builder {
 public:
  Builder(const TraceIndex& index, const std::set<TrackId>& collapsed, bool complete)
      : index_(index), collapsed_(collapsed), complete_(complete), children_(index.tracks().size() + size_t{1}) {
    const TrackTable& tracks = index.tracks();
    for (TrackId id = 0; id < tracks.size(); ++id) {
      TrackId parent = tracks[id].parent;
      children_[std::min(parent, tracks.size())].push_back(id);
    }
    for (auto& list : children_)
      std::stable_sort(list.begin(), list.end(),
                       [&](TrackId a, TrackId b) { return tracks[a].order < tracks[b].order; });
  }

  Layout build() {
    for (TrackId id : children_.back()) place(id, 0);
    return std::move(layout_);
  }

 private:
  bool worthShowing(TrackId id) const {
    if (!index_.lanesOf(id).empty()) return true;
    TrackKind kind = index_.tracks()[id].key.kind;
    if (!complete_ && (kind == TrackKind::Thread || kind == TrackKind::Cpu)) return true;
    return std::any_of(children_[id].begin(), children_[id].end(),
                       [this](TrackId child) { return worthShowing(child); });
  }

  void place(TrackId id, int indent) {
    if (!worthShowing(id)) return;
    bool group = isGroup(index_.tracks()[id].key.kind);
    bool collapsed = collapsed_.count(id) > 0;
    Row row;
    row.track = id;
    row.y = layout_.height;
    row.height = group ? kGroupHeight : trackHeight(index_, id);
    row.indent = indent;
    row.group = group;
    row.collapsed = collapsed;
    layout_.rows.push_back(row);
    layout_.height += row.height;
    if (collapsed) return;
    // Events belong to the thread above them and follow at once.
    for (TrackId child : children_[id]) place(child, indent + (group ? 1 : 0));
    if (index_.tracks()[id].key.kind == TrackKind::Thread || group) layout_.height += kTrackGap;
  }

  const TraceIndex& index_;
  const std::set<TrackId>& collapsed_;
  bool complete_;
  std::vector<std::vector<TrackId>> children_;  // the last: tracks without a parent
  Layout layout_;
};

}  // namespace

float depthHeight(TrackKind kind, uint16_t depth) {
  switch (kind) {
    case TrackKind::Cpu:
      return depth == 0 ? kCpuHeight : kAboveCpu - 1;
    case TrackKind::Events:
      return kEventHeight - 2;
    case TrackKind::ThreadState:
      return 4;
    case TrackKind::Counter:
      return 28;
    default:
      return kCallHeight;
  }
}

float trackHeight(const TraceIndex& index, TrackId track) {
  uint16_t deepest = index.maxDepth(track);
  switch (index.tracks()[track].key.kind) {
    case TrackKind::Cpu:
      return kCpuHeight + kCpuGap + kAboveCpu * static_cast<float>(deepest);
    case TrackKind::Events:
      return kEventHeight + 2;
    case TrackKind::ThreadState:
      return 6;
    case TrackKind::Counter:
      return 32;
    default:
      return kCallStep * static_cast<float>(deepest + 1);
  }
}

float depthTop(const TraceIndex& index, TrackId track, uint16_t depth) {
  if (index.tracks()[track].key.kind == TrackKind::Cpu) {
    uint16_t deepest = index.maxDepth(track);
    float above = kAboveCpu * static_cast<float>(deepest);
    return depth == 0 ? above : above - kAboveCpu * static_cast<float>(depth);
  }
  return index.tracks()[track].key.kind == TrackKind::Thread ? kCallStep * static_cast<float>(depth) : 1;
}

Layout makeLayout(const TraceIndex& index, const std::set<TrackId>& collapsed, bool complete) {
  return Builder(index, collapsed, complete).build();
}

}  // namespace tp::ui
