// Rows of records on their way to a file or to standard output.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/filter.h"
#include "core/export/event_text.h"
#include "core/export/row_tracks.h"
#include "native/cli/commands.h"
#include "native/cli/open.h"

namespace tp::cli {

struct EventSelection {
  TimeRange range;
  std::vector<size_t> streams;  // empty: all
  std::optional<Filter> filter;
  std::vector<std::string> columns;  // of CSV; empty: all
  std::optional<RowTracks> tracks;   // none: of all
};

// All that are selected, in time order. False where they can't be written.
bool writeEvents(OpenTrace& trace, const EventSelection& selection, EventFormat format, std::FILE* file);

// False where not all of it can be written; `text` is empty then.
bool writeOut(std::string& text, std::FILE* file);

}  // namespace tp::cli
