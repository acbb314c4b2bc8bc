// Where a report opens: the view that was asked for, with the notes that were.
#pragma once

#include <optional>
#include <string>

#include "native/cli/export.h"

namespace tp::cli {

// Returns what the report's page has to show, as a link has it behind its #; empty if nothing was asked for. Links
// count from the beginning of the trace, which is known when all of it is indexed: this takes the time for it. With
// ExportOptions::visible, sets the range. Returns nullopt (after complaining) if the options make no sense.
std::optional<std::string> reportLinkOrComplain(ExportOptions& options);

}  // namespace tp::cli
