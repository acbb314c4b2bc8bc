#include "core/analysis/compare/slowest_calls.h"

#include <algorithm>

namespace tp {

std::optional<SlowestShare> parseSlowest(std::string_view text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || !text.ends_with('%')) return std::nullopt;
  // In parts of a million, a percent has four decimals.
  uint64_t share = 0;
  int decimals = -1;
  const std::string_view number = text.substr(colon + 1, text.size() - colon - 2);
  for (const char c : number) {
    if (c == '.' && decimals < 0) {
      decimals = 0;
      continue;
    }
    if (c < '0' || c > '9' || share > SlowestShare::kAll || decimals == 4) return std::nullopt;
    share = share * 10 + static_cast<uint64_t>(c - '0');
    if (decimals >= 0) ++decimals;
  }
  for (int i = std::max(0, decimals); i < 4; ++i) share *= 10;
  if (share == 0 || share >= SlowestShare::kAll) return std::nullopt;
  return SlowestShare{std::string(text.substr(0, colon)), static_cast<uint32_t>(share)};
}

std::optional<SlowestCalls> slowestCalls(std::vector<Time> durations, uint32_t share) {
  if (durations.empty() || share == 0) return std::nullopt;
  const uint64_t all = durations.size();
  const uint64_t wanted = std::min(all, (all * share + SlowestShare::kAll - 1) / SlowestShare::kAll);
  const auto place = durations.begin() + static_cast<ptrdiff_t>(all - wanted);
  std::nth_element(durations.begin(), place, durations.end());
  SlowestCalls out;
  out.least = *place;
  out.usual = static_cast<uint64_t>(
      std::count_if(durations.begin(), durations.end(), [&](Time one) { return one < out.least; }));
  out.slowest = all - out.usual;
  out.wanted = wanted;
  out.tied = static_cast<uint64_t>(std::count(durations.begin(), durations.end(), out.least));
  if (out.usual == 0) return std::nullopt;
  return out;
}

WithinCalls allCalls(const SlowestShare& of) {
  return {of.function};
}

std::array<WithinCalls, 2> usualAndSlowest(const SlowestShare& of, const SlowestCalls& calls) {
  return {WithinCalls{of.function, 0, calls.least - 1}, WithinCalls{of.function, calls.least}};
}

}  // namespace tp
