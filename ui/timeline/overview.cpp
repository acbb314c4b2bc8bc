#include "ui/timeline/overview.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/kernel/open_rows.h"
#include "core/trace/sums.h"
#include "ui/base/hatch.h"
#include "ui/timeline/marker_view.h"
#include "ui/timeline/time_axis.h"
#include "ui/timeline/track_head.h"
#include "ui/view/drawn_times.h"

namespace tp::ui {
namespace {

constexpr size_t kColumns = 600;

// How much of each column's time is covered by slices of the outer depths, summed over all tracks; of a trace without
// slices, how many of its events are there. Beside it, what was not recorded of the CPUs, and where records were lost.
// Computed again when the index has grown.
struct Density {
  uint64_t opening = 0;  // Session::opening() that this is about
  uint64_t records = ~uint64_t{0};
  bool whole = false;  // everything is indexed: a stream's last slices come with its end, without further records
  Time begin = 0, end = -1;
  double computed = -1;
  std::vector<float> columns;
  std::vector<float> unknown;      // summed over CPUs
  std::set<TrackId> telling;       // the headings of CPUs of which it is known who runs
  float cpus = 0;                  // number of these CPUs
  std::vector<bool> losses;        // whether records were lost there
  std::vector<Stretch> stretches;  // by which it was computed
};

// What a slice covers at least, and an event, in columns.
constexpr double kLeast = 0.02;
constexpr double kLongest = 4e18;  // a Time that levels of detail are computed from

// The column in which a time is drawn, and which part of it, as a number of columns.
double columnAt(const Density& density, const Stretch* stretch, Time time) {
  const double perColumn = static_cast<double>(density.end - density.begin + 1) / static_cast<double>(kColumns);
  return static_cast<double>(minus(drawnAt(stretch, time), density.begin)) / perColumn;
}

void addMark(const Density& density, const Mark& mark, const Stretch* stretch, double least,
             std::vector<float>& columns) {
  const double from = columnAt(density, stretch, mark.begin), to = columnAt(density, stretch, mark.end);
  // An aggregate covers no more than the durations in it.
  const auto length = static_cast<double>(mark.end - mark.begin);
  const double share =
      mark.aggregate() && length > 0 ? std::min(1.0, static_cast<double>(mark.durations()) / length) : 1.0;
  size_t first = static_cast<size_t>(std::clamp(from, 0.0, static_cast<double>(kColumns - 1)));
  size_t last = static_cast<size_t>(std::clamp(to, 0.0, static_cast<double>(kColumns - 1)));
  for (size_t i = first; i <= last; ++i) {
    double left = std::max(from, static_cast<double>(i)), right = std::min(to, static_cast<double>(i + 1));
    columns[i] += static_cast<float>(std::max(least, (right - left) * share));
  }
}

size_t columnOf(const Density& density, const Stretch* stretch, Time time) {
  const double column = columnAt(density, stretch, time);
  return static_cast<size_t>(std::clamp(column, 0.0, static_cast<double>(kColumns - 1)));
}

void addEvents(Density& density, const Mark& mark, const Stretch* stretch) {
  const size_t first = columnOf(density, stretch, mark.begin);
  const size_t last = std::max(first, columnOf(density, stretch, mark.end));
  const double each = kLeast * mark.count / static_cast<double>(last - first + 1);
  for (size_t i = first; i <= last; ++i) density.columns[i] += static_cast<float>(each);
}

// Returns whether the track has anything that counts.
bool addTrack(Context& c, Density& density, TrackId track) {
  const TraceIndex& index = c.index();
  const Stretch* stretch = stretchOf(c, index, track);
  const double factor = stretch != nullptr ? factorOf(*stretch) : 1;
  const double perColumn = static_cast<double>(density.end - density.begin) / static_cast<double>(kColumns) / factor;
  const int level = std::max(0, firstShortLevel(static_cast<Time>(std::min(perColumn, kLongest))));
  const TrackKind kind = index.tracks()[track].key.kind;
  bool any = false;
  std::vector<Mark> marks;
  for (uint32_t lane : index.lanesOf(track)) {
    // No finer than what is resident, so that the overview never causes decoding.
    const int resident = std::max(level, index.streams()[index.lanes()[lane].stream].baseLevel);
    marks.clear();
    c.session.queryLaneResident(lane, index.begin(), index.end(), resident, marks);
    for (const Mark& mark : marks) {
      // A loss alone is nothing that ran.
      if ((mark.flags & kMarkLost) != 0 && mark.durations() == 0 && kind != TrackKind::Events) continue;
      if (kind == TrackKind::Cpu && mark.depth == kernel::kRunningRow)
        density.telling.insert(index.tracks()[track].parent);
      if (kind == TrackKind::Cpu && c.names.isNotRecorded(mark.name))
        addMark(density, mark, stretch, 0, density.unknown);
      if (mark.depth > 2 || c.names.isOffCpu(mark.name)) continue;
      any = true;
      kind == TrackKind::Events ? addEvents(density, mark, stretch)
                                : addMark(density, mark, stretch, kLeast, density.columns);
    }
  }
  return any;
}

void compute(Context& c, Density& density) {
  const TraceIndex& index = c.index();
  if (density.opening != c.session.opening()) density = {};
  density.opening = c.session.opening();
  const bool whole = c.session.phase() != Phase::Indexing;
  const TimeBounds drawn = drawnBounds(c, index);
  const bool placed =
      density.begin == drawn.begin && density.end == drawn.end && density.stretches == c.joint.stretches;
  if (density.records == index.rows() && placed && density.whole == whole) return;
  if (c.seconds - density.computed < 0.25 && density.computed >= 0 && c.seconds >= density.computed && !whole) return;
  density.records = index.rows();
  density.whole = whole;
  density.begin = drawn.begin;
  density.end = drawn.end;
  density.stretches = c.joint.stretches;
  density.computed = c.seconds;
  density.columns.assign(kColumns, 0);
  density.unknown.assign(kColumns, 0);
  density.losses.assign(kColumns, false);
  density.telling.clear();
  if (drawn.empty()) return;
  // Of each trace, what CPUs did counts, since calls of threads are mostly waiting; else the calls; else the events.
  const std::vector<TrackId> tracks = index.tracks().byKey();
  std::set<uint32_t> done;
  for (TrackKind kind : {TrackKind::Cpu, TrackKind::Thread, TrackKind::Events}) {
    std::set<uint32_t> found;
    for (TrackId id : tracks) {
      const TrackKey& key = index.tracks()[id].key;
      if (key.kind == kind && done.count(key.trace) == 0 && addTrack(c, density, id)) found.insert(key.trace);
    }
    done.merge(found);
  }
  density.cpus = static_cast<float>(std::count_if(tracks.begin(), tracks.end(), [&](TrackId id) {
    const Track& track = index.tracks()[id];
    return track.key.kind == TrackKind::Cpu && density.telling.count(track.parent) > 0;
  }));
  for (const Lane& lane : index.lanes())
    for (const LossPlace& loss : lane.lossPlaces)
      density.losses[columnOf(density, stretchOf(c, index, lane.track), loss.time)] = true;
}

// Hatches from above the share of the CPUs of which nothing was recorded, and marks where records were lost.
void drawUnknown(const Canvas& c, const Density& density, const Rect& strip) {
  const float width = strip.w / static_cast<float>(kColumns);
  auto heightOf = [&](size_t i) {
    return density.cpus > 0 ? std::round(strip.h * std::min(1.0f, density.unknown[i] / density.cpus)) : 0.0f;
  };
  for (size_t i = 0; i < density.unknown.size();) {
    const size_t first = i;
    const float height = heightOf(first);
    while (i < density.unknown.size() && heightOf(i) == height) ++i;
    const float left = strip.x + width * static_cast<float>(first), right = strip.x + width * static_cast<float>(i);
    if (height < 1) continue;
    c.draw->AddRectFilled({left, strip.y}, {right, strip.y + height}, c.theme.raised);
    // The lines of neighbours of other heights go on in each other.
    c.draw->PushClipRect({left, strip.y}, {right, strip.y + height}, true);
    drawHatch(c, strip, left, right);
    c.draw->PopClipRect();
  }
  constexpr float kTick = 5;
  for (size_t i = 0; i < density.losses.size(); ++i) {
    const float x = strip.x + width * static_cast<float>(i);
    if (density.losses[i]) c.draw->AddRectFilled({x, strip.y}, {x + 2, strip.y + kTick}, c.theme.error);
  }
}

}  // namespace

void drawOverview(Context& c, const Rect& area) {
  Density& density = c.memory.of<Density>();
  compute(c, density);
  Rect strip{area.x + c.labelWidth, area.y + 6, area.w - c.labelWidth - 12, kOverviewHeight - 6};
  c.draw->AddRectFilled(strip.min(), strip.max(), c.theme.panel);
  float most = 0;
  for (float value : density.columns) most = std::max(most, value);
  ImU32 ink = (c.theme.accent & ~IM_COL32_A_MASK) | 120u << IM_COL32_A_SHIFT;
  drawUnknown(c, density, strip);
  float width = strip.w / static_cast<float>(kColumns);
  for (size_t i = 0; i < density.columns.size() && most > 0; ++i) {
    float height = (strip.h - 2) * density.columns[i] / most;
    float x = strip.x + width * static_cast<float>(i);
    c.draw->AddRectFilled({x, strip.y + strip.h - height}, {x + std::max(width, 1.0f), strip.y + strip.h}, ink);
  }

  drawHitTicks(c, strip);
  const Span& whole = c.view.whole();
  auto toX = [&](double offset) {
    return strip.x + strip.w * static_cast<float>(std::clamp((offset - whole.begin) / whole.length(), 0.0, 1.0));
  };
  float left = toX(c.view.now().begin), right = std::max(toX(c.view.now().end), left + 2);
  c.draw->AddRectFilled({left, strip.y}, {right, strip.y + strip.h}, c.theme.accentSoft);
  for (float x : {left, right}) c.draw->AddLine({x, strip.y}, {x, strip.y + strip.h}, c.theme.accent, 2);

  ImGui::SetCursorScreenPos(strip.min());
  ImGui::InvisibleButton("overview", {strip.w, strip.h});
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) {
    double share = std::clamp(static_cast<double>((ImGui::GetIO().MousePos.x - strip.x) / strip.w), 0.0, 1.0);
    double middle = (c.view.now().begin + c.view.now().end) / 2;
    c.view.drag((whole.begin + share * whole.length() - middle) / c.view.now().length());
  }

  markersOnOverview(c, strip);
  drawTimeAxis(c, {strip.x, area.y + kOverviewHeight, strip.w, kAxisHeight});
  drawTrackHead(c, area);
  float bottom = area.y + area.h;
  c.draw->AddLine({area.x, bottom - 0.5f}, {area.x + area.w, bottom - 0.5f}, c.theme.line);
}

}  // namespace tp::ui
