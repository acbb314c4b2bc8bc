// What the scheduler did, as text, CSV and JSON: what the command line prints and scripts get of the page.
#pragma once

#include <string>

#include "core/analysis/scheduling.h"
#include "core/index/trace_index.h"

namespace tp {

// All of it as one JSON object.
std::string schedulingJson(const Scheduling& scheduling, const TraceIndex& index);
// The table of threads, with a line of titles.
std::string schedulingCsv(const Scheduling& scheduling, const TraceIndex& index);
// For a person: threads, CPUs, latencies, who woke whom.
std::string schedulingReport(const Scheduling& scheduling, const TraceIndex& index);

// "softirq TIMER": an interrupt that woke a thread, for people.
std::string interruptText(const TraceIndex& index, WakeContext context, NameId handler);

// What is missing, in a sentence; empty where nothing is.
std::string schedulingGaps(const Scheduling& scheduling);

}  // namespace tp
