#include "core/analysis/direct_calls.h"

#include <algorithm>

#include "core/trace/sums.h"

namespace tp {

DirectCall& DirectCalls::of(NameId name) {
  auto [at, isNew] = known_.try_emplace(name, static_cast<uint32_t>(rows_.size()));
  if (isNew) rows_.push_back({.name = name});
  return rows_[at->second];
}

std::vector<DirectCall> DirectCalls::sorted(const std::function<std::string(NameId)>& textOf) const {
  std::vector<DirectCall> rows = rows_;
  std::stable_sort(rows.begin(), rows.end(), [&](const DirectCall& a, const DirectCall& b) {
    if (a.total != b.total) return a.total > b.total;
    return a.calls != b.calls ? a.calls > b.calls : textOf(a.name) < textOf(b.name);
  });
  return rows;
}

void DirectCalls::add(const std::vector<DirectCall>& theirs) {
  for (const DirectCall& from : theirs) {
    DirectCall& to = of(from.name);
    to.calls += from.calls;
    to.within += from.within;
    to.open += from.open;
    to.total = plus(to.total, from.total);
  }
}

}  // namespace tp
