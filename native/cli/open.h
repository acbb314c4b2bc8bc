// Opening a trace for a verb, and how the command line speaks of failures.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/filter.h"
#include "core/decode/format.h"
#include "core/io/file_changes.h"
#include "core/io/file_set.h"
#include "core/joint/join_options.h"
#include "native/cli/commands.h"

namespace tp::cli {

struct OpenTrace {
  FileSet files;
  std::unique_ptr<TraceReader> reader;
  JoinOptions join;
};

// What the arguments name; nothing, after complaining, where that can't be read, or standard output would go into it.
std::optional<FileSet> filesOrComplain(const TraceArguments& traces);

// Prints "tracepane: ..." on stderr and returns nothing where the trace can't be opened. `functions`: where the
// arguments do not ask for signatures.
std::optional<OpenTrace> openOrComplain(const TraceArguments& traces,
                                        FunctionIdentity functions = FunctionIdentity::Merged);

// Whether any file is not what it was when it was opened, after saying so of those that nobody has been told of yet.
bool complainOfChanges(const FileSet& files, const std::vector<FileChange>& told = {});

// What the arguments say of how several traces lie beside each other; false (after complaining) where that makes no
// sense.
bool joinOrComplain(const TraceArguments& traces, JoinOptions& options);
// False (after complaining) where it shifts a trace that is not there.
bool shiftsOrComplain(const JoinOptions& options, const TraceInfo& info);

// False (after complaining) where the filter makes no sense. An empty one is none.
bool compileOrComplain(const std::string& text, const ClockInfo& clock, std::optional<Filter>& filter);
// Once everything was tested: says which of its fields no record has.
void tellUnknownFields(const std::optional<Filter>& filter);

// False (after complaining) where there are columns of CSV for what is not CSV.
bool columnsOrComplain(const std::vector<std::string>& columns, bool csv);

// A line on stderr; what can't be seen of it is spelled out.
void complain(const std::string& message);

// After all that goes to standard output: what could not be written is an error, and a status. `status`: of the verb.
int finishOutput(int status);

// Every warning kept, a line each, on stderr, then how many more there were.
void printWarnings(TraceReader& reader);

}  // namespace tp::cli
