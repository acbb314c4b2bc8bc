// What a list of slices is asked for: which slices, in which order, and by what they are grouped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/call_profile.h"

namespace tp {

enum class SliceKind : uint8_t {
  Calls,     // what Functions counts: calls of threads, else what is on the CPUs' tracks, else asynchronous slices
  Threads,   // on the tracks of threads
  Cpus,      // on the CPUs' tracks: who runs, interrupts
  Async,     // asynchronous slices: requests, for example
  States,    // states of threads
  Syscalls,  // system calls: those of Threads that TraceReader::isSystemCall() names
};
inline constexpr SliceKind kLastSliceKind = SliceKind::Syscalls;

// The name of a kind for scripts, links and the command line: "calls", "threads", "cpus", "async", "states",
// "syscalls".
std::string_view sliceKindName(SliceKind kind);
std::optional<SliceKind> sliceKindNamed(std::string_view name);

struct SliceQuery {
  SliceKind kind = SliceKind::Calls;
  std::string filter;  // docs/filter.md; empty: all
  // "dur", "ts", "self", "name", "thread" (by its number), "caller", "waker", or a field with numbers.
  std::string sort = "dur";
  bool ascending = false;
  std::string by;        // "name", "thread", "caller", "waker", "retval" or another field; empty: no groups
  CallScope scope;       // range and tracks, as for Functions
  uint32_t most = 1000;  // rows that are listed
  uint32_t points = 0;   // calls that are told one by one in the order of time (SlicePoints); 0: none

  bool operator==(const SliceQuery& other) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.kind, kLastSliceKind), self.filter, self.sort, self.ascending, self.by, self.scope, self.most);
    wire(self.points);
  }
};

}  // namespace tp
