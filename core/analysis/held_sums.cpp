#include "core/analysis/held_sums.h"

namespace tp {

bool HeldSums::begin(size_t depth, std::string_view name, bool whole) {
  if (depth_ || name != within_.function) return false;
  depth_ = depth;
  whole_ = whole;
  return true;
}

void HeldSums::end(std::string_view name, Time duration, bool known, CallProfile& profile) {
  depth_.reset();
  // It may have ended under another name than it began with.
  const bool counts = known && name == within_.function && duration >= within_.least && duration <= within_.most;
  if (counts) profile.within.push_back(duration);
  for (const NameId one : names_) {
    if (counts) profile.sumsOf(one).add(sums_[one]);
    sums_[one] = {};
    met_[one] = 0;
  }
  names_.clear();
}

FunctionSums& HeldSums::sumsOf(NameId name) {
  if (name >= sums_.size()) {
    sums_.resize(name + size_t{1});
    met_.resize(name + size_t{1});
  }
  if (met_[name] == 0) {
    met_[name] = 1;
    names_.push_back(name);
  }
  return sums_[name];
}

}  // namespace tp
