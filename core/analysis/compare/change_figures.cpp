#include "core/analysis/compare/change_figures.h"

#include <algorithm>

#include "core/text/visible_text.h"
#include "core/trace/sums.h"

namespace tp {

int64_t sumOf(const std::vector<InlinedPart>& parts) {
  int64_t sum = 0;
  for (const InlinedPart& one : parts) sum = plus(sum, one.change);
  return sum;
}

std::string namesOf(const std::vector<InlinedPart>& parts) {
  constexpr size_t kTold = 3;
  std::string out;
  for (size_t i = 0; i < std::min(parts.size(), kTold); ++i) (out += i > 0 ? ", " : "") += visibleText(parts[i].name);
  if (parts.size() > kTold) out += " and " + std::to_string(parts.size() - kTold) + " more";
  return out;
}

}  // namespace tp
