#include "core/formats/lttng/clock.h"

namespace tp::lttng {
namespace {

// On 2008-11-13, within version 2.2, the tracer changed what it writes from a multiplier of the frequency to a divisor.
// The time at which a trace began tells which it is.
constexpr uint64_t kScaleDivides = 1226534400;

Time whole(double ns) {
  constexpr double kMax = 4.6e18;
  if (!(ns < kMax)) return clampTime(int64_t{1} << 62);
  return clampTime(static_cast<int64_t>(ns));
}

}  // namespace

Clock::Clock(const SubBuffer& first, Time shift)
    : fromStart_(first.layout.hasStart()),
      frequency_(static_cast<double>(first.frequency)),
      scale_(first.scale),
      shift_(clampTime(shift)),
      startSec_(first.startSec),
      startUsec_(first.startUsec) {
  const Layout& layout = first.layout;
  divides_ = layout.before(2, 2) || (layout.major == 2 && layout.minor == 2 && first.startSec < kScaleDivides);
  perHertz_ = 1e9 / scale_;
  startTsc_ = fromStart_ ? first.startTsc : first.beginTsc;
  startNs_ = whole(nsOf(startTsc_));
}

// The order of the operations is LTTV's; another order differs in the last nanosecond.
double Clock::nsOf(uint64_t count) const {
  // Converting a signed number takes one instruction; hardly any count exceeds its range.
  const bool small = count <= static_cast<uint64_t>(INT64_MAX);
  const double ticks = small ? static_cast<double>(static_cast<int64_t>(count)) : static_cast<double>(count);
  if (frequency_ == 0) return ticks;
  if (divides_) return ticks * perHertz_ / frequency_;
  return ticks * 1e9 * scale_ / frequency_;
}

Time Clock::at(uint64_t tsc) const {
  if (!fromStart_) return shifted(whole(nsOf(tsc)));
  // Versions before 2.0 count from the start of the trace, whose time is rounded separately.
  if (tsc < startTsc_) return shifted(clampTime(startNs_ - whole(nsOf(startTsc_ - tsc))));
  return shifted(clampTime(startNs_ + whole(nsOf(tsc - startTsc_))));
}

ClockInfo Clock::info() const {
  ClockInfo out;
  out.name = "TSC";
  if (frequency_ == 0) {
    out.isNs = false;
    out.nsNum = 0;
    return out;
  }
  constexpr uint64_t kLatest = uint64_t{1} << 33, kSecond = 1000000;
  if (startSec_ > 0 && startSec_ < kLatest && startUsec_ < kSecond) {
    out.hasWallOffset = true;
    out.wallOffsetNs = static_cast<int64_t>(startSec_ * 1000000000 + startUsec_ * 1000) - startNs_;
    out.wallPrecisionNs = 1000;
  }
  return out;
}

}  // namespace tp::lttng
