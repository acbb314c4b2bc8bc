#include "ui/timeline/duration_scale.h"

#include <algorithm>
#include <cmath>

#include "ui/base/time_text.h"

namespace tp::ui {
namespace {

constexpr float kAbove = 9, kBelow = 9;  // room for half a label
constexpr float kLabelRoom = 14;         // between the middles of two labels

// The logarithm of a duration; none is less than a unit on the scale.
double logOf(double duration) {
  return std::log10(std::max(1.0, duration));
}

}  // namespace

DurationScale::DurationScale(const DurationTrack& track, const Rect& area) : area_(area), linear_(track.linear) {
  for (const DurationSeries& series : track.series) {
    if (!series.answered()) continue;
    const PlottedPoints::Run run = series.points.all();
    const Time longest = series.points[run.longest].duration, shortest = series.points[run.shortest].duration;
    most_ = empty_ ? longest : std::max(most_, longest);
    least_ = empty_ ? shortest : std::min(least_, shortest);
    empty_ = false;
  }
  const auto least = static_cast<double>(least_), most = static_cast<double>(most_);
  low_ = linear_ ? 0 : logOf(least);
  span_ = linear_ ? most : logOf(most) - low_;
}

double DurationScale::share(double duration) const {
  if (span_ <= 0) return 0.5;
  return ((linear_ ? duration : logOf(duration)) - low_) / span_;
}

float DurationScale::y(Time duration) const {
  const auto at = static_cast<float>(share(static_cast<double>(duration)));
  return area_.y + area_.h - kBelow - at * (area_.h - kAbove - kBelow);
}

// Powers of ten of the unit that the clock has, or parts of the greatest.
std::vector<double> DurationScale::roundOnes(const ClockInfo& clock) const {
  std::vector<double> ones;
  const auto most = static_cast<double>(most_);
  if (linear_) {
    const double step = std::pow(10, std::floor(std::log10(std::max(1.0, toNs(most, clock)) / 2))) / toNs(1, clock);
    for (double at = 0; at < most; at += step) ones.push_back(at);
    return ones;
  }
  const double unit = 1 / toNs(1, clock);
  for (double at = unit; at < most; at *= 10)
    if (at > static_cast<double>(least_)) ones.push_back(at);
  return ones;
}

std::vector<DurationScale::Label> DurationScale::labels(const ClockInfo& clock) const {
  std::vector<Label> labels;
  if (empty_) return labels;
  labels.push_back({y(most_), durationText(most_, clock)});
  const auto hasRoom = [&](float at) {
    return std::all_of(labels.begin(), labels.end(),
                       [at](const Label& one) { return std::fabs(one.y - at) >= kLabelRoom; });
  };
  if (least_ != most_ && hasRoom(y(least_))) labels.push_back({y(least_), durationText(least_, clock)});
  for (double one : roundOnes(clock)) {
    const Time at = std::llround(one);
    if (hasRoom(y(at))) labels.push_back({y(at), durationText(at, clock)});
  }
  return labels;
}

}  // namespace tp::ui
