#include "ui/layout.h"

#include <algorithm>
#include <utility>

#include "ui/theme.h"

namespace tp::ui {
namespace {

constexpr float kCallStep = kCallHeight + 1;
constexpr float kAboveCpu = 6;  // work above who runs on a CPU
constexpr float kTrackGap = 8;
constexpr uint64_t kCrowd = 8;  // processes

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
    crowded_ = index.countTracks(TrackKind::Process) > kCrowd;
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

  void row(TrackId id, TrackId named, int indent, float height) {
    Row row;
    row.track = id;
    row.named = named;
    row.y = layout_.height;
    row.height = height;
    row.indent = indent;
    row.group = isGroup(index_.tracks()[id].key.kind);
    row.collapsed = collapsed_.count(id) > 0;
    layout_.rows.push_back(row);
    layout_.height += height;
  }

  void place(TrackId id, int indent) {
    if (!worthShowing(id)) return;
    TrackKind kind = index_.tracks()[id].key.kind;
    if (kind == TrackKind::Process && crowded_ && children_[id].size() == 1) {
      // Where there are many, one thread is its process.
      place(children_[id][0], indent);
    } else if (isGroup(kind)) {
      row(id, id, indent, kGroupHeight);
      if (collapsed_.count(id) > 0) return;
      for (TrackId child : children_[id]) place(child, indent + 1);
      layout_.height += kTrackGap;
    } else if (kind == TrackKind::Thread) {
      thread(id, indent);
    } else {
      row(id, id, indent, trackHeight(index_, id));
      for (TrackId child : children_[id]) place(child, indent);
    }
  }

  // The strip of its state, its calls, and what else belongs to it, under one name.
  void thread(TrackId id, int indent) {
    bool calls = !index_.lanesOf(id).empty() || (!complete_ && children_[id].empty());
    TrackId name = id;
    auto part = [&](TrackId at) { row(at, std::exchange(name, kNoTrack), indent, trackHeight(index_, at)); };
    auto isState = [&](TrackId at) { return index_.tracks()[at].key.kind == TrackKind::ThreadState; };
    for (TrackId child : children_[id])
      if (isState(child) && !index_.lanesOf(child).empty()) part(child);
    if (calls) part(id);
    for (TrackId child : children_[id])
      if (!isState(child) && worthShowing(child)) part(child);
    layout_.height += kTrackGap;
  }

  const TraceIndex& index_;
  const std::set<TrackId>& collapsed_;
  bool complete_;
  bool crowded_ = false;
  std::vector<std::vector<TrackId>> children_;  // the last: tracks without a parent
  Layout layout_;
};

// A thread of which only the state is known has room to say it in words.
bool isStrip(const TraceIndex& index, TrackId track) {
  TrackId thread = index.tracks()[track].parent;
  return thread != kNoTrack && !index.lanesOf(thread).empty();
}

}  // namespace

float depthHeight(const TraceIndex& index, TrackId track, uint16_t depth) {
  switch (index.tracks()[track].key.kind) {
    case TrackKind::Cpu:
      return depth == 0 ? kCpuHeight : kAboveCpu - 1;
    case TrackKind::Events:
      return kEventHeight - 2;
    case TrackKind::ThreadState:
      return isStrip(index, track) ? 4 : kCallHeight;
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
      return isStrip(index, track) ? 5 : kCallStep;
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
  TrackKind kind = index.tracks()[track].key.kind;
  return kind == TrackKind::Thread || kind == TrackKind::Async ? kCallStep * static_cast<float>(depth) : 0;
}

Layout makeLayout(const TraceIndex& index, const std::set<TrackId>& collapsed, bool complete) {
  return Builder(index, collapsed, complete).build();
}

}  // namespace tp::ui
