// The two sides of `tracepane compare`: what is asked of a trace, once each, and what is known of it.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/stack_changes.h"
#include "core/analysis/compare/thread_changes.h"
#include "core/export/export_writer.h"
#include "core/session/calls/calls_question.h"
#include "core/session/compare/compared_scope.h"
#include "core/session/scheduling/scheduling_question.h"
#include "native/cli/calls.h"
#include "native/cli/indexed.h"

namespace tp::cli {

struct SideOptions {
  TraceArguments trace;
  TimeRange range;
  std::vector<int64_t> tids;
  std::string filter;               // of threads; empty: all
  std::vector<std::string> others;  // further recordings of the side
};

// One side. What is asked of all of it is asked once.
class Side {
 public:
  // `of` must outlive it.
  explicit Side(const SideOptions& of) : options(of), trace(of.trace.threads), tids(of.tids) {}

  // Returns false (after complaining) if the trace can't be opened, has none of the threads, or the filter makes no
  // sense. `side`: "a" or "b", as options have it.
  bool open(const std::string& side);
  const Calls& calls();
  // calls() will tell who calls whom, too; what it has returned is no longer valid.
  void wantCallers();
  // Likewise: within which outermost calls each function is called.
  void wantOutermost();
  // Likewise: of these tracks only (CallScope::onlyClass).
  void limitTo(uint32_t trackClass);
  const Scheduling& scheduling();

  const SideOptions& options;
  IndexedTrace trace;
  std::vector<int64_t> tids;               // of the threads that it is limited to; empty: all
  std::optional<uint32_t> onlyClass = {};  // that limitTo() was given
  std::string left;                        // ComparedSide::left of its calls
  std::string copies;                      // ComparedSide::copies

 private:
  bool callers_ = false, outermost_ = false;
  std::shared_ptr<CallsQuestion> calls_;
  std::shared_ptr<SchedulingQuestion> scheduling_;
};

// Its range: threads are not in it.
ComparedScope scopeOf(const Side& of);
ComparedSide sideOf(const Side& of);
// What of its calls is asked, with the middle of its time.
CallScope callsScope(const Side& of);
// Whether the trace is rather about threads than about calls: it has their states, and no calls but system calls.
bool tellsThreads(Side& side);

SideFunctions functionsOf(Side& side);
// Limits both to what can be compared with each other.
void shareClass(Side& a, Side& b);
// Returns those of both sides. Who calls whom is asked only where that may tell more than names do: of two traces, as
// parts of one trace are of one program, in which a function that one part lacks has no other name.
std::array<SideFunctions, 2> functionsOf(Side& a, Side& b);
SideThreads threadsOf(Side& side);
// Whether `threads` threads read both sides sooner side by side, each with half of them, than one after the other.
bool readsBoth(const Side& a, const Side& b, uint32_t threads);
// Reads with so many threads, at least 1. What it points to is in `calls`. Without a tree (after complaining) if the
// trace can't be opened.
SideStacks stacksOf(const Side& side, uint32_t threads, TraceCalls& calls);

// Converts times to nanoseconds if the clocks count in different units. Returns false (after complaining) if the length
// of one is not known.
template <class Compared>
bool shareUnit(const std::vector<Compared*>& sides) {
  const ClockInfo first = sides.front()->side.clock;
  bool shared = true;
  for (const Compared* one : sides) shared = shared && sameUnit(first, one->side.clock);
  if (shared) return true;
  for (Compared* one : sides) {
    const ClockInfo clock = one->side.clock;
    if (clock.isNs) continue;
    if (clock.nsNum == 0 || clock.nsDen == 0) {
      complain(one->side.name +
               ": how long a unit of its clock is, is not known, and the other trace has another clock");
      return false;
    }
    convertTimes(*one, ClockInfo(), [clock](Time time) { return exportNs(time, clock); });
    one->side.gaps += (one->side.gaps.empty() ? "" : " ") + std::string("Each time is converted to ns by itself.");
  }
  return true;
}

}  // namespace tp::cli
