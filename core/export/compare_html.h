// Writes a comparison as a report: one HTML file that needs nothing else, and runs nothing.
#pragma once

#include <optional>
#include <string>

#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/thread_changes.h"
#include "core/analysis/compare/timed_changes.h"
#include "core/export/compare_stacks_svg.h"

namespace tp {

// What not all traces tell: a report has no such section without them.
struct ReportSections {
  std::optional<ThreadComparison> threads;  // the same if it is not known
  std::optional<TimedComparison> latencies, waits;
};

// Returns the page: what both sides are and what they do not tell, a differential flame graph, and the functions,
// threads, latencies and waits that changed. Its title is of the self times by function; beside the graph is told what
// that has besides. All must be of the same sides, in the same unit, and not divided. It has
// the colours of a light or a dark page, as the viewer has it.
std::string comparisonHtml(const FunctionComparison& functions, const StackComparison& stacks,
                           const ReportSections& sections = {}, DifferencePicture picture = {});

}  // namespace tp
