#include "ui/view/layout.h"

#include <algorithm>
#include <utility>

#include "ui/base/theme.h"
#include "ui/view/laid_plots.h"
#include "ui/view/row_measure.h"
#include "ui/view/track_filter.h"
#include "ui/view/track_tree.h"

namespace tp::ui {
namespace {

constexpr float kTrackGap = 8;

class Builder {
 public:
  Builder(const TraceIndex& index, const std::set<TrackId>& collapsed, const TrackChoice& choice, bool complete,
          const std::vector<bool>& idle)
      : index_(index),
        collapsed_(collapsed),
        choice_(choice),
        complete_(complete),
        idle_(idle),
        tree_(index, choice),
        filter_(choice.filter) {
    layout_.shown.assign(index.tracks().size(), false);
    layout_.filterProblem = filter_.problem();
  }

  Layout build() {
    pinning_ = true;
    for (TrackId id : choice_.pinned)
      if (id < index_.tracks().size()) place(id, 0, true);
    std::swap(layout_.rows, layout_.pinned);
    std::swap(layout_.height, layout_.pinnedHeight);
    pinning_ = false;
    placeAll(tree_.children(kNoTrack), 0, filter_.empty());
    return std::move(layout_);
  }

 private:
  bool worthShowing(TrackId id) const {
    if (isLaid(index_, choice_, id)) return false;
    if (!index_.lanesOf(id).empty()) return true;
    TrackKind kind = index_.tracks()[id].key.kind;
    if (!complete_ && (kind == TrackKind::Thread || kind == TrackKind::Cpu)) return true;
    if (kind == TrackKind::Cpu && hasEvents(id)) return true;
    const std::vector<TrackId>& children = tree_.children(id);
    return std::any_of(children.begin(), children.end(), [this](TrackId child) { return worthShowing(child); });
  }

  // Returns whether the CPU has a row of events, which needs the CPU's own above it even if nothing tells who runs.
  bool hasEvents(TrackId cpu) const {
    TrackKey key = index_.tracks()[cpu].key;
    key.kind = TrackKind::Events;
    const TrackId events = index_.tracks().find(key);
    return events != kNoTrack && !index_.lanesOf(events).empty();
  }

  bool isPinned(TrackId id) const {
    return std::find(choice_.pinned.begin(), choice_.pinned.end(), id) != choice_.pinned.end();
  }

  bool anyMatches(TrackId id) const {
    if (choice_.hidden.count(id) > 0 || (!pinning_ && isPinned(id))) return false;
    const std::vector<TrackId>& children = tree_.children(id);
    return filter_.matches(index_.tracks()[id]) ||
           std::any_of(children.begin(), children.end(), [this](TrackId child) { return anyMatches(child); });
  }

  // Returns whether a heading has anything to show apart from pinned and hidden tracks.
  bool anyLeft(TrackId id) const {
    const std::vector<TrackId>& children = tree_.children(id);
    return std::any_of(children.begin(), children.end(), [this](TrackId child) {
      if (choice_.hidden.count(child) > 0 || isPinned(child) || !worthShowing(child)) return false;
      return !isHeading(index_.tracks()[child].key.kind) || anyLeft(child);
    });
  }

  size_t row(TrackId id, TrackId named, int indent, float height) {
    Row row;
    row.track = id;
    row.named = named;
    row.unit = unitOf(index_.tracks(), id);
    row.y = layout_.height;
    row.height = height;
    row.indent = indent;
    row.heading = heading_;
    row.group = isHeading(index_.tracks()[id].key.kind);
    row.collapsed = collapsed_.count(id) > 0;
    layout_.rows.push_back(row);
    layout_.height += height;
    row.bottom = layout_.height;
    layout_.rows.back().bottom = layout_.height;
    layout_.shown[id] = true;
    return layout_.rows.size() - 1;
  }

  // `wanted`: something above it matches the filter.
  void place(TrackId id, int indent, bool wanted) {
    bool elsewhere = isPinned(id) && !(pinning_ && indent == 0);
    if (!worthShowing(id) || choice_.hidden.count(id) > 0 || elsewhere) return;
    if (!wanted && !anyMatches(id)) return;
    const Track& track = index_.tracks()[id];
    if (tree_.isFolded(id)) {
      // The only thread stands for its process.
      place(tree_.children(id)[0], indent, wanted || filter_.matches(track));
      layout_.shown[id] = layout_.shown[tree_.children(id)[0]];
    } else if (isHeading(track.key.kind)) {
      if (pinning_ || anyLeft(id)) heading(id, indent, wanted || filter_.matches(track));
    } else {
      unit(id, indent);
    }
  }

  // Whether all there is to show of a track are idle threads; adds to `count` how many.
  bool isIdle(TrackId id, uint32_t& count) const {
    const TrackKind kind = index_.tracks()[id].key.kind;
    if (kind == TrackKind::Thread) return ++count, id < idle_.size() && idle_[id];
    const std::vector<TrackId>& children = tree_.children(id);
    return kind == TrackKind::Process && !children.empty() &&
           std::all_of(children.begin(), children.end(), [&](TrackId child) { return isIdle(child, count); });
  }

  // Places siblings: idle threads last, and if they are many, under a row of their own.
  void placeAll(const std::vector<TrackId>& siblings, int indent, bool wanted) {
    constexpr uint32_t kMany = 12;
    uint32_t count = 0;
    std::vector<TrackId> idle, others;
    for (TrackId id : siblings) {
      uint32_t threads = 0;
      const bool leaves = choice_.hidden.count(id) > 0 || isPinned(id) || !worthShowing(id);
      const bool folds = !leaves && isIdle(id, threads);
      (folds ? idle : others).push_back(id);
      if (folds) count += threads;
    }
    const bool fold = choice_.sort == TrackSort::Activity && filter_.empty() && count > kMany;
    for (TrackId id : fold ? others : siblings) place(id, indent, wanted);
    if (!fold) return;
    const size_t at = idleRow(count, indent);
    if (choice_.idleShown) {
      const int outer = std::exchange(heading_, static_cast<int>(at));
      for (TrackId id : idle) place(id, indent + 1, wanted);
      heading_ = outer;
      layout_.rows[at].bottom = layout_.height;
    } else {
      layout_.folded.resize(index_.tracks().size());
      for (TrackId id : idle) markFolded(id);
    }
    layout_.height += kTrackGap;
  }

  void markFolded(TrackId id) {
    layout_.folded[id] = true;
    for (TrackId child : tree_.children(id)) markFolded(child);
  }

  size_t idleRow(uint32_t count, int indent) {
    Row row;
    row.y = layout_.height;
    row.height = kGroupHeight;
    row.indent = indent;
    row.heading = heading_;
    row.group = true;
    row.collapsed = !choice_.idleShown;
    row.idle = count;
    layout_.height += row.height;
    row.bottom = layout_.height;
    layout_.rows.push_back(row);
    return layout_.rows.size() - 1;
  }

  void heading(TrackId id, int indent, bool wanted) {
    size_t at = row(id, id, indent, kGroupHeight);
    if (layout_.rows[at].collapsed) return;
    int outer = std::exchange(heading_, static_cast<int>(at));
    placeAll(tree_.children(id), indent + 1, wanted);
    heading_ = outer;
    layout_.rows[at].bottom = layout_.height;
    layout_.height += kTrackGap;
  }

  void unit(TrackId id, int indent) {
    size_t first = layout_.rows.size();
    if (index_.tracks()[id].key.kind == TrackKind::Thread) {
      thread(id, indent);
    } else {
      row(id, id, indent, trackHeight(index_, id, choice_.callHeight) + legendHeight(index_, choice_, id));
      for (TrackId child : tree_.children(id))
        if (worthShowing(child)) row(child, child, indent, trackHeight(index_, child, choice_.callHeight));
    }
    for (size_t i = first; i < layout_.rows.size(); ++i) layout_.rows[i].bottom = layout_.rows.back().bottom;
    if (index_.tracks()[id].key.kind == TrackKind::Thread) layout_.height += kTrackGap;
  }

  // The rows of a thread under one name: states, calls, and whatever else belongs to it.
  void thread(TrackId id, int indent) {
    const std::vector<TrackId>& children = tree_.children(id);
    bool calls = !index_.lanesOf(id).empty() || (!complete_ && children.empty());
    TrackId name = id;
    auto part = [&](TrackId at) {
      // A counter has its own name, which says what it counts.
      bool counter = index_.tracks()[at].key.kind == TrackKind::Counter;
      row(at, counter ? at : std::exchange(name, kNoTrack), counter ? indent + 1 : indent,
          trackHeight(index_, at, choice_.callHeight));
    };
    auto isState = [&](TrackId at) { return index_.tracks()[at].key.kind == TrackKind::ThreadState; };
    for (TrackId child : children)
      if (isState(child) && !index_.lanesOf(child).empty()) part(child);
    if (calls) part(id);
    for (TrackId child : children)
      if (!isState(child) && worthShowing(child)) part(child);
    layout_.shown[id] = true;
  }

  const TraceIndex& index_;
  const std::set<TrackId>& collapsed_;
  const TrackChoice& choice_;
  bool complete_;
  const std::vector<bool>& idle_;
  TrackTree tree_;
  TrackFilter filter_;
  bool pinning_ = false;
  int heading_ = -1;
  Layout layout_;
};

}  // namespace

Layout makeLayout(const TraceIndex& index, const std::set<TrackId>& collapsed, const TrackChoice& choice, bool complete,
                  const std::vector<bool>& idle) {
  return Builder(index, collapsed, choice, complete, idle).build();
}

size_t rowAt(const std::vector<Row>& rows, float y) {
  auto found = std::partition_point(rows.begin(), rows.end(), [y](const Row& row) { return row.y + row.height <= y; });
  return static_cast<size_t>(found - rows.begin());
}

std::vector<StickyHeading> stickyHeadings(const Layout& layout, float scroll) {
  std::vector<StickyHeading> sticky;
  float offset = 0;
  for (size_t level = 0;; ++level) {
    size_t at = rowAt(layout.rows, scroll + offset);
    if (at >= layout.rows.size()) break;
    std::vector<size_t> chain;
    if (layout.rows[at].group) chain.push_back(at);
    for (int up = layout.rows[at].heading; up >= 0; up = layout.rows[static_cast<size_t>(up)].heading)
      chain.push_back(static_cast<size_t>(up));
    if (level >= chain.size()) break;
    size_t heading = chain[chain.size() - 1 - level];
    const Row& row = layout.rows[heading];
    if (row.y >= scroll + offset) break;
    float y = std::min(offset, row.bottom - scroll - row.height);
    sticky.push_back({heading, y});
    if (y < offset) break;
    offset += row.height;
  }
  return sticky;
}

}  // namespace tp::ui
