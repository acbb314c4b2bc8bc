#include "core/trace/wall_text.h"

#include <cinttypes>
#include <cstdio>
#include <ctime>

namespace tp {

std::string wallText(Time time, const ClockInfo& clock) {
  constexpr int64_t kSecond = 1000000000;
  int64_t ns = 0;
  if (__builtin_add_overflow(time, clock.wallOffsetNs, &ns)) return "unknown";
  int64_t fraction = ns % kSecond + (ns % kSecond < 0 ? kSecond : 0);
  std::time_t seconds = static_cast<std::time_t>((ns - fraction) / kSecond);
  std::tm parts{};
  char date[64], out[96];
  if (gmtime_r(&seconds, &parts) == nullptr || std::strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &parts) == 0)
    return "unknown";
  std::snprintf(out, sizeof out, "%s.%09" PRId64 " UTC", date, fraction);
  return out;
}

}  // namespace tp
