#include "native/cli/compare_report.h"

#include "core/analysis/known_states.h"
#include "native/cli/compare_times.h"

namespace tp::cli {
namespace {

bool compareInto(std::optional<TimedComparison>& out, SideTimes a, SideTimes b) {
  if (!shareUnit<SideTimes>({&a, &b})) return false;
  out = compareTimes(a, b);
  return true;
}

}  // namespace

bool askSections(Side& a, Side& b, ReportSections& sections) {
  if (tellsRunning(a.trace.index()) || tellsRunning(b.trace.index())) {
    SideThreads first = threadsOf(a), second = threadsOf(b);
    if (!shareUnit<SideThreads>({&first, &second})) return false;
    sections.threads = compareThreads(first, second);
  }
  if ((a.trace.index().info().traits.kernel || b.trace.index().info().traits.kernel) &&
      !compareInto(sections.latencies, latenciesOf(a), latenciesOf(b)))
    return false;
  return !sections.threads || !sections.threads->known || compareInto(sections.waits, waitsOf(a), waitsOf(b));
}

}  // namespace tp::cli
