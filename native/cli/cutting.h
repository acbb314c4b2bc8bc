// What the verbs that cut a trace share: cuts by themselves, and reports.
#pragma once

#include <optional>
#include <string>

#include "core/decode/cut.h"
#include "core/joint/split.h"
#include "native/cli/export.h"

namespace tp::cli {

// Returns false (after complaining) if the options ask for what cuts have not. `what`: "a cut", "a report".
bool cutOptionsOrComplain(const ExportOptions& options, const std::string& what);

// Returns the one trace that is there, of which a cut can be written; nullopt (after complaining) if there is none.
// Adds to `warnings` what other verbs say when they open these files.
std::optional<FoundTrace> cutTraceOrComplain(const ExportOptions& options, WarningLog& warnings);

// Writes the cut into a sink. Returns nullopt (after complaining) if it could not be made.
std::optional<CutSummary> cutOrComplain(const FoundTrace& trace, const ExportOptions& options, CutSink& sink,
                                        WarningLog& warnings);

// "1204 records, 98304 bytes in 1 file".
std::string cutSizeText(const CutSummary& summary, uint64_t bytes, uint64_t files);

}  // namespace tp::cli
