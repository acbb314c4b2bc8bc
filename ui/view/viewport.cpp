#include "ui/view/viewport.h"

#include <algorithm>
#include <cmath>

namespace tp::ui {
namespace {

constexpr double kEase = 0.12;     // seconds
constexpr double kBeside = 0.025;  // of the width, beyond the ends of the trace
constexpr double kShortest = 10;   // units across the whole width

}  // namespace

void Viewport::setWhole(Time begin, Time end, Time firstBegin, Time firstEnd) {
  if (begin > end) return;
  Time length = std::max<Time>(1, end - begin);
  if (begin != base_) {
    // Earlier data have arrived: the visible span keeps its absolute times.
    double shift = static_cast<double>(base_ - begin);
    for (Span* span : {&now_, &from_, &target_}) {
      span->begin += shift;
      span->end += shift;
    }
    base_ = begin;
  }
  whole_ = {0, static_cast<double>(length)};
  if (moved_) return;
  Span first{static_cast<double>(firstBegin - base_), static_cast<double>(std::max(firstBegin + 1, firstEnd) - base_)};
  now_ = from_ = target_ = first;
}

// The whole trace, and what reach() has added.
Span Viewport::bounds() const {
  if (further_.begin > further_.end) return whole_;
  return {std::min(whole_.begin, static_cast<double>(further_.begin - base_)),
          std::max(whole_.end, static_cast<double>(further_.end - base_))};
}

// Limits a span to a little more than the whole trace, and keeps a part of the trace in view.
void Viewport::limit(Span& span) const {
  const Span bounds = this->bounds();
  double most = bounds.length() * 1.05;
  double length = std::clamp(span.length(), std::min(kShortest, most), most);
  double middle = (span.begin + span.end) / 2;
  double margin = std::min(length, bounds.length()) * 0.45;
  middle = std::clamp(middle, bounds.begin - length / 2 + margin, bounds.end + length / 2 - margin);
  span = {middle - length / 2, middle + length / 2};
}

void Viewport::go(Span span) {
  limit(span);
  from_ = now_;
  target_ = span;
  // During a move, the new one starts at the time of the last frame, not of the next one: otherwise a move in each
  // frame would never get anywhere.
  started_ = moving_ ? animatedAt_ : -1;
  moving_ = true;
  moved_ = true;
}

void Viewport::zoom(double factor, double anchor) {
  double at = target_.begin + anchor * target_.length();
  double length = std::clamp(target_.length() * factor, kShortest, bounds().length() * 1.05);
  go({at - anchor * length, at + (1 - anchor) * length});
}

void Viewport::pan(double share) {
  double by = share * target_.length();
  go({target_.begin + by, target_.end + by});
}

void Viewport::drag(double share) {
  double by = share * now_.length();
  Span span{now_.begin + by, now_.end + by};
  limit(span);
  now_ = from_ = target_ = span;
  moving_ = false;
  moved_ = true;
}

void Viewport::show(Time begin, Time end) {
  go({static_cast<double>(begin - base_), static_cast<double>(end - base_)});
}

void Viewport::centre(Time time) {
  const double length = target_.length(), margin = length * kBeside;
  const double first = whole_.begin - margin, last = std::max(first, whole_.end + margin - length);
  const double begin = std::clamp(static_cast<double>(time - base_) - length / 2, first, last);
  go({begin, begin + length});
}

void Viewport::showAll() {
  go(whole_);
}

void Viewport::jump() {
  now_ = target_;
  moving_ = false;
}

bool Viewport::animate(double seconds) {
  if (!moving_) return false;
  if (started_ < 0) started_ = seconds;
  animatedAt_ = seconds;
  double t = std::clamp((seconds - started_) / kEase, 0.0, 1.0);
  if (t >= 1 || !eased_) {
    jump();
    return false;
  }
  double eased = 1 - std::pow(1 - t, 3);
  now_.begin = from_.begin + (target_.begin - from_.begin) * eased;
  now_.end = from_.end + (target_.end - from_.end) * eased;
  return true;
}

}  // namespace tp::ui
