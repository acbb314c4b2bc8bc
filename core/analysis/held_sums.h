// HeldSums keeps what the calls within one call of a function add to the sums of functions, until it is known how long
// that one took: CallScope::within.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/trace/names.h"

namespace tp {

class HeldSums {
 public:
  explicit HeldSums(const WithinCalls& within) : within_(within) {}

  // Returns the depth of the call within which is counted; 0 if none is open.
  size_t depth() const { return depth_.value_or(0); }
  // Whether what is called at this depth counts: the open call itself, or what is within it. Slices that were recorded
  // as a whole do not end at the depth of a call that is open.
  bool takes(size_t depth) const { return depth_ && depth >= *depth_; }
  bool takesWhole(size_t depth) const { return depth_ && (whole_ ? depth >= *depth_ : depth > *depth_); }
  // A call, or a slice that was recorded as a whole, begins. Returns whether it is one to hold from here on.
  bool begin(size_t depth, std::string_view name, bool whole);
  // Whether it is the one to hold that is at this depth.
  bool ends(size_t depth) const { return depth_ && depth == *depth_; }
  // That one has ended. `known`: its duration is. What was held goes to the profile if it lasted as the scope says, and
  // is forgotten if not.
  void end(std::string_view name, Time duration, bool known, CallProfile& profile);

  // The reference is valid until the next call.
  FunctionSums& sumsOf(NameId name);

 private:
  const WithinCalls& within_;
  std::optional<size_t> depth_;
  bool whole_ = false;
  std::vector<FunctionSums> sums_;  // by name
  std::vector<uint8_t> met_;        // by name: it is in `names_`
  std::vector<NameId> names_;       // that have sums
};

}  // namespace tp
