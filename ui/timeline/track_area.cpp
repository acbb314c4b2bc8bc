#include "ui/timeline/track_area.h"

#include <algorithm>

#include "ui/timeline/track_commands.h"
#include "ui/view/track_filter.h"

namespace tp::ui {
namespace {

constexpr float kMargin = 4;          // above the first row
constexpr float kPinnedShare = 0.5f;  // of the height, at most

// The row that is nearer to `y`, which is in the gap between two rows that stand for tracks; null: it is elsewhere.
const Row* rowBesideGap(const WindowState& c, const TrackArea& area, float y) {
  const bool pinned = y < area.scrolled.y;
  const Row *above = nullptr, *below = nullptr;
  float fromAbove = 0, fromBelow = 0;
  for (const Row& row : pinned ? c.layout.pinned : c.layout.rows) {
    const float top = screenTop(c, area, row, pinned), bottom = top + row.height;
    if (y >= top && y < bottom) return nullptr;
    if (bottom <= y && (above == nullptr || y - bottom < fromAbove)) above = &row, fromAbove = y - bottom;
    if (top > y && (below == nullptr || top - y < fromBelow)) below = &row, fromBelow = top - y;
  }
  if (above == nullptr || below == nullptr) return nullptr;
  const auto counts = [](const Row& row) { return !row.group || row.collapsed; };
  if (!counts(*above) || !counts(*below)) return counts(*above) ? above : counts(*below) ? below : nullptr;
  return fromAbove <= fromBelow ? above : below;
}

}  // namespace

TrackArea splitArea(const WindowState& c, const Rect& area) {
  float pinned = c.layout.pinned.empty() ? 0 : std::min(c.layout.pinnedHeight + kMargin, area.h * kPinnedShare);
  return {{area.x, area.y, area.w, pinned}, {area.x, area.y + pinned, area.w, area.h - pinned}};
}

float screenTop(const WindowState& c, const TrackArea& area, const Row& row, bool pinned) {
  return pinned ? area.pinned.y + kMargin + row.y - c.pinnedScroll : area.scrolled.y + kMargin + row.y - c.scroll;
}

const Row* rowUnder(const WindowState& c, const TrackArea& area, float y) {
  bool pinned = y < area.scrolled.y;
  const std::vector<Row>& rows = pinned ? c.layout.pinned : c.layout.rows;
  float at = y - screenTop(c, area, Row{}, pinned);
  size_t found = rowAt(rows, at);
  return found < rows.size() && rows[found].y <= at ? &rows[found] : nullptr;
}

const Row* rowOf(const WindowState& c, const TrackArea& area, TrackId track, float& top) {
  for (bool pinned : {true, false}) {
    for (const Row& row : pinned ? c.layout.pinned : c.layout.rows) {
      if (row.track != track || row.idle > 0) continue;
      top = screenTop(c, area, row, pinned);
      return &row;
    }
  }
  return nullptr;
}

std::vector<TrackBand> trackBands(const WindowState& c, const TraceIndex& index, const TrackArea& area) {
  std::vector<TrackBand> bands;
  auto add = [&bands](const Stretch* stretch, float top, float bottom) {
    if (bottom <= top) return;
    if (!bands.empty() && bands.back().stretch == stretch) return void(bands.back().bottom = bottom);
    bands.push_back({stretch, top, bottom});
  };
  for (bool pinned : {true, false}) {
    const Rect& part = pinned ? area.pinned : area.scrolled;
    float done = part.y;
    forVisible(c, area, pinned, [&](const Row& row, float y) {
      add(nullptr, done, y);
      const float bottom = std::min(y + row.height, part.y + part.h);
      add(stretchOf(c, index, row.track), std::max(done, y), bottom);
      done = std::max(done, bottom);
    });
    add(nullptr, done, part.y + part.h);
  }
  return bands;
}

uint32_t traceUnder(const WindowState& c, const TraceIndex& index, const TrackArea& area, float y) {
  const Row* row = rowUnder(c, area, y);
  return row == nullptr || row->track >= index.tracks().size() ? 0 : index.tracks()[row->track].key.trace;
}

bool liftFilterFrom(Context& c, TrackId track) {
  if (c.choice.filter.empty() || track >= c.layout.shown.size() || c.layout.shown[track]) return false;
  if (TrackFilter(c.choice.filter).matches(c.index().tracks()[track])) return false;
  c.choice.filter.clear();
  c.layoutStale = true;
  c.say("The filter of tracks hid that place: it is cleared.");
  c.moreToCome = true;
  return true;
}

std::vector<TrackId> tracksBetween(const WindowState& c, const TraceIndex& index, const TrackArea& area, float y0,
                                   float y1) {
  std::set<TrackId> units, headings;
  std::vector<TrackId> tracks;
  bool all = true;
  const TrackTable& table = index.tracks();
  const TrackFilter filter(c.choice.filter);
  // Returns whether a track belongs to a unit, or to what a collapsed heading stands for: without what is hidden or
  // filtered out.
  auto inside = [&](TrackId track) {
    bool within = false, matches = filter.empty();
    for (TrackId at = track; at != kNoTrack; at = table[at].parent) {
      if (c.choice.hidden.count(at) > 0) return false;
      if (units.count(at) > 0) return true;
      if (headings.empty()) continue;
      within = within || headings.count(at) > 0;
      matches = matches || filter.matches(table[at]) || isPinned(c, index, at);
    }
    return within && matches;
  };
  auto scan = [&](auto&& use) {
    for (bool pinned : {true, false})
      for (const Row& row : pinned ? c.layout.pinned : c.layout.rows) use(row, screenTop(c, area, row, pinned));
  };
  scan([&](const Row& row, float y) {
    // A collapsed heading stands for its tracks. If it is expanded, these count by themselves.
    bool counts = !row.group || row.collapsed;
    if (counts && y < std::max(y0, y1) && y + row.height > std::min(y0, y1))
      (row.group ? headings : units).insert(row.unit);
  });
  if (units.empty() && headings.empty()) {
    const Row* row = rowBesideGap(c, area, y0);
    if (row != nullptr) (row->group ? headings : units).insert(row->unit);
  }
  for (TrackId id = 0; id < table.size(); ++id)
    if (inside(id)) tracks.push_back(id);
  scan([&](const Row& row, float) {
    all = all && (row.group || std::binary_search(tracks.begin(), tracks.end(), row.track));
  });
  if (all && filter.empty() && c.choice.hidden.empty()) tracks.clear();
  return tracks;
}

}  // namespace tp::ui
