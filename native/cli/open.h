// Opening a trace for a verb, and how the command line speaks of failures.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/filter.h"
#include "core/index/format.h"
#include "core/io/file_set.h"
#include "core/joint/join_options.h"
#include "native/cli/commands.h"

namespace tp::cli {

struct OpenTrace {
  FileSet files;
  std::unique_ptr<TraceReader> reader;
  JoinOptions join;
};

// Prints "tracepane: ..." on stderr and returns nothing where the trace can't be opened.
std::optional<OpenTrace> openOrComplain(const TraceArguments& traces);

// What the arguments say of how several traces lie beside each other; false (after complaining) where that makes no
// sense.
bool joinOrComplain(const TraceArguments& traces, JoinOptions& options);

// False (after complaining) where the filter makes no sense. An empty one is none.
bool compileOrComplain(const std::string& text, const ClockInfo& clock, std::optional<Filter>& filter);
// Once everything was tested: says which of its fields no record has.
void tellUnknownFields(const std::optional<Filter>& filter);

// False (after complaining) where there are columns of CSV for what is not CSV.
bool columnsOrComplain(const std::vector<std::string>& columns, bool csv);

void complain(const std::string& message);

// Every warning kept, a line each, on stderr, then how many more there were.
void printWarnings(TraceReader& reader);

}  // namespace tp::cli
