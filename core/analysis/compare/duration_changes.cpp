#include "core/analysis/compare/duration_changes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/analysis/compare/block_bootstrap.h"

namespace tp {
namespace {

__extension__ using WideCount = unsigned __int128;

// One bound of all durations, ascending.
std::vector<DurationCount> boundsOf(const SideDurations& side, Time BoundedCount::*bound) {
  std::vector<DurationCount> all;
  for (const auto& part : side.parts)
    for (const BoundedCount& one : part) all.push_back({one.*bound, one.count});
  std::sort(all.begin(), all.end(),
            [](const DurationCount& x, const DurationCount& y) { return x.duration < y.duration; });
  return all;
}

struct Bounds {
  std::vector<DurationCount> least, most;
  uint64_t calls = 0;

  explicit Bounds(const SideDurations& side)
      : least(boundsOf(side, &BoundedCount::least)), most(boundsOf(side, &BoundedCount::most)) {
    for (const DurationCount& one : least) calls += one.count;
  }
};

// The share of pairs in which `longer` has the longer one, where half of the equal ones count. Neither may be empty.
double shareLonger(const std::vector<DurationCount>& longer, uint64_t longerCalls,
                   const std::vector<DurationCount>& shorter, uint64_t shorterCalls) {
  WideCount twice = 0;
  uint64_t below = 0;
  size_t at = 0;
  for (const DurationCount& one : longer) {
    while (at < shorter.size() && shorter[at].duration < one.duration) below += shorter[at++].count;
    uint64_t equal = 0;
    for (size_t same = at; same < shorter.size() && shorter[same].duration == one.duration; ++same)
      equal += shorter[same].count;
    twice += WideCount{one.count} * (WideCount{below} * 2 + equal);
  }
  return static_cast<double>(twice) / 2 / static_cast<double>(longerCalls) / static_cast<double>(shorterCalls);
}

DurationFigures figuresOf(const SideDurations& side, const Bounds& bounds) {
  DurationFigures out;
  out.calls = bounds.calls;
  out.left = side.left;
  if (bounds.calls == 0) return out;
  for (const double part : kToldParts)
    out.times.push_back({quantile(bounds.least, bounds.calls, part), quantile(bounds.most, bounds.calls, part)});
  return out;
}

void addInterval(const SideDurations& a, const SideDurations& b, DurationComparison& out) {
  const SideDurations* sides[] = {&a, &b};
  DurationFigures* figures[] = {&out.a, &out.b};
  std::optional<MedianError> errors[2];
  for (size_t side = 0; side < 2; ++side) {
    const std::vector<TimeBlock> blocks = blocksOf(sides[side]->parts);
    figures[side]->blocks = blocks.size();
    if (figures[side]->calls < kLeastBlocks * kBlockCalls) {
      out.noInterval = NoInterval::FewCalls;
    } else if (blocks.size() < kLeastBlocks) {
      if (out.noInterval == NoInterval::None) out.noInterval = NoInterval::FewParts;
    } else {
      errors[side] = medianError(blocks);
    }
  }
  if (out.noInterval != NoInterval::None) return;
  if (!errors[0] || !errors[1] || !out.ratio || out.ratio->least <= 0) return void(out.noInterval = NoInterval::Alike);
  const double error =
      std::hypot(errors[0]->error, errors[1]->error) * errorsOf95(errors[0]->freedom + errors[1]->freedom);
  out.interval = Between<double>{out.ratio->least * std::exp(-error), out.ratio->most * std::exp(error)};
}

}  // namespace

void convertTimes(SideDurations& durations, const ClockInfo& clock, const std::function<Time(Time)>& convert) {
  for (Time* time : {&durations.side.begin, &durations.side.end}) *time = convert(*time);
  durations.side.clock = clock;
  for (auto& part : durations.parts)
    for (BoundedCount& one : part) {
      one.least = convert(one.least);
      one.most = convert(one.most);
    }
}

const char* noIntervalText(NoInterval why) {
  switch (why) {
    case NoInterval::FewCalls:
      return "fewer than 64 exact durations on a side";
    case NoInterval::FewParts:
      return "most calls of a side are in a small part of its time";
    case NoInterval::Alike:
      return "durations too alike, or too short for the clock";
    case NoInterval::None:
      break;
  }
  return "";
}
static_assert(kLeastBlocks * kBlockCalls == 64, "noIntervalText() tells it");

DurationComparison compareDurations(const SideDurations& a, const SideDurations& b) {
  DurationComparison out;
  out.sideA = a.side;
  out.sideB = b.side;
  out.functionA = a.function;
  out.functionB = b.function;
  const Bounds boundsA(a), boundsB(b);
  out.a = figuresOf(a, boundsA);
  out.b = figuresOf(b, boundsB);
  const Between<Time>*medianA = out.a.median(), *medianB = out.b.median();
  if (medianA != nullptr && medianB != nullptr) {
    out.longer = Between<double>{shareLonger(boundsB.least, boundsB.calls, boundsA.most, boundsA.calls),
                                 shareLonger(boundsB.most, boundsB.calls, boundsA.least, boundsA.calls)};
    if (medianA->least > 0)
      out.ratio = Between<double>{static_cast<double>(medianB->least) / static_cast<double>(medianA->most),
                                  static_cast<double>(medianB->most) / static_cast<double>(medianA->least)};
  }
  addInterval(a, b, out);
  return out;
}

}  // namespace tp
