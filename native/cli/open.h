// Opens a trace for a verb, and reports failures on stderr.
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
#include "native/cli/arguments.h"

namespace tp::cli {

struct OpenTrace {
  FileSet files;
  std::unique_ptr<TraceReader> reader;
  JoinOptions join;
};

// Returns the files that the arguments name, or nullopt (after complaining) if they can't be read, or if standard
// output would go into one of them.
std::optional<FileSet> filesOrComplain(const TraceArguments& traces);

// Returns nullopt (after complaining) if the trace can't be opened. `functions` is used if the arguments do not ask for
// signatures.
std::optional<OpenTrace> openOrComplain(const TraceArguments& traces,
                                        FunctionIdentity functions = FunctionIdentity::Merged);

// Returns whether any file is not what it was when it was opened. Complains about those that are not in `told`.
bool complainOfChanges(const FileSet& files, const std::vector<FileChange>& told = {});

// Reads how the arguments place several traces beside each other. Returns false (after complaining) if that is invalid.
bool joinOrComplain(const TraceArguments& traces, JoinOptions& options);
// Returns false (after complaining) if the options shift a trace that is not there.
bool shiftsOrComplain(const JoinOptions& options, const TraceInfo& info);

// Returns false (after complaining) if the filter is invalid. An empty text is no filter.
bool compileOrComplain(const std::string& text, const ClockInfo& clock, std::optional<Filter>& filter);
// Returns what to add to a message about a field that does not exist: "; did you mean dur?", or an empty text.
std::string meantField(const std::string& field);
// Called when everything was tested: complains about the fields of the filter that no record has.
void tellUnknownFields(const std::optional<Filter>& filter);

// Called when everything was read: complains about the threads that the trace does not have. `option` named them.
// Returns whether it has any of them, or none were named.
bool tellUnknownThreads(const std::vector<int64_t>& tids, const TrackTable& tracks, const char* option = "--tid");

// Says of how many threads the calls of two traces count, where time that both recorded counts twice. `tids`: the
// threads that count; empty: all.
void tellCountedTwice(const std::vector<int64_t>& tids, const TraceInfo& info, const TrackTable& tracks);

// Returns false (after complaining) if there are columns of CSV for what is not CSV.
bool columnsOrComplain(const std::vector<std::string>& columns, bool csv);

// Prints "tracepane: MESSAGE" on stderr; what can't be seen in the message is spelled out.
void complain(const std::string& message);

// Called after all output. Returns `status`, or that of a failure if standard output could not be written.
int finishOutput(int status);

// Prints every warning that was kept, a line each, on stderr, then how many more there were.
void printWarnings(const WarningLog& log);
void printWarnings(TraceReader& reader);

}  // namespace tp::cli
