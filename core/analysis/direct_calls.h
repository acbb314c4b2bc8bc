// DirectCalls counts the direct callers and callees of a function, each call once, including recursive calls.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/trace/names.h"

namespace tp {

// The calls between the function and another one, which may be the function itself.
struct DirectCall {
  NameId name = kNoName;  // kNoName: no caller was recorded
  uint64_t calls = 0;
  // How many of `calls` have no time in `total`, as others have it already. For a caller: calls of the function within
  // another call of it. For a callee: calls of the function itself, and calls within a call of the same callee by the
  // function.
  uint64_t within = 0;
  uint64_t open = 0;  // calls of unknown duration; not in `calls`
  int64_t total = 0;  // durations of `calls` without `within`, in clock units

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, self.calls, self.within, self.open, self.total);
  }
};

// The direct callers, or callees, by name.
class DirectCalls {
 public:
  // Returns the row of `name`, which it makes if there is none. Valid until the next call.
  DirectCall& of(NameId name);
  // Returns them by total time, then by calls, both descending, then by name.
  std::vector<DirectCall> sorted(const std::function<std::string(NameId)>& textOf) const;

  // In no particular order, for another worker.
  const std::vector<DirectCall>& rows() const { return rows_; }
  // Adds the rows of another worker.
  void add(const std::vector<DirectCall>& theirs);

 private:
  std::vector<DirectCall> rows_;
  std::unordered_map<NameId, uint32_t> known_;
};

}  // namespace tp
