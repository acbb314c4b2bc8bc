#include "ui/timeline/snap.h"

#include <algorithm>
#include <cmath>

#include "ui/timeline/track_painter.h"
#include "ui/view/drawn_times.h"
#include "ui/view/row_measure.h"

namespace tp::ui {
namespace {

constexpr double kNear = 6;    // pixels
constexpr double kClear = 12;  // of slices that the axis takes edges of

struct Snapped {
  std::vector<TrackId> drawn;  // tracks of the frame before
  double share = 0;            // of the visible width, where the edge that was taken is
  uint64_t frame = 0;          // Canvas::frame in which it was
};

// The edge that is nearest to the pointer, of tracks that are drawn by `view`.
class Nearest {
 public:
  Nearest(Context& c, const VisibleTime& view, const Rect& area)
      : c_(c), view_(view), area_(area), x_(static_cast<double>(ImGui::GetIO().MousePos.x - area.x)) {}

  // Looks at the slices of a track. `depth`: only at those of this row, negative: at all. `clear`: only at those that
  // are so many pixels wide.
  void look(TrackId track, int depth, double clear) {
    const TrackKind kind = c_.index().tracks()[track].key.kind;
    if (kind == TrackKind::Counter || c_.durations.of(track) != nullptr) return;
    marks_.clear();
    c_.session.query(track, timeAt(x_ - kNear), timeAt(x_ + kNear) + 1, levelFor(c_, view_, area_.w), marks_);
    for (const Mark& mark : marks_) {
      // An aggregate of many has no edge that one of them has.
      if (mark.aggregate() || (depth >= 0 && mark.depth != depth)) continue;
      if (xOf(mark.end) - xOf(mark.begin) < clear) continue;
      if ((mark.flags & kMarkNoBegin) == 0) offer(mark.begin);
      if ((mark.flags & (kMarkOpen | kMarkCut)) == 0) offer(mark.end);
    }
  }

  const std::optional<Time>& found() const { return found_; }

 private:
  double xOf(Time time) const { return view_.toShare(time) * static_cast<double>(area_.w); }
  Time timeAt(double x) const { return view_.toTime(x / static_cast<double>(area_.w)); }

  void offer(Time time) {
    const double away = std::fabs(xOf(time) - x_);
    if (away > kNear || (found_ && away >= away_)) return;
    found_ = time;
    away_ = away;
  }

  Context& c_;
  const VisibleTime view_;
  Rect area_;
  double x_;
  std::vector<Mark> marks_;
  std::optional<Time> found_;
  double away_ = 0;
};

// The depth of the row of a track that is so many pixels below its top; negative if there is none.
int depthAt(const WindowState& c, const TraceIndex& index, TrackId track, float below) {
  constexpr int kMax = 4096;
  for (int depth = 0; depth < kMax; ++depth) {
    const auto number = static_cast<uint16_t>(depth);
    const float top = depthTop(index, track, number, c.choice.callHeight);
    if (top > below) break;
    if (below < top + depthHeight(index, track, number, c.choice.callHeight)) return depth;
  }
  return -1;
}

Time take(Context& c, const VisibleTime& view, const std::optional<Time>& found, Time at) {
  if (!found) return at;
  Snapped& snapped = c.memory.of<Snapped>();
  snapped.share = view.toShare(*found);
  snapped.frame = c.frame;
  return *found;
}

}  // namespace

Time snapOnTracks(Context& c, const TrackArea& area, const Rect& tracks, Time at, const Stretch* stretch) {
  const float y = ImGui::GetIO().MousePos.y;
  const Row* row = rowUnder(c, area, y);
  if (ImGui::GetIO().KeyAlt || row == nullptr || row->group || row->idle > 0) return at;
  float top = 0;
  if (stretchOf(c, c.index(), row->track) != stretch || rowOf(c, area, row->track, top) == nullptr) return at;
  const VisibleTime view = drawnTimes(c, stretch);
  Nearest nearest(c, view, tracks);
  nearest.look(row->track, depthAt(c, c.index(), row->track, y - top), 0);
  if (!nearest.found()) nearest.look(row->track, -1, 0);
  return take(c, view, nearest.found(), at);
}

Time snapOnAxis(Context& c, const Rect& axis, Time at) {
  if (ImGui::GetIO().KeyAlt) return at;
  Nearest nearest(c, c.view, axis);
  for (TrackId track : c.memory.of<Snapped>().drawn)
    if (track < c.index().tracks().size() && stretchOf(c, c.index(), track) == nullptr) nearest.look(track, -1, kClear);
  return take(c, c.view, nearest.found(), at);
}

void drawSnap(Context& c, const Rect& tracks) {
  Snapped& snapped = c.memory.of<Snapped>();
  snapped.drawn.clear();
  for (const auto& [track, marks] : c.drawnOfTrack) snapped.drawn.push_back(track);
  if (snapped.frame != c.frame) return;
  const float x = std::floor(tracks.x + static_cast<float>(snapped.share) * tracks.w) + 0.5f;
  if (x < tracks.x || x > tracks.x + tracks.w) return;
  c.draw->AddLine({x, tracks.y}, {x, tracks.y + tracks.h}, c.theme.text, 2);
  const float y = std::clamp(ImGui::GetIO().MousePos.y, tracks.y + 6, tracks.y + tracks.h - 6);
  c.draw->AddTriangleFilled({x - 9, y - 5}, {x - 9, y + 5}, {x - 2, y}, c.theme.text);
  c.draw->AddTriangleFilled({x + 9, y - 5}, {x + 9, y + 5}, {x + 2, y}, c.theme.text);
}

}  // namespace tp::ui
