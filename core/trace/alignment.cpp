#include "core/trace/alignment.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>

#include "core/trace/wall_text.h"

namespace tp {
namespace {

constexpr Time kSecond = 1000000000;
// Farther apart than this, equal clocks are those of different machines or boots.
constexpr Time kNear = 3600 * kSecond;
// Dates are reliable, but recordings of different days are hardly ever looked at together.
constexpr Time kNearDates = 24 * kNear;
// Dates of one clock may differ by this much: some formats keep whole seconds.
constexpr Time kDateTolerance = 2 * kSecond;

Time plus(Time a, Time b) {
  Time sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return clampTime(a > 0 ? int64_t{1} << 62 : -(int64_t{1} << 62));
  return clampTime(sum);
}

Time minus(Time a, Time b) {
  return plus(a, b == std::numeric_limits<Time>::min() ? std::numeric_limits<Time>::max() : -b);
}

bool knownRange(const TraceInfo& trace) {
  return trace.begin <= trace.end;
}

// How ns are computed from the processor's counts.
struct Rate {
  uint64_t num = 0;
  uint64_t den = 1;
  Time offset = 0;

  double perCount() const { return static_cast<double>(num) / static_cast<double>(std::max<uint64_t>(1, den)); }
};

Rate ownRate(const ClockInfo& clock) {
  if (clock.kind != ClockKind::Tsc) return {};
  if (clock.isNs) return {clock.tscNum, clock.tscDen, clock.kindOffset};
  return {clock.nsNum, clock.nsDen, 0};
}

// Returns the rate for all traces with counts of the processor: that of a trace whose times are ns already, since these
// can't be changed, else any known one.
Rate commonRate(const std::vector<TraceInfo>& traces) {
  for (bool ns : {true, false})
    for (const TraceInfo& trace : traces)
      if (Rate rate = ownRate(trace.clock); trace.clock.isNs == ns && rate.num != 0 && rate.den != 0) return rate;
  return {};
}

enum class Trust : uint8_t { None, Start, Calendar, SameClock, Counts };

struct Relation {
  Trust trust = Trust::None;
  Time delta = 0;  // added to the ns of one trace to get those of the other
  std::string reason;
};

class Aligner {
 public:
  explicit Aligner(const std::vector<TraceInfo>& traces) : traces_(traces), rate_(commonRate(traces)) {}

  AxisAlignment align();

 private:
  bool sameOtherClock() const;
  bool onCommonRate(const ClockInfo& clock) const;
  Alignment toNs(const ClockInfo& clock) const;
  std::optional<Time> wallOf(size_t trace) const;
  bool near(size_t a, size_t b, Time delta, Time within = kNear) const;
  Relation relate(size_t trace, size_t to) const;
  void place(size_t trace, AxisAlignment& axis) const;

  const std::vector<TraceInfo>& traces_;
  const Rate rate_;
  std::vector<Alignment> ns_;  // maps each trace's times to its ns
};

bool Aligner::sameOtherClock() const {
  const ClockInfo& first = traces_.front().clock;
  return !first.isNs && std::all_of(traces_.begin(), traces_.end(), [&](const TraceInfo& trace) {
    const ClockInfo& clock = trace.clock;
    return !clock.isNs && clock.kind == first.kind && clock.name == first.name && clock.nsNum == first.nsNum &&
           clock.nsDen == first.nsDen;
  });
}

// Counts of unknown rate are assumed to be of the processor whose rate is known. A rate that differs by a thousandth or
// more is that of another machine.
bool Aligner::onCommonRate(const ClockInfo& clock) const {
  if (clock.kind != ClockKind::Tsc || rate_.num == 0) return false;
  Rate own = ownRate(clock);
  if (clock.isNs) return own.num != 0 && own.num == rate_.num && own.den == rate_.den;
  return own.num == 0 || std::fabs(own.perCount() / rate_.perCount() - 1) < 1e-3;
}

Alignment Aligner::toNs(const ClockInfo& clock) const {
  Alignment out;
  if (clock.isNs) return out;
  bool common = onCommonRate(clock);
  uint64_t num = common ? rate_.num : clock.nsNum, den = common ? rate_.den : clock.nsDen;
  if (num == 0 || den == 0) return out;
  uint64_t divisor = std::gcd(num, den);
  out.numerator = num / divisor;
  out.denominator = den / divisor;
  if (common) out.offset = rate_.offset;
  return out;
}

// Returns what is added to the trace's ns to get the calendar's.
std::optional<Time> Aligner::wallOf(size_t trace) const {
  const ClockInfo& clock = traces_[trace].clock;
  if (!clock.hasWallOffset) return std::nullopt;
  return minus(clampTime(clock.wallOffsetNs), ns_[trace].offset);
}

bool Aligner::near(size_t a, size_t b, Time delta, Time within) const {
  const TraceInfo& left = traces_[a];
  const TraceInfo& right = traces_[b];
  if (!knownRange(left) || !knownRange(right)) return true;
  Time leftBegin = plus(ns_[a].at(left.begin), delta), leftEnd = plus(ns_[a].at(left.end), delta);
  return minus(leftBegin, ns_[b].at(right.end)) <= within && minus(ns_[b].at(right.begin), leftEnd) <= within;
}

Relation Aligner::relate(size_t trace, size_t to) const {
  const ClockInfo& own = traces_[trace].clock;
  const ClockInfo& other = traces_[to].clock;
  if (onCommonRate(own) && onCommonRate(other)) {
    char text[64];
    std::snprintf(text, sizeof text, "same counts of the processor, at %.4g GHz", 1 / rate_.perCount());
    // Each trace whose times are ns may have an offset of its own.
    Time delta = (other.isNs ? other.kindOffset : rate_.offset) - (own.isNs ? own.kindOffset : rate_.offset);
    if (near(trace, to, delta)) return {Trust::Counts, delta, text};
  }
  std::optional<Time> wall = wallOf(trace), otherWall = wallOf(to);
  bool dated = wall && otherWall;
  Time byDate = dated ? minus(*wall, *otherWall) : 0;
  auto agrees = [&](Time delta) {
    return near(trace, to, delta) && (!dated || std::abs(minus(byDate, delta)) <= kDateTolerance);
  };
  Time sameStart = minus(other.kindOffset, own.kindOffset);
  bool counts = own.kind == ClockKind::Unknown || own.kind == ClockKind::Tsc;
  if (own.kind == other.kind && !counts && own.name == other.name && agrees(sameStart))
    return {Trust::SameClock, sameStart, "same clock: " + own.name};
  if (dated && near(trace, to, byDate, kNearDates)) {
    const std::string_view exact = wallNote(own.wallPrecisionNs > other.wallPrecisionNs ? own : other);
    return {Trust::Calendar, byDate, "by the time of day at which each began" + std::string(exact)};
  }
  auto fromStart = [](ClockKind kind) {
    return kind == ClockKind::Monotonic || kind == ClockKind::MonotonicRaw || kind == ClockKind::Boot ||
           kind == ClockKind::Machine;
  };
  if (fromStart(own.kind) && fromStart(other.kind) && agrees(sameStart))
    return {Trust::Start, sameStart,
            own.name + " beside " + other.name + ": both count from the start of the machine, and may drift apart"};
  bool related = dated || (fromStart(own.kind) && fromStart(other.kind)) || (own.kind == other.kind && !counts);
  return {Trust::None, 0, related ? "begins where the first does: by their clocks they are far apart" : ""};
}

void Aligner::place(size_t trace, AxisAlignment& axis) const {
  Relation best;
  size_t with = 0;
  for (size_t to = 0; to < trace; ++to) {
    Relation relation = relate(trace, to);
    if (relation.trust < best.trust || (relation.trust == best.trust && !best.reason.empty())) continue;
    best = std::move(relation);
    with = to;
  }
  Alignment& out = axis.traces[trace];
  if (best.trust != Trust::None) {
    // From its ns to the ns of the other trace, then onto the axis.
    Time further = minus(axis.traces[with].offset, ns_[with].offset);
    out.offset = plus(out.offset, plus(best.delta, further));
    out.reason = std::move(best.reason);
    if (best.trust >= Trust::SameClock) out.sameClockAs = axis.traces[with].sameClockAs;
    return;
  }
  out.reason = best.reason.empty() ? "begins where the first does: nothing says how their clocks agree" : best.reason;
  const TraceInfo& first = traces_.front();
  if (knownRange(first) && knownRange(traces_[trace]))
    out.offset = plus(out.offset, minus(axis.traces[0].at(first.begin), out.at(traces_[trace].begin)));
}

AxisAlignment Aligner::align() {
  AxisAlignment axis;
  if (traces_.empty()) return axis;
  if (sameOtherClock()) {
    axis.clock = traces_.front().clock;
    axis.traces.assign(traces_.size(), Alignment{1, 1, 0, "same clock: " + axis.clock.name});
    axis.traces.front().reason = "the axis is its clock";
    return axis;
  }
  for (const TraceInfo& trace : traces_) ns_.push_back(toNs(trace.clock));
  axis.traces = ns_;
  axis.traces[0].reason = "the axis is its clock";
  for (size_t trace = 1; trace < traces_.size(); ++trace) {
    axis.traces[trace].sameClockAs = trace;
    place(trace, axis);
  }
  const ClockInfo& first = traces_.front().clock;
  axis.clock.name = first.name.empty() ? "ns" : first.isNs ? first.name : first.name + " in ns";
  axis.clock.kind = first.isNs ? first.kind : ClockKind::Unknown;
  if (std::optional<Time> wall = wallOf(0)) {
    axis.clock.hasWallOffset = true;
    axis.clock.wallOffsetNs = *wall;
    axis.clock.wallPrecisionNs = first.wallPrecisionNs;
  }
  return axis;
}

}  // namespace

Time Alignment::at(Time time) const {
  if (numerator == 1 && denominator == 1) return plus(time, offset);
  // Scale whole denominators and the rest separately: the product of time and numerator may not fit.
  auto den = static_cast<int64_t>(std::min<uint64_t>(std::max<uint64_t>(1, denominator), int64_t{1} << 62));
  auto num = static_cast<int64_t>(std::min<uint64_t>(numerator, int64_t{1} << 62));
  int64_t whole = time / den, rest = time % den;
  if (rest < 0) {
    rest += den;
    --whole;
  }
  int64_t scaled = 0, part = 0;
  if (__builtin_mul_overflow(whole, num, &scaled))
    return plus(clampTime(time < 0 ? -(int64_t{1} << 62) : int64_t{1} << 62), offset);
  if (__builtin_mul_overflow(rest, num, &part)) {
    double exact = static_cast<double>(rest) / static_cast<double>(den) * static_cast<double>(num);
    part = exact < 4.6e18 ? static_cast<int64_t>(exact) : int64_t{1} << 62;
  } else {
    part /= den;
  }
  return plus(plus(clampTime(scaled), clampTime(part)), offset);
}

AxisAlignment alignClocks(const std::vector<TraceInfo>& traces) {
  return Aligner(traces).align();
}

}  // namespace tp
