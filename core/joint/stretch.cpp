#include "core/joint/stretch.h"

#include "core/trace/sums.h"

namespace tp {
namespace {

__extension__ using Wide = __int128;

bool same(const TimeRange& a, const TimeRange& b) {
  return a.begin == b.begin && a.end == b.end;
}

bool hasLength(const TimeRange& range) {
  return range.begin < range.end && range.begin == clampTime(range.begin) && range.end == clampTime(range.end);
}

Wide length(const TimeRange& range) {
  return Wide{range.end} - range.begin;
}

// Lengths and distances are below 2^63, so that twice their product has room.
Time mapped(Time time, const TimeRange& from, const TimeRange& to) {
  const Wide divisor = length(from);
  const Wide doubled = 2 * (Wide{clampTime(time)} - from.begin) * length(to) + divisor;
  Wide rounded = doubled / (2 * divisor);
  if (doubled % (2 * divisor) < 0) --rounded;
  const Wide at = to.begin + rounded;
  constexpr Wide kBound = Wide{1} << 62;
  return static_cast<Time>(at < -kBound ? -kBound : at >= kBound ? kBound - 1 : at);
}

TimeRange movedRange(const TimeRange& range, Time by) {
  return {clampTime(plus(range.begin, by)), clampTime(plus(range.end, by))};
}

}  // namespace

bool Stretch::operator==(const Stretch& other) const {
  return trace == other.trace && same(own, other.own) && same(over, other.over);
}

bool isStretch(const Stretch& stretch) {
  return hasLength(stretch.own) && hasLength(stretch.over);
}

bool changesNothing(const Stretch& stretch) {
  return same(stretch.own, stretch.over);
}

double factorOf(const Stretch& stretch) {
  return static_cast<double>(length(stretch.over)) / static_cast<double>(length(stretch.own));
}

Time toAxis(const Stretch& stretch, Time own) {
  return mapped(own, stretch.own, stretch.over);
}

Time fromAxis(const Stretch& stretch, Time axis) {
  return mapped(axis, stretch.over, stretch.own);
}

Stretch moved(const Stretch& stretch, Time by) {
  return {stretch.trace, movedRange(stretch.own, by), movedRange(stretch.over, by)};
}

}  // namespace tp
