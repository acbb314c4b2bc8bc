#include "core/analysis/compare/change_parts.h"

#include <algorithm>

#include "core/trace/sums.h"

namespace tp {

ChangeParts changeParts(const CountedSum& a, const CountedSum& b, bool meanOfA) {
  __extension__ using Wide = __int128;
  const CountedSum& mean = meanOfA ? a : b;
  ChangeParts parts;
  parts.change = minus(b.sum, a.sum);
  if (mean.count != 0) {
    const Wide product = Wide{mean.sum} * (Wide{b.count} - a.count) / Wide{mean.count};
    parts.byCount = static_cast<int64_t>(std::clamp<Wide>(product, INT64_MIN, INT64_MAX));
  }
  parts.byEach = minus(parts.change, parts.byCount);
  return parts;
}

}  // namespace tp
