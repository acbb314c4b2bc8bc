// Writes rows of records to a file or to standard output.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/filter.h"
#include "core/export/event_text.h"
#include "core/export/row_tracks.h"
#include "native/cli/arguments.h"
#include "native/cli/open.h"

namespace tp::cli {

struct EventSelection {
  TimeRange range;
  std::vector<size_t> streams;  // empty: all
  std::optional<Filter> filter;
  std::string filterText;            // as people wrote it
  std::vector<std::string> columns;  // of CSV; empty: all
  std::optional<RowTracks> tracks;   // none: rows of all tracks
};

// Writes all selected rows in time order, and complains if the filter lets none through and is likely meant otherwise.
// Returns false if they can't be written.
bool writeEvents(OpenTrace& trace, const EventSelection& selection, EventFormat format, std::FILE* file);

// Writes `text` and clears it. Returns false if not all of it could be written.
bool writeOut(std::string& text, std::FILE* file);

}  // namespace tp::cli
