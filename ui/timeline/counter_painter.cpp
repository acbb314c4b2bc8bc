#include "ui/timeline/counter_painter.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <optional>
#include <utility>

#include "core/trace/not_recorded.h"
#include "ui/base/hatch.h"
#include "ui/base/time_text.h"
#include "ui/timeline/plot_colours.h"
#include "ui/timeline/track_painter.h"
#include "ui/view/drawn_times.h"
#include "ui/view/laid_plots.h"

namespace tp::ui {
namespace {

constexpr float kAbove = 4, kBelow = 4;

// The value of a single sample is exact; the extremes of an aggregate are kept as floats.
double least(const Mark& mark) {
  return mark.aggregate() ? static_cast<double>(mark.least()) : static_cast<double>(mark.value());
}
double most(const Mark& mark) {
  return mark.aggregate() ? static_cast<double>(mark.most()) : static_cast<double>(mark.value());
}

// An aggregate has no value if all of its values are unknown.
bool hasValue(const Mark& mark) {
  return mark.aggregate() ? least(mark) <= most(mark) : (mark.flags & kMarkUnknown) == 0;
}

std::string valueText(double value) {
  char text[48];
  if (std::fabs(value) >= 1e15) {
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
  }
  return (value < 0 ? "\u2212" : "") + countText(static_cast<uint64_t>(std::llround(std::fabs(value))));
}

struct Scale {
  double low = 0, high = 0;  // zero is between them
};

// The range over the whole trace, so that the scale does not change while the view moves. Plots that lie on the track
// have the same scale.
Scale scaleOf(WindowState& c, Session& session, TrackId track) {
  Scale scale;
  std::vector<Mark> marks;
  for (TrackId one : plotsOn(session.index(), c.choice, track))
    for (uint32_t lane : session.index().lanesOf(one))
      session.queryLaneResident(lane, session.index().begin(), session.index().end(), kLevels - 1, marks);
  for (const Mark& mark : marks) {
    if (!hasValue(mark)) continue;
    scale.low = std::min(scale.low, least(mark));
    scale.high = std::max(scale.high, most(mark));
  }
  if (scale.low == scale.high) scale.high = scale.low + 1;
  return scale;
}

// Finds the sample that holds at the left edge. It may be anywhere before it, so each step looks eight times further
// back.
bool lastBefore(Session& session, TrackId track, const VisibleTime& view, Mark& found) {
  const Time begin = view.beginTime();
  bool any = false;
  for (uint32_t position : session.index().lanesOf(track)) {
    const Lane& lane = session.index().lanes()[position];
    int base = session.index().streams()[lane.stream].baseLevel;
    Time reach = view.endTime() - begin;
    for (int doublings = 0; doublings < 62; doublings += 3) {
      reach = begin - session.index().begin() <= reach >> 3 ? reach : reach << 3;
      Time from = std::max(session.index().begin(), begin - reach);
      std::vector<Mark> marks;
      int level = std::clamp(firstShortLevel(begin - from) - 6, base, kLevels - 1);
      session.queryLaneResident(position, from, begin, level, marks);
      const Mark* last = nullptr;
      for (const Mark& mark : marks)
        if (mark.end < begin && (last == nullptr || mark.end > last->end)) last = &mark;
      if (last != nullptr && (!any || last->end > found.end)) found = *last;
      any = any || last != nullptr;
      if (last != nullptr || from == session.index().begin()) break;
    }
  }
  return any;
}

class Plot {
 public:
  // `fills`: the area below the line is filled; it would hide other plots.
  Plot(Context& c, const VisibleTime& view, const Rect& area, Scale scale, ImU32 line, bool fills)
      : c_(c), view_(view), area_(area), scale_(scale), line_(line), fills_(fills) {}

  float x(Time time) const {
    return area_.x + static_cast<float>(std::clamp(view_.toShare(time), -0.1, 1.1)) * area_.w;
  }
  float y(double value) const {
    double share = (value - scale_.low) / (scale_.high - scale_.low);
    return area_.y + area_.h - kBelow - static_cast<float>(share) * (area_.h - kAbove - kBelow);
  }

  // `marks`: in the order of time; the first may lie before the visible span.
  void draw(const std::vector<Mark>& marks) {
    float zero = y(0), before = 0;
    bool goesOn = false;  // the previous value is known
    for (size_t i = 0; i < marks.size(); ++i) {
      const Mark& mark = marks[i];
      float left = x(mark.begin), end = x(mark.end);
      float right = i + 1 < marks.size() ? x(marks[i + 1].begin) : area_.x + area_.w;
      double value = static_cast<double>(mark.value());
      if (mark.aggregate() && hasValue(mark)) {
        // Only where values differ: a bar says that there was the least of them.
        if (y(least(mark)) - y(most(mark)) > 0.5f)
          c_.draw->AddRectFilled({left, y(most(mark))}, {std::max(end, left + 1), y(least(mark)) + 1}, soft());
        box(left, end, zero, y(most(mark)));
      }
      const bool knew = std::exchange(goesOn, (mark.flags & kMarkUnknown) == 0);
      if (!goesOn) {
        hatch(mark.aggregate() ? end : left, right);
        continue;
      }
      box(mark.aggregate() ? end : left, right, zero, y(value));
      float at = y(value), from = mark.aggregate() ? end : left;
      if (knew && std::fabs(before - at) > 0.5f) c_.draw->AddLine({from, before}, {from, at}, line_);
      if (right > from) c_.draw->AddLine({from, at}, {right, at}, line_, 1.25f);
      before = at;
    }
    if (scale_.low < 0) c_.draw->AddLine({area_.x, zero}, {area_.x + area_.w, zero}, c_.theme.faint);
  }

  void dot(const Mark& mark, float pointer) {
    if ((mark.flags & kMarkUnknown) != 0) return;
    ImVec2 at{std::clamp(pointer, x(mark.begin), area_.x + area_.w), y(static_cast<double>(mark.value()))};
    c_.draw->AddCircleFilled(at, 3.5f, c_.theme.text);
    c_.draw->AddCircleFilled(at, 2, line_);
  }

 private:
  ImU32 soft() const {
    constexpr ImU32 kSoft = 90;
    return (line_ & ~IM_COL32_A_MASK) | kSoft << IM_COL32_A_SHIFT;
  }
  // Hatches a span in which the value is not known.
  void hatch(float left, float right) {
    const float first = std::max(left, area_.x), last = std::min(right, area_.x + area_.w);
    if (last <= first) return;
    c_.draw->AddRectFilled({first, area_.y}, {last, area_.y + area_.h}, c_.theme.raised);
    drawHatch(c_, {left, area_.y, right - left, area_.h}, first, last);
  }
  void box(float left, float right, float zero, float top) {
    if (right > left && fills_)
      c_.draw->AddRectFilled({left, std::min(top, zero)}, {right, std::max(top, zero)}, c_.theme.accentSoft);
  }

  Context& c_;
  const VisibleTime view_;
  const Rect& area_;
  Scale scale_;
  ImU32 line_;
  bool fills_;
};

// A value with its unit, as few digits as tell it: "1.1 GB/s".
std::string scaledText(double value, std::string_view unit) {
  struct Unit {
    std::string_view name;
    double size;
    const char* base;
  };
  constexpr Unit kScaled[] = {
      {"bytes", 1, "B"}, {"bytes/s", 1, "B/s"}, {"Hz", 1, "Hz"}, {"kHz", 1e3, "Hz"}, {"MHz", 1e6, "Hz"}};
  constexpr const char* kPrefixes[] = {"", "k", "M", "G", "T", "P"};
  const auto* of =
      std::find_if(std::begin(kScaled), std::end(kScaled), [&](const Unit& one) { return one.name == unit; });
  if (of == std::end(kScaled)) return unit.empty() ? valueText(value) : valueText(value) + " " + std::string(unit);
  double scaled = value * of->size;
  size_t prefix = 0;
  for (; std::fabs(scaled) >= 1000 && prefix + 1 < std::size(kPrefixes); ++prefix) scaled /= 1000;
  char text[48];
  std::snprintf(text, sizeof text, "%.3g %s%s", scaled, kPrefixes[prefix], of->base);
  return text;
}

std::string scaleText(Scale scale, std::string_view unit) {
  return (scale.low < 0 ? scaledText(scale.low, unit) + " \u2026 " : "max ") + scaledText(scale.high, unit);
}

// Draws the range in place of an axis: right-aligned in the label, below the name.
void drawHint(Canvas& c, const Rect& area, const std::string& text) {
  float width = textWidth(c.fonts.mono, kHintSize - 1, text);
  drawText(c, c.fonts.mono, kHintSize - 1, {area.x - width - 8, area.y + 18}, c.theme.faint, text);
}

// The position of the unit's separator in a track's name; the length of the name if it has no known unit.
size_t unitAt(std::string_view track) {
  static constexpr std::string_view kUnits[] = {"KB",  "MB", "bytes", "bytes/s", "Hz", "kHz",
                                                "MHz", "ns", "us",    "ms",      "%"};
  size_t comma = track.rfind(", ");
  if (comma == std::string_view::npos) return track.size();
  bool known = std::find(std::begin(kUnits), std::end(kUnits), track.substr(comma + 2)) != std::end(kUnits);
  return known ? comma : track.size();
}

}  // namespace

std::string_view counterName(std::string_view track) {
  return track.substr(0, unitAt(track));
}

std::string_view counterUnit(std::string_view track) {
  size_t at = unitAt(track);
  return at == track.size() ? std::string_view() : track.substr(at + 2);
}

std::string counterText(const Mark& mark, std::string_view unit) {
  if (!hasValue(mark)) return std::string(kNotRecordedSlice);
  std::string text = valueText(static_cast<double>(mark.value()));
  if (mark.aggregate() && least(mark) != most(mark)) text = valueText(least(mark)) + " \u2026 " + valueText(most(mark));
  return unit.empty() ? text : text + " " + std::string(unit);
}

float counterScaleWidth(Context& c, TrackId track) {
  const std::string text = scaleText(scaleOf(c, c.session, track), counterUnit(c.index().tracks()[track].name));
  return textWidth(c.fonts.mono, kHintSize - 1, text);
}

namespace {

// What is in view of a counter, in the order of time, with the sample that holds at the left edge.
std::vector<Mark> marksInView(Context& c, TrackId track, const VisibleTime& view, int level) {
  std::vector<Mark> marks;
  Mark before;
  c.session.query(track, view.beginTime(), view.endTime(), level, marks);
  c.marksDrawn += static_cast<uint32_t>(marks.size());
  c.drawnOfTrack.emplace_back(track, static_cast<uint32_t>(marks.size()));
  if (lastBefore(c.session, track, view, before)) marks.push_back(before);
  std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.end < b.end; });
  return marks;
}

// Returns the sample that holds at a time; nullopt before the first one.
std::optional<Mark> sampleAt(const std::vector<Mark>& marks, Time at) {
  auto after =
      std::upper_bound(marks.begin(), marks.end(), at, [](Time time, const Mark& mark) { return time < mark.begin; });
  if (after == marks.begin()) return std::nullopt;
  Mark mark = *(after - 1);
  // After an aggregate its last value holds, and that is unknown.
  if ((mark.flags & kMarkUnknown) != 0 && at > mark.end) mark.begin = mark.end, mark.count = 1;
  return mark;
}

}  // namespace

void paintCounter(Context& c, TrackId track, const Rect& area, const Rect& clip) {
  const Scale scale = scaleOf(c, c.session, track);
  const std::vector<TrackId> plots = plotsOn(c.index(), c.choice, track);
  const bool alone = plots.size() == 1;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool pointed = c.mouseOnTracks && clip.contains(mouse) && area.contains(mouse);
  float nearest = 0;
  for (size_t i = 0; i < plots.size(); ++i) {
    const VisibleTime view = drawnTimes(c, c.index(), plots[i]);
    const std::vector<Mark> marks = marksInView(c, plots[i], view, levelFor(c, view, area.w));
    Plot plot(c, view, area, scale, alone ? c.theme.accent : colourOfPlot(c.theme, i), alone);
    plot.draw(marks);
    // Without a pointer, its place is no place.
    const std::optional<Mark> sample =
        pointed ? sampleAt(marks, view.toTime(static_cast<double>((mouse.x - area.x) / area.w))) : std::nullopt;
    if (!sample) continue;
    plot.dot(*sample, mouse.x);
    if (!alone) c.counters.push_back({plots[i], *sample});
    // Of several plots, the tooltip is about the one that is nearest to the pointer.
    const float away = std::fabs(plot.y(static_cast<double>(sample->value())) - mouse.y);
    if (c.counter && i > 0 && away >= nearest) continue;
    nearest = away;
    c.counter = Selection{plots[i], *sample};
  }
  // Else what is hatched would seem to go on in the counter below.
  const float bottom = area.y + area.h - 0.5f;
  c.draw->AddLine({area.x, bottom}, {area.x + area.w, bottom}, c.theme.line);
  const Rect labels{area.x - c.labelWidth, clip.y, c.labelWidth, clip.h};
  c.draw->PushClipRect(labels.min(), labels.max());
  drawHint(c, area, scaleText(scale, counterUnit(c.index().tracks()[track].name)));
  c.draw->PopClipRect();
}

}  // namespace tp::ui
