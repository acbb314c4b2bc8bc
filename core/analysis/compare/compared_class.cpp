#include "core/analysis/compare/compared_class.h"

#include <algorithm>

namespace tp {

std::optional<uint32_t> comparedClass(std::span<const size_t> classes, bool oneTrace) {
  std::optional<size_t> least, most;
  for (const size_t one : classes) {
    if (one >= CallProfiles::kClasses) continue;
    least = std::min(least.value_or(one), one);
    most = std::max(most.value_or(one), one);
  }
  if (least == most) return std::nullopt;
  return static_cast<uint32_t>(oneTrace ? *least : *most);
}

std::string leftOfClass(size_t trackClass, std::optional<uint32_t> only) {
  if (!only || trackClass >= *only) return {};
  return trackClass == CallProfiles::classOf(TrackKind::Thread)
             ? "its calls of threads, as system calls, are not compared: the other side has none"
             : "what ran on its CPUs is not compared: the other side has none";
}

std::string lackOfCalls(size_t own, size_t other) {
  if (own < CallProfiles::kClasses || other >= CallProfiles::kClasses) return {};
  return "it has no calls of the kind that the other side has: there were none, or they were not recorded";
}

}  // namespace tp
