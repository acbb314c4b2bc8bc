// Steps from slice to slice: along the row, to the caller, to what is called.
#include <algorithm>
#include <optional>
#include <tuple>

#include "ui/app/app.h"
#include "ui/timeline/track_area.h"
#include "ui/timeline/track_painter.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {
namespace {

using Direction = int;  // -1: back, 1: on

std::vector<Mark> marksOf(Session& session, TrackId track, Time begin, Time end, int level) {
  std::vector<Mark> marks;
  session.beginFrame();
  session.query(track, begin, end, level, marks);
  session.endFrame();
  return marks;
}

float widthOfTracks(const WindowState& c) {
  return ImGui::GetIO().DisplaySize.x - c.labelWidth;
}

// The nearest of the marks in a direction on the row of `from` (`rows` 0), or the first one around (-1) or within (1).
std::optional<Mark> nearest(const std::vector<Mark>& marks, const Mark& from, Direction direction, int rows) {
  std::optional<Mark> best;
  for (const Mark& mark : marks) {
    if (mark.depth != from.depth + rows) continue;
    const bool fits = rows < 0        ? mark.begin <= from.begin && mark.end >= from.end
                      : rows > 0      ? mark.begin >= from.begin && mark.end <= from.end
                      : direction > 0 ? mark.begin >= from.end && mark.begin > from.begin
                                      : mark.end <= from.begin && mark.begin < from.begin;
    if (!fits) continue;
    if (!best || (direction < 0 ? mark.begin > best->begin : mark.begin < best->begin)) best = mark;
  }
  return best;
}

// The next slice of the row: near what is in view, at the level of detail of the screen; else anywhere, at the level at
// which the screen would show all of it.
std::optional<Mark> along(Context& c, const Selection& from, Direction direction) {
  const float width = widthOfTracks(c);
  const VisibleTime view = drawnTimes(c, c.index(), from.track);
  const Time span = view.endTime() - view.beginTime();
  const Time begin = std::min(from.mark.begin, view.beginTime()) - span;
  const Time end = std::max(from.mark.end, view.endTime()) + span;
  const int level = levelFor(c, view, width);
  const auto near = nearest(marksOf(c.session, from.track, begin, end, level), from.mark, direction, 0);
  if (near) return near;
  const TraceIndex& index = c.index();
  const Time first = direction > 0 ? from.mark.begin : index.begin(),
             last = direction > 0 ? index.end() : from.mark.end;
  const int coarse = levelOf(static_cast<double>(last - first), width * c.scale);
  return nearest(marksOf(c.session, from.track, first, last, coarse), from.mark, direction, 0);
}

// The first slice of the uppermost row in view: of calls and states rather than of events.
std::optional<Selection> firstInView(Context& c, const TrackArea& area) {
  std::optional<Selection> best;
  auto isEvents = [&c](TrackId track) { return c.index().tracks()[track].key.kind == TrackKind::Events; };
  auto look = [&](const Row& row, float) {
    if (row.group) return;
    const TrackKind kind = c.index().tracks()[row.track].key.kind;
    const bool better = !best || (isEvents(best->track) && kind != TrackKind::Events);
    if (kind == TrackKind::Counter || !better) return;
    std::optional<Mark> first;
    const VisibleTime view = drawnTimes(c, c.index(), row.track);
    const int level = levelFor(c, view, widthOfTracks(c));
    for (const Mark& mark : marksOf(c.session, row.track, view.beginTime(), view.endTime(), level))
      if (!first || std::tie(mark.depth, mark.begin) < std::tie(first->depth, first->begin)) first = mark;
    if (first) best = Selection{row.track, *first};
  };
  for (bool pinned : {true, false}) forVisible(c, area, pinned, look);
  return best;
}

const char* nothingThere(Direction direction, int rows) {
  if (rows < 0) return "It has no caller on this track: nothing lies around it.";
  if (rows > 0) return "Nothing is drawn within it.";
  return direction > 0 ? "There is no slice after it on its row." : "There is no slice before it on its row.";
}

}  // namespace

bool App::step(int direction, int rows) {
  Context& c = context_;
  if (!c.selection) {
    const std::optional<Selection> first = firstInView(c, splitArea(c, tracks_));
    if (!first) return c.say("No slice is in view."), false;
    return select(*first), true;
  }
  const Selection from = *c.selection;
  const int level = levelFor(c, drawnTimes(c, c.index(), from.track), widthOfTracks(c));
  const std::optional<Mark> found =
      rows == 0
          ? along(c, from, direction)
          : nearest(marksOf(c.session, from.track, from.mark.begin, from.mark.end, level), from.mark, direction, rows);
  if (!found) return c.say(nothingThere(direction, rows)), false;
  select({from.track, *found});
  return true;
}

}  // namespace tp::ui
