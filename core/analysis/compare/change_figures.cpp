#include "core/analysis/compare/change_figures.h"

#include <algorithm>

#include "core/analysis/compare/change_parts.h"
#include "core/text/visible_text.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

template <class Part>
std::string namesOf(const std::vector<Part>& parts, std::string Part::*name) {
  constexpr size_t kTold = 3;
  std::string out;
  for (size_t i = 0; i < std::min(parts.size(), kTold); ++i) (out += i > 0 ? ", " : "") += visibleText(parts[i].*name);
  if (parts.size() > kTold) out += " and " + std::to_string(parts.size() - kTold) + " more";
  return out;
}

bool allWhole(const std::vector<MovedPart>& parts) {
  return std::all_of(parts.begin(), parts.end(), [](const MovedPart& one) { return one.whole; });
}

}  // namespace

int64_t sumOf(const std::vector<InlinedPart>& parts) {
  int64_t sum = 0;
  for (const InlinedPart& one : parts) sum = plus(sum, one.change);
  return sum;
}

std::string namesOf(const std::vector<InlinedPart>& parts) {
  return namesOf(parts, &InlinedPart::name);
}

std::string namesOf(const std::vector<MovedPart>& parts) {
  return namesOf(parts, &MovedPart::within);
}

std::string movedWords(const MovedTime& moved) {
  return (allWhole(moved.to) ? "called in " : "called more in ") + namesOf(moved.to) +
         (allWhole(moved.from) ? ", no longer in " : ", less in ") + namesOf(moved.from);
}

const FunctionChange* movedFirst(const FunctionComparison& compared) {
  if (compared.changes.empty()) return nullptr;
  const FunctionChange& first = compared.changes.front();
  return sizeOf(first.moved.time) > sizeOf(first.change) ? &first : nullptr;
}

}  // namespace tp
