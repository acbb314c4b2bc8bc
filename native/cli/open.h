// Opening a trace for a verb, and how the command line speaks of failures.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/filter.h"
#include "core/index/format.h"
#include "core/io/file_set.h"

namespace tp::cli {

struct OpenTrace {
  FileSet files;
  std::unique_ptr<TraceReader> reader;
};

// Prints "tracepane: ..." on stderr and returns nothing where the trace can't be opened.
std::optional<OpenTrace> openOrComplain(const std::vector<std::string>& paths);

// False (after complaining) where the filter makes no sense. An empty one is none.
bool compileOrComplain(const std::string& text, const ClockInfo& clock, std::optional<Filter>& filter);

void complain(const std::string& message);

// Every warning kept, a line each, on stderr, then how many more there were.
void printWarnings(TraceReader& reader);

}  // namespace tp::cli
