// Writes what the scheduler did as text, CSV and JSON, for the command line and for scripts of the page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/analysis/scheduling.h"
#include "core/index/trace_index.h"
#include "core/text/json_writer.h"

namespace tp {

// Returns all of it as one JSON object. `note`: what else is to be said, a member of it; empty: nothing.
std::string schedulingJson(const Scheduling& scheduling, const TraceIndex& index, std::string_view note = {});
// Appends latencies as an array, as schedulingJson() has its `worst`.
void writeLatencies(JsonWriter& json, std::span<const WakeupLatency> latencies, const TraceIndex& index);
// Returns the table of threads, with a line of titles.
std::string schedulingCsv(const Scheduling& scheduling, const TraceIndex& index);
// Returns a report for users: threads, CPUs, latencies, and who woke whom.
std::string schedulingReport(const Scheduling& scheduling, const TraceIndex& index);

// Returns "softirq TIMER": the text for an interrupt that woke a thread.
std::string interruptText(const TraceIndex& index, WakeContext context, NameId handler);

// Returns sentences about what the trace, or any of several, does not tell; empty if nothing is missing.
// `statesMissing`: statesMissingText() of the trace.
std::string schedulingGaps(const Scheduling& scheduling, const ClockInfo& clock, std::string_view statesMissing = {});
// The same of the threads with these ids only; of all if there are none.
std::string schedulingGaps(const Scheduling& scheduling, const ClockInfo& clock, const TrackTable& tracks,
                           std::span<const int64_t> tids);

}  // namespace tp
