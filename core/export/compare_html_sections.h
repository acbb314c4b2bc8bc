// The sections of a report of a comparison, each a heading with its tables.
#pragma once

#include "core/analysis/compare/function_changes.h"
#include "core/analysis/compare/thread_changes.h"
#include "core/analysis/compare/timed_changes.h"
#include "core/export/compare_html_page.h"

namespace tp {

// None was divided, and all times are in units of the page's clock.
void writeFunctions(ComparePage& page, const FunctionComparison& compared);
// `compared` is known.
void writeThreads(ComparePage& page, const ThreadComparison& compared);
// Nothing, not even the heading, if neither side tells of any kind.
void writeTimes(ComparePage& page, std::string_view heading, const TimedComparison& compared);

}  // namespace tp
