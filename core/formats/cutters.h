// What writes a part of a trace in the trace's own format. It is apart from the registry of formats, so that only those
// programs get it that write cuts: who answers questions in SQL reads traces alone.
#pragma once

#include <string_view>

#include "core/decode/cut.h"
#include "core/io/file_set.h"
#include "core/io/status.h"
#include "core/io/warning_log.h"

namespace tp {

// Damage is warned of in `warnings`; what can be read is written.
using CutTrace = Result<CutSummary> (*)(const FileSet& files, const CutRequest& request, CutSink& sink,
                                        WarningLog& warnings);

// Returns what writes cuts of the format with this Format::id; null if nothing does, as FormatTraits::cuts says.
CutTrace cutterOf(std::string_view format);

// Whether a trace has the names of its functions itself, or they come from what was opened with it, or from nowhere.
enum class NamesBeside : uint8_t { Own, Written, Missing };
// Writes, as a further file, the names that a trace of this format does not have itself.
NamesBeside writeNamesBeside(std::string_view format, const FileSet& files, CutSink& sink);

}  // namespace tp
