#include "core/formats/ctf/clock.h"

namespace tp::ctf {
namespace {

// 128 bits hold the product of any two numbers here.
__extension__ using Wide = __int128;

constexpr int64_t kNanoSigned = 1000000000;

int64_t floorNs(Wide cycles, uint64_t frequency) {
  const Wide product = cycles * kNanoSigned, divisor = static_cast<Wide>(frequency);
  Wide quotient = product / divisor;
  if (product % divisor < 0) --quotient;
  constexpr Wide kBound = Wide{1} << 62;
  return static_cast<int64_t>(quotient < -kBound ? -kBound : quotient > kBound ? kBound : quotient);
}

ClockKind kindOf(const std::string& name) {
  if (name == "monotonic") return ClockKind::Monotonic;
  // What perf data convert writes has the kernel's scheduler clock.
  if (name == "perf_clock") return ClockKind::Machine;
  return ClockKind::Unknown;
}

}  // namespace

Clock::Clock(const ClockClass& clock, Time shift) : frequency_(clock.frequency), shift_(clampTime(shift)) {
  info_ = {};
  info_.name = clock.name;
  info_.kind = kindOf(clock.name);
  const Wide wall = static_cast<Wide>(clock.offsetSeconds) * kNanoSigned + floorNs(clock.offsetCycles, frequency_);
  // LTTng does not say that its clock counts from 1970 with the offset, but it does.
  constexpr Wide k1990 = Wide{631152000} * kNanoSigned, k2200 = Wide{7258118400} * kNanoSigned;
  if (wall > -k2200 && wall < k2200 && (clock.isAbsolute || (wall > k1990 && wall < k2200))) {
    info_.hasWallOffset = true;
    info_.wallOffsetNs = static_cast<int64_t>(wall);
    // LTTng reads both clocks one after the other.
    info_.wallPrecisionNs = 1000;
  }
}

Time Clock::scaled(uint64_t cycles) const {
  return clampTime(clampTime(floorNs(static_cast<Wide>(cycles), frequency_)) + shift_);
}

}  // namespace tp::ctf
