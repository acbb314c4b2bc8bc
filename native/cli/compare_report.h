// The sections of the report of `tracepane compare --format html` that not all traces have.
#pragma once

#include "core/export/compare_html.h"
#include "native/cli/compare_sides.h"

namespace tp::cli {

// Asks for threads, latencies and waits, as far as a side tells of them. Returns false (after complaining) if the
// length of a clock's unit is not known.
bool askSections(Side& a, Side& b, ReportSections& sections);

}  // namespace tp::cli
