#include "ui/timeline/query_painter.h"

#include <algorithm>
#include <cmath>

#include "ui/base/hatch.h"
#include "ui/view/slice_label.h"

namespace tp::ui {
namespace {

constexpr float kMargin = 4;  // above and below what is drawn

// Where times are on a track.
class Axis {
 public:
  Axis(const Context& c, const Rect& area)
      : view_(c.view),
        area_(area),
        pixel_(std::max<Time>(
            1, static_cast<Time>(c.view.now().length() / static_cast<double>(std::max(1.0f, area.w * c.scale))))) {}

  float x(Time time) const {
    const double at = view_.toShare(time) * static_cast<double>(area_.w);
    return area_.x + static_cast<float>(std::clamp(at, -4.0, static_cast<double>(area_.w) + 4.0));
  }
  Time at(float x) const { return view_.toTime(static_cast<double>((x - area_.x) / area_.w)); }
  Time pixel() const { return pixel_; }  // what a pixel of the screen is long

 private:
  const Viewport& view_;
  const Rect area_;
  const Time pixel_;
};

class SlicePainter {
 public:
  SlicePainter(Context& c, const QueryTrack& track, const Rect& area, const Rect& clip, bool pointed)
      : c_(c),
        track_(track),
        area_(area),
        clip_(clip),
        axis_(c, area),
        mouse_(ImGui::GetIO().MousePos),
        pointed_(pointed && clip.contains(mouse_)),
        charWidth_(textWidth(c.fonts.words, kHintSize + 1, "n")) {
    if (track.result)
      if (const std::optional<SliceColumns> columns = sliceColumns(*track.result)) name_ = columns->name;
    if (c.queryTracks.chosen && c.queryTracks.chosen->number == track.number) chosen_ = c.queryTracks.chosen->row;
  }

  std::optional<QueryHit> paint() {
    const float height = c_.choice.callHeight;
    for (size_t i = 0; i < track_.slices.levels.size(); ++i) {
      const float top = area_.y + kMargin + height * static_cast<float>(i);
      if (top + height < clip_.y || top > clip_.y + clip_.h) continue;
      const std::vector<QuerySlice>& level = track_.slices.levels[i];
      forMerged(std::span(level), c_.view.beginTime(), c_.view.endTime(), axis_.pixel(),
                [&](size_t first, size_t count) {
                  draw(std::span(level).subspan(first, count), {0, top, 0, height - 1});
                });
    }
    for (const auto& [slice, box] : labelled_) label(*slice, box);
    for (const Rect& box : torn_) drawTornRight(c_, box);
    if (outlined_) outline(*outlined_, 1, 2);
    if (hit_ && !(outlined_ && outlined_->x == hitBox_.x && outlined_->y == hitBox_.y)) outline(hitBox_, 0.5f, 1);
    return hit_;
  }

 private:
  // `box` has the top and the height.
  void draw(std::span<const QuerySlice> slices, Rect box) {
    const QuerySlice& first = slices.front();
    const float left = axis_.x(first.begin), right = axis_.x(slices.back().end);
    box.x = left;
    // As on other tracks: a gap of one pixel to the next if there is room, and at least one pixel of the screen.
    box.w = right - left > 3 ? right - left - 1 : std::max(right - left, 1 / c_.scale);
    ImU32 colour = c_.theme.slices[first.hue];
    if (slices.size() > 1) colour = (colour & ~IM_COL32_A_MASK) | 150u << IM_COL32_A_SHIFT;
    c_.draw->AddRectFilled(box.min(), box.max(), colour);
    ++c_.marksDrawn;
    const bool within = mouse_.y >= box.y && mouse_.y < box.y + box.h + 1 && mouse_.x >= box.x - 1 &&
                        mouse_.x <= box.x + std::max(box.w, 2.0f);
    if (pointed_ && within && (!hit_ || box.w < hitBox_.w)) {
      hit_ = QueryHit{track_.number, first.row, slices.size(), first.begin, slices.back().end};
      hitBox_ = box;
    }
    if (chosen_ &&
        std::any_of(slices.begin(), slices.end(), [this](const QuerySlice& one) { return one.row == *chosen_; }))
      outlined_ = box;
    if (slices.size() > 1) return;
    if (box.h >= 12 && box.w > 3 * charWidth_) labelled_.emplace_back(&first, box);
    if (first.open && box.w > 6) torn_.push_back(box);
  }

  void label(const QuerySlice& slice, const Rect& box) {
    if (!name_) return;
    const Cell name = track_.result->cell(slice.row, *name_);
    const float left = std::max(box.x, area_.x), right = std::min(box.x + box.w, area_.x + area_.w);
    const float room = right - left - 6;
    if (name.kind != Cell::Kind::Text || room < 3 * charWidth_ * 0.8f) return;
    const Rect clip{left + 3, box.y, room + 2, box.h};
    drawText(c_, c_.fonts.words, kHintSize + 1, {left + 4, box.y + (box.h - kHintSize - 1) / 2 - 1.5f},
             c_.theme.sliceText, fitName(c_.fonts.words, kHintSize + 1, name.text, room), &clip);
  }

  void outline(const Rect& box, float around, float width) {
    c_.draw->AddRect({box.x - around, box.y - around}, {box.x + box.w + around, box.y + box.h + around}, c_.theme.text,
                     0, 0, width);
  }

  Context& c_;
  const QueryTrack& track_;
  const Rect area_, clip_;
  const Axis axis_;
  const ImVec2 mouse_;
  const bool pointed_;
  const float charWidth_;
  std::optional<size_t> name_;      // column
  std::optional<uint32_t> chosen_;  // row
  std::optional<QueryHit> hit_;
  Rect hitBox_;
  std::optional<Rect> outlined_;
  std::vector<std::pair<const QuerySlice*, Rect>> labelled_;
  std::vector<Rect> torn_;
};

class CounterPainter {
 public:
  CounterPainter(Context& c, const QueryTrack& track, const Rect& area)
      : c_(c), samples_(track.samples), area_(area), axis_(c, area) {
    if (samples_.low < samples_.high) span_ = samples_.high - samples_.low;
  }

  void paint() {
    const std::vector<QuerySample>& all = samples_.samples;
    auto at = std::upper_bound(all.begin(), all.end(), c_.view.beginTime(), isBefore);
    // The last one before holds at the left edge.
    if (at != all.begin()) --at;
    while (at != all.end() && at->at <= c_.view.endTime()) {
      const Time room = axis_.pixel() - at->at % axis_.pixel();
      const auto next =
          std::partition_point(at + 1, all.end(), [&](const QuerySample& one) { return one.at - at->at < room; });
      draw({&*at, static_cast<size_t>(next - at)}, axis_.x(next != all.end() ? next->at : c_.index().end()));
      at = next;
    }
    const float zero = y(0);
    if (samples_.low < 0) c_.draw->AddLine({area_.x, zero}, {area_.x + area_.w, zero}, c_.theme.faint);
  }

  // The sample that holds at the pointer, with a dot on it.
  const QuerySample* pointed() const {
    const std::vector<QuerySample>& all = samples_.samples;
    const float x = ImGui::GetIO().MousePos.x;
    const auto after = std::upper_bound(all.begin(), all.end(), axis_.at(x), isBefore);
    if (after == all.begin()) return nullptr;
    const QuerySample& sample = *(after - 1);
    if (sample.known) {
      const ImVec2 at{std::max(x, axis_.x(sample.at)), y(sample.value)};
      c_.draw->AddCircleFilled(at, 3.5f, c_.theme.text);
      c_.draw->AddCircleFilled(at, 2, c_.theme.accent);
    }
    return &sample;
  }

 private:
  static bool isBefore(Time time, const QuerySample& sample) { return time < sample.at; }

  float y(double value) const {
    const double share = (value - samples_.low) / span_;
    return area_.y + area_.h - kMargin - static_cast<float>(share) * (area_.h - 2 * kMargin);
  }

  // Samples of one pixel, of which the last one holds up to `right`.
  void draw(std::span<const QuerySample> same, float right) {
    const float left = axis_.x(same.front().at), zero = y(0);
    ++c_.marksDrawn;
    double least = samples_.high, most = samples_.low;
    bool any = false;
    for (const QuerySample& one : same) {
      if (!one.known) continue;
      any = true;
      least = std::min(least, one.value), most = std::max(most, one.value);
    }
    const bool knew = known_;
    known_ = same.back().known;
    if (same.size() > 1 && any)
      c_.draw->AddRectFilled({left, y(most)}, {left + 1 / c_.scale, y(least) + 1}, c_.theme.accent);
    if (!known_) return hatch(left, right);
    const float at = y(same.back().value);
    if (right > left)
      c_.draw->AddRectFilled({left, std::min(at, zero)}, {right, std::max(at, zero)}, c_.theme.accentSoft);
    if (knew && std::fabs(before_ - at) > 0.5f) c_.draw->AddLine({left, before_}, {left, at}, c_.theme.accent);
    if (right > left) c_.draw->AddLine({left, at}, {right, at}, c_.theme.accent, 1.25f);
    before_ = at;
  }

  void hatch(float left, float right) {
    left = std::max(left, area_.x), right = std::min(right, area_.x + area_.w);
    if (right <= left) return;
    c_.draw->AddRectFilled({left, area_.y}, {right, area_.y + area_.h}, c_.theme.raised);
    drawHatch(c_, area_, left, right);
  }

  Context& c_;
  const QuerySamples& samples_;
  const Rect area_;
  const Axis axis_;
  double span_ = 1;     // from the least value to the largest
  bool known_ = false;  // the value before
  float before_ = 0;    // its height
};

}  // namespace

float queryTrackHeight(const WindowState& c, const QueryTrack& track) {
  if (track.kind == QueryTrackKind::Counter) return kCounterHeight;
  return std::max(kCounterHeight, static_cast<float>(track.levels()) * c.choice.callHeight + 2 * kMargin);
}

std::optional<QueryHit> paintQueryTrack(Context& c, const QueryTrack& track, const Rect& area, const Rect& clip,
                                        bool pointed) {
  if (track.kind == QueryTrackKind::Slices) return SlicePainter(c, track, area, clip, pointed).paint();
  CounterPainter painter(c, track, area);
  painter.paint();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!pointed || !clip.contains(mouse) || !area.contains(mouse)) return std::nullopt;
  const QuerySample* sample = painter.pointed();
  if (sample == nullptr) return std::nullopt;
  return QueryHit{track.number, sample->row, 1, sample->at, sample->at};
}

}  // namespace tp::ui
