#include "ui/timeline/duration_painter.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "ui/timeline/duration_scale.h"
#include "ui/timeline/plot_colours.h"

namespace tp::ui {
namespace {

constexpr float kReach = 7;                                 // pixels from the pointer to a point that it is on
constexpr uint64_t kApart = 4;                              // so many calls of a column are drawn one by one
constexpr size_t kLookedAt = 64;                            // so many of a column are looked at for the pointer
constexpr size_t kFewInView = 3000;                         // so many are drawn as larger points
constexpr double kMedianPixels = 16;                        // the least length of a span that has a median of its own
constexpr size_t kLeastForMedian = 3, kMaxForMedian = 401;  // points
constexpr uint32_t kFaint = 70, kFull = 255;
constexpr double kDensest = 200, kDensestOfSeveral = 110;  // a plot must not hide those below it

ImU32 withAlpha(ImU32 colour, uint32_t alpha) {
  return (colour & ~IM_COL32_A_MASK) | alpha << IM_COL32_A_SHIFT;
}

// The columns of the screen, each as long as a pixel.
class Columns {
 public:
  Columns(const Canvas& c, const VisibleTime& view, const Rect& area)
      : area_(area),
        width_(1 / c.scale),
        offset_(view.now().begin),
        base_(view.base()),
        units_(view.now().length() / static_cast<double>(std::max(1.0f, area.w * c.scale))) {}

  int64_t of(Time time) const {
    return static_cast<int64_t>(std::floor((static_cast<double>(time - base_) - offset_) / units_));
  }
  // The first time after a column. Of folded plots, columns end where windows do: else one would have a part of what a
  // window stands for.
  Time endOf(int64_t column, Time window) const {
    const Time end = base_ + static_cast<Time>(std::ceil(offset_ + static_cast<double>(column + 1) * units_));
    return window == 0 ? end : (end + window - 1) / window * window;
  }
  float x(int64_t column) const { return area_.x + static_cast<float>(column) * width_; }
  float width() const { return width_; }

 private:
  Rect area_;
  float width_;
  double offset_;  // of the left edge from base_
  Time base_;
  double units_;  // of a column
};

class Painter {
 public:
  Painter(Context& c, const DurationTrack& track, const VisibleTime& view, const Rect& area, const Rect& clip)
      : c_(c),
        track_(track),
        view_(view),
        area_(area),
        scale_(track, area),
        columns_(c, view, area),
        mouse_(ImGui::GetIO().MousePos) {
    pointed_ = c.mouseOnTracks && clip.contains(mouse_) && area.contains(mouse_);
  }

  void paint() {
    const std::vector<DurationScale::Label> labels = scale_.labels(c_.clock());
    for (const DurationScale::Label& label : labels)
      c_.draw->AddLine({area_.x, std::floor(label.y) + 0.5f}, {area_.x + area_.w, std::floor(label.y) + 0.5f},
                       c_.theme.panel);
    // Points lie over the labels, and not the other way round.
    for (const DurationScale::Label& label : labels) draw(label);
    for (size_t i = 0; i < track_.series.size(); ++i) paint(i);
    for (const DurationSeries& series : track_.series) drawMedian(series);
    if (hit_) ring(*hit_, c_.theme.text);
    c_.drawnOfTrack.emplace_back(track_.track, drawn_);
    c_.marksDrawn += drawn_;
  }

 private:
  void paint(size_t position) {
    const DurationSeries& series = track_.series[position];
    if (!series.answered()) return;
    const PlottedPoints& points = series.points;
    const ImU32 colour = colourOfPlot(c_.theme, series.colour);
    const Time window = series.question->window();
    size_t at = points.from(view_.beginTime());
    const size_t end = points.from(view_.endTime() + 1, at);
    large_ = end - at < kFewInView;
    while (at < end) {
      const int64_t column = columns_.of(points[at].begin);
      const size_t next = std::max(at + 1, std::min(end, points.from(columns_.endOf(column, window), at)));
      drawColumn(points, at, next, column, colour);
      if (pointed_ && std::fabs(columns_.x(column) - mouse_.x) <= kReach) look(position, at, next, column);
      at = next;
    }
    markSelected(points);
  }

  // The line reaches from the shortest to the longest, and is the denser the more calls there are.
  void drawColumn(const PlottedPoints& points, size_t first, size_t last, int64_t column, ImU32 colour) {
    const float x = columns_.x(column);
    const PlottedPoints::Run run = points.over(first, last);
    if (run.count <= kApart) {
      for (size_t i = first; i < last; ++i) dot(x, scale_.y(points[i].duration), colour);
      return;
    }
    const float top = scale_.y(points[run.longest].duration), low = scale_.y(points[run.shortest].duration);
    const double dense = std::log2(static_cast<double>(run.count));
    const auto alpha =
        static_cast<uint32_t>(std::min(track_.series.size() > 1 ? kDensestOfSeveral : kDensest, kFaint + 14 * dense));
    c_.draw->AddRectFilled({x, top}, {x + columns_.width(), std::max(low, top + 1)}, withAlpha(colour, alpha));
    ++drawn_;
    dot(x, top, colour);
  }

  void dot(float x, float y, ImU32 colour) {
    const float half = large_ ? 1.5f : std::max(0.5f, columns_.width() / 2);
    const float middle = x + columns_.width() / 2;
    c_.draw->AddRectFilled({middle - half, y - half}, {middle + half, y + half}, withAlpha(colour, kFull));
    ++drawn_;
  }

  // A line through the medians of spans of time, which outliers do not move. The spans are the same wherever the view
  // is. Of a folded plot the median is not known.
  void drawMedian(const DurationSeries& series) {
    if (!series.answered() || series.question->window() > 0) return;
    const PlottedPoints& points = series.points;
    const double wanted = view_.now().length() * kMedianPixels / static_cast<double>(std::max(1.0f, area_.w));
    const auto span = static_cast<Time>(std::exp2(std::ceil(std::log2(std::max(1.0, wanted)))));
    const Time base = view_.base();
    int64_t number = (view_.beginTime() - base) / span - 1;
    const int64_t last = (view_.endTime() - base) / span + 1;
    size_t at = points.from(base + number * span);
    std::vector<ImVec2> line;
    for (; number <= last; ++number) {
      const size_t end = points.from(base + (number + 1) * span, at);
      if (end - at >= kLeastForMedian)
        line.push_back({xOf(base + number * span + span / 2), scale_.y(medianOf(points, at, end))});
      if (end - at < kLeastForMedian || number == last) {
        stroke(line, series.colour);
        line.clear();
      }
      at = end;
    }
  }

  void stroke(const std::vector<ImVec2>& line, size_t colour) {
    if (line.size() < 2) return;
    const auto count = static_cast<int>(line.size());
    c_.draw->AddPolyline(line.data(), count, c_.theme.canvas, ImDrawFlags_None, 4);
    c_.draw->AddPolyline(line.data(), count, colourOfPlot(c_.theme, colour), ImDrawFlags_None, 2);
  }

  // Of many points, the median of some at even distances.
  Time medianOf(const PlottedPoints& points, size_t first, size_t last) {
    durations_.clear();
    const size_t step = (last - first + kMaxForMedian - 1) / kMaxForMedian;
    for (size_t i = first; i < last; i += step) durations_.push_back(points[i].duration);
    const auto middle = durations_.begin() + static_cast<ptrdiff_t>((durations_.size() - 1) / 2);
    std::nth_element(durations_.begin(), middle, durations_.end());
    return *middle;
  }

  float xOf(Time time) const { return area_.x + static_cast<float>(view_.toShare(time)) * area_.w; }

  // Keeps the point that is nearest to the pointer.
  void look(size_t position, size_t first, size_t last, int64_t column) {
    const PlottedPoints& points = track_.series[position].points;
    auto consider = [&](size_t at) {
      const float dx = columns_.x(column) + columns_.width() / 2 - mouse_.x;
      const float dy = scale_.y(points[at].duration) - mouse_.y;
      const float away = dx * dx + dy * dy;
      if (away > kReach * kReach || (hit_ && away >= away_)) return;
      away_ = away;
      hit_ = points[at];
      c_.durations.hit = DurationPlots::Hit{track_.number, position, points[at]};
    };
    if (last - first > kLookedAt) {
      const PlottedPoints::Run run = points.over(first, last);
      consider(run.longest);
      return consider(run.shortest);
    }
    for (size_t i = first; i < last; ++i) consider(i);
  }

  // The call that is selected on the timeline.
  void markSelected(const PlottedPoints& points) {
    if (!c_.selection || c_.selection->mark.aggregate()) return;
    const Mark& mark = c_.selection->mark;
    for (size_t i = points.from(mark.begin); i < points.size() && points[i].begin == mark.begin; ++i) {
      const SlicePoint& point = points[i];
      if (point.track == c_.selection->track && point.depth == mark.depth && point.duration == mark.duration())
        return ring(point, c_.theme.accent);
    }
  }

  void ring(const SlicePoint& point, ImU32 colour) {
    const float x = columns_.x(columns_.of(point.begin)) + columns_.width() / 2;
    c_.draw->AddCircle({x, scale_.y(point.duration)}, 4.5f, colour, 0, 1.5f);
  }

  void draw(const DurationScale::Label& label) {
    const float width = textWidth(c_.fonts.mono, kHintSize - 1, label.text);
    const Rect box{area_.x + 3, label.y - 7, width + 6, 13};
    drawText(c_, c_.fonts.mono, kHintSize - 1, {box.x + 3, box.y + 1}, c_.theme.dim, label.text);
  }

  Context& c_;
  const DurationTrack& track_;
  const VisibleTime view_;
  const Rect area_;
  const DurationScale scale_;
  const Columns columns_;
  const ImVec2 mouse_;
  std::vector<Time> durations_;  // for medianOf()
  bool pointed_ = false;
  bool large_ = false;  // few points are in view
  uint32_t drawn_ = 0;
  std::optional<SlicePoint> hit_;
  float away_ = 0;  // of `hit_` from the pointer, squared
};

}  // namespace

void paintDurations(Context& c, const DurationTrack& track, const VisibleTime& view, const Rect& area,
                    const Rect& clip) {
  Painter(c, track, view, area, clip).paint();
}

}  // namespace tp::ui
