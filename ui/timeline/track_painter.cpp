#include "ui/timeline/track_painter.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/trace/not_recorded.h"
#include "core/trace/thread_state.h"
#include "ui/base/hatch.h"
#include "ui/timeline/counter_painter.h"
#include "ui/timeline/duration_painter.h"
#include "ui/view/drawn_times.h"
#include "ui/view/losses.h"
#include "ui/view/row_measure.h"
#include "ui/view/slice_colours.h"
#include "ui/view/slice_label.h"

namespace tp::ui {
namespace {

ImU32 withAlpha(ImU32 colour, uint32_t alpha) {
  return (colour & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
}

ImU32 brighter(ImU32 colour) {
  ImVec4 v = ImGui::ColorConvertU32ToFloat4(colour);
  auto up = [](float x) { return std::min(1.0f, x + (1 - x) * 0.35f); };
  return ImGui::ColorConvertFloat4ToU32({up(v.x), up(v.y), up(v.z), v.w});
}

bool same(const Mark& a, const Mark& b) {
  return a.begin == b.begin && a.end == b.end && a.depth == b.depth && a.name == b.name && a.count == b.count;
}

class Painter {
 public:
  Painter(Context& c, TrackId track, const VisibleTime& view, const Rect& area, const Rect& clip, int level)
      : c_(c),
        track_(track),
        view_(view),
        kind_(c.index().tracks()[track].key.kind),
        area_(area),
        clip_(clip),
        level_(level),
        colours_(c, track, view, level),
        perUnit_(static_cast<double>(area.w) / view.now().length()),
        charWidth_(textWidth(c.fonts.words, kHintSize + 1, "n")),
        white_(ImGui::GetFontTexUvWhitePixel()),
        mouse_(ImGui::GetIO().MousePos),
        pointed_(c.mouseOnTracks && clip.contains(mouse_) && mouse_.y >= area.y && mouse_.y < area.y + area.h) {}

  void paint(const std::vector<Mark>& marks) {
    // All rectangles first, then the labels: the texture is switched once.
    c_.draw->PrimReserve(static_cast<int>(marks.size() * 6), static_cast<int>(marks.size() * 4));
    size_t reserved = marks.size();
    for (const Mark& mark : marks) reserved -= rectangle(mark) ? 1 : 0;
    c_.draw->PrimUnreserve(static_cast<int>(reserved * 6), static_cast<int>(reserved * 4));
    for (const Mark& mark : hatched_) drawHatch(c_, place(mark), area_.x, area_.x + area_.w);
    if (!halves_.empty()) hatchUnknown();
    for (const Mark& mark : labelled_) label(mark);
    for (const Mark& mark : flagged_) flag(mark);
    outline();
  }

  // Draws a slice that the trace does not have: from a loss on, nothing was recorded of the thread.
  void paintLost(const TimeRange& lost) {
    Mark mark;
    mark.begin = lost.begin;
    mark.end = lost.end;
    const Rect box = place(mark);
    if (!depth(0).inView || box.w <= 3) return;
    c_.draw->AddRectFilled(box.min(), box.max(), c_.theme.raised);
    drawHatch(c_, box, area_.x, area_.x + area_.w);
    if (box.h >= 12) drawLabel(box, std::string(kNotRecordedSlice), true, c_.theme.dim);
  }

 private:
  float x(Time time) const {
    double at = (static_cast<double>(time - view_.base()) - view_.now().begin) * perUnit_;
    return area_.x + static_cast<float>(std::clamp(at, -4.0, static_cast<double>(area_.w) + 4.0));
  }

  struct Depth {
    float top = 0, height = 0;
    bool inView = false;
  };
  // Measured once for all marks of a depth.
  const Depth& depth(uint16_t number) {
    while (depths_.size() <= number) {
      uint16_t next = static_cast<uint16_t>(depths_.size());
      float top = area_.y + depthTop(c_.index(), track_, next, c_.choice.callHeight);
      float height = depthHeight(c_.index(), track_, next, c_.choice.callHeight);
      depths_.push_back({top, height, top + height >= clip_.y && top <= clip_.y + clip_.h});
    }
    return depths_[number];
  }

  Rect place(const Mark& mark) {
    const Depth& row = depth(mark.depth);
    float left = x(mark.begin), right = x(mark.end);
    // Leaves a gap of one pixel to the next mark if there is room; at least one screen pixel wide.
    float width = right - left > 3 ? right - left - 1 : std::max(right - left, 1 / c_.scale);
    if (kind_ == TrackKind::Events) width = std::max(width, 2.0f);
    // What is at the end of the view stays within it.
    const float edge = area_.x + area_.w;
    if (left <= edge && left + width > edge && width <= 3) left = edge - width;
    return {left, row.top, width, row.height};
  }

  bool rectangle(const Mark& mark) {
    if (!depth(mark.depth).inView) return false;
    Rect box = place(mark);
    ImU32 colour = colours_.fill(mark);
    if (mark.aggregate()) colour = withAlpha(colour, 150);
    if (kind_ == TrackKind::Events) colour = withAlpha(colour, mark.aggregate() ? 170 : 230);
    if ((mark.flags & kMarkLost) != 0 && !mark.aggregate()) colour = c_.theme.error;
    if (c_.hoveredName == mark.name && mark.name != kNoName && !mark.aggregate()) colour = brighter(colour);
    c_.draw->PrimRectUV(box.min(), box.max(), white_, white_, colour);
    if (pointed_ && mouse_.y >= box.y && mouse_.y < box.y + box.h && mouse_.x >= box.x - 1 &&
        mouse_.x <= box.x + std::max(box.w, 2.0f) && (!hit_ || box.w < hitWidth_)) {
      hit_ = true;
      hitWidth_ = box.w;
      c_.hover = Selection{track_, mark};
    }
    if (kind_ != TrackKind::Events && box.h >= 12 && box.w > 3 * charWidth_ && !mark.aggregate())
      labelled_.push_back(mark);
    if (box.w > 3 && !mark.aggregate()) {
      if (isHatched(mark)) hatched_.push_back(mark);
      if (isHalf(mark)) halves_.push_back(mark);
    }
    if ((mark.flags & (kMarkLost | kMarkOpen | kMarkNoBegin | kMarkCut)) != 0 && box.w > 6) flagged_.push_back(mark);
    return true;
  }

  // Whether it is not known what was in the time of a slice, or how long it took, because records were lost meanwhile.
  bool isHatched(const Mark& mark) const {
    if ((mark.flags & kMarkBroken) != 0) return true;
    if (kind_ == TrackKind::Thread || kind_ == TrackKind::Cpu) return c_.names.isNotRecorded(mark.name);
    return kind_ == TrackKind::ThreadState &&
           c_.index().names().view(mark.name) == threadStateName(ThreadState::Unknown);
  }

  // Whether it is a slice of a thread of which an end was not recorded.
  bool isHalf(const Mark& mark) const {
    return kind_ == TrackKind::Thread && (mark.flags & (kMarkOpen | kMarkCut | kMarkAtMost | kMarkNoBegin)) != 0 &&
           !isHatched(mark);
  }

  // Hatches such slices where it is not known what the thread did: they may not have been there.
  void hatchUnknown() {
    TrackKey key = c_.index().tracks()[track_].key;
    key.kind = TrackKind::ThreadState;
    const TrackId states = c_.index().tracks().find(key);
    if (states == kNoTrack) return;
    std::vector<Mark> marks;
    c_.session.query(states, view_.beginTime(), view_.endTime(), level_, marks);
    const std::string_view unknown = threadStateName(ThreadState::Unknown);
    std::erase_if(marks,
                  [&](const Mark& mark) { return mark.aggregate() || c_.index().names().view(mark.name) != unknown; });
    for (const Mark& slice : halves_) {
      bool any = false;
      for (const Mark& state : marks) {
        if (slice.begin >= state.end || state.begin >= slice.end) continue;
        drawHatch(c_, place(slice), std::max(area_.x, x(state.begin)), std::min(area_.x + area_.w, x(state.end)));
        any = true;
      }
      if (any) partlyHatched_.push_back(slice);
    }
  }

  bool isHatchedPartly(const Mark& mark) const {
    return std::any_of(partlyHatched_.begin(), partlyHatched_.end(), [&](const Mark& one) { return same(one, mark); });
  }

  void label(const Mark& mark) {
    std::string name(c_.names.text(mark.name));
    if (c_.names.isNotRecorded(mark.name))
      if (const std::string lost = lossOf(c_.index(), track_, mark); !lost.empty()) name += ", " + lost;
    const bool partly = isHatchedPartly(mark);
    ImU32 ink = partly || (mark.flags & kMarkBroken) != 0 ? c_.theme.text : colours_.ink(mark);
    const bool hatched = partly || isHatched(mark);
    if (c_.hoveredName == mark.name && !hatched) ink = legible(brighter(colours_.fill(mark)), ink);
    drawLabel(place(mark), name, hatched, ink);
  }

  // The ink if it can be read on the brightened colour, else the better one of the theme's others.
  ImU32 legible(ImU32 colour, ImU32 ink) const {
    constexpr float kEnough = 4.5f;
    if (contrast(colour, ink) >= kEnough) return ink;
    for (const ImU32 other : {c_.theme.text, c_.theme.sliceText})
      if (contrast(colour, other) > contrast(colour, ink)) ink = other;
    return ink;
  }

  void drawLabel(const Rect& box, const std::string& name, bool hatched, ImU32 ink) {
    float left = std::max(box.x, area_.x), right = std::min(box.x + box.w, area_.x + area_.w);
    float room = right - left - 6;
    if (room < 3 * charWidth_ * 0.8f) return;
    std::string text = fitName(c_.fonts.words, kHintSize + 1, name, room);
    if (text.empty()) return;
    Rect clip{left + 3, box.y, room + 2, box.h};
    if (hatched) {
      // Text would not be readable on the hatching.
      float width = std::min(textWidth(c_.fonts.words, kHintSize + 1, text) + 6, room + 4);
      c_.draw->AddRectFilled({left + 1, box.y + 1}, {left + 1 + width, box.y + box.h - 1}, c_.theme.raised);
    }
    drawText(c_, c_.fonts.words, kHintSize + 1, {left + 4, box.y + (box.h - kHintSize - 1) / 2 - 1.5f}, ink, text,
             &clip);
  }

  // Draws torn edges where a slice does not begin or end in the trace, and marks lost records.
  void flag(const Mark& mark) {
    Rect box = place(mark);
    if ((mark.flags & kMarkLost) != 0)
      c_.draw->AddRectFilled({box.x, box.y}, {box.x + 2, box.y + box.h}, c_.theme.error);
    if (mark.aggregate()) return;
    if ((mark.flags & (kMarkOpen | kMarkCut)) != 0) drawTornRight(c_, box);
    if ((mark.flags & kMarkNoBegin) != 0) drawTornLeft(c_, box);
  }

  void outline() {
    if (c_.selection && c_.selection->track == track_) {
      Rect box = place(c_.selection->mark);
      c_.draw->AddRect({box.x - 1, box.y - 1}, {box.x + box.w + 1, box.y + box.h + 1}, c_.theme.text, 0, 0, 2);
    }
    if (c_.hover && c_.hover->track == track_ && !(c_.selection && same(c_.selection->mark, c_.hover->mark))) {
      Rect box = place(c_.hover->mark);
      c_.draw->AddRect({box.x - 0.5f, box.y - 0.5f}, {box.x + box.w + 0.5f, box.y + box.h + 0.5f}, c_.theme.text);
    }
  }

  Context& c_;
  TrackId track_;
  const VisibleTime view_;
  TrackKind kind_;
  Rect area_;
  Rect clip_;
  int level_;
  SliceColours colours_;
  double perUnit_;
  float charWidth_;
  ImVec2 white_;  // white pixel of the font's texture
  ImVec2 mouse_;
  bool pointed_;  // the mouse is on the track
  std::vector<Depth> depths_;
  bool hit_ = false;
  float hitWidth_ = 0;
  std::vector<Mark> labelled_;
  std::vector<Mark> flagged_;
  std::vector<Mark> hatched_;  // those that are wide enough
  std::vector<Mark> halves_;   // same
  std::vector<Mark> partlyHatched_;
};

// Returns when nothing of a thread is known because its records end in a loss: from there to the end of its trace;
// nullopt if they do not.
std::optional<TimeRange> lostAtEnd(const TraceIndex& index, TrackId track) {
  if (index.tracks()[track].key.kind != TrackKind::Thread) return std::nullopt;
  TimeRange lost{INT64_MIN, INT64_MIN};
  for (uint32_t position : index.lanesOf(track)) {
    const Lane& lane = index.lanes()[position];
    if (!index.streams()[lane.stream].done || lane.lostPlaces > lane.lossPlaces.size()) return std::nullopt;
    if (!lane.lossPlaces.empty()) lost.begin = std::max(lost.begin, lane.lossPlaces.back().time);
  }
  if (lost.begin == INT64_MIN) return std::nullopt;
  for (uint32_t position : index.lanesOf(track))
    if (index.lanes()[position].bounds.end > lost.begin) return std::nullopt;
  for (const Lane& lane : index.lanes())
    if (index.tracks()[lane.track].key.trace == index.tracks()[track].key.trace)
      lost.end = std::max(lost.end, lane.bounds.end);
  return lost;
}

}  // namespace

int levelOf(double units, float pixels) {
  const double unitsPerPixel = units / static_cast<double>(std::max(1.0f, pixels));
  return unitsPerPixel < 1 ? 0 : static_cast<int>(std::floor(std::log2(unitsPerPixel)));
}

int levelFor(const Canvas& c, const VisibleTime& view, float width) {
  return levelOf(view.now().length(), width * c.scale);
}

void paintTrack(Context& c, TrackId track, const Rect& area, const Rect& clip) {
  const VisibleTime view = drawnTimes(c, c.index(), track);
  if (const DurationTrack* durations = c.durations.of(track)) return paintDurations(c, *durations, view, area, clip);
  if (c.index().tracks()[track].key.kind == TrackKind::Counter) return paintCounter(c, track, area, clip);
  const int level = levelFor(c, view, area.w);
  thread_local std::vector<Mark> marks;
  marks.clear();
  c.session.query(track, view.beginTime(), view.endTime(), level, marks);
  c.marksDrawn += static_cast<uint32_t>(marks.size());
  c.drawnOfTrack.emplace_back(track, static_cast<uint32_t>(marks.size()));
  Painter painter(c, track, view, area, clip, level);
  painter.paint(marks);
  if (std::optional<TimeRange> lost = lostAtEnd(c.index(), track)) painter.paintLost(*lost);
}

}  // namespace tp::ui
