// The verbs of the command line. Each returns the exit status: 0 for success, 1 for warnings (check), 2 for a failure.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/io/file_set.h"

namespace tp::cli {

// One trace or several: files, directories, archives. Several traces are placed on one time axis.
struct TraceArguments {
  std::vector<std::string> paths;
  std::vector<std::string> offsets;  // "N:TIME": shifts the Nth trace by TIME
  uint32_t threads = 0;              // number of threads that index and count; 0: as many as there are cores
  std::string machine;               // whose system calls numbers mean where a trace does not tell; empty: as it tells
  bool signatures = false;           // functions are told apart and named by their full declarations
  // The files, if standard input is among the paths: it can be read only once. All copies share it.
  std::shared_ptr<std::optional<FileSet>> read = std::make_shared<std::optional<FileSet>>();
};

struct TimeRange {
  int64_t from = std::numeric_limits<int64_t>::min();
  int64_t to = std::numeric_limits<int64_t>::max();
  bool limited() const {
    return from != std::numeric_limits<int64_t>::min() || to != std::numeric_limits<int64_t>::max();
  }
};

struct EventOptions {
  TraceArguments traces;
  std::string format = "text";
  TimeRange range;
  std::string filter;                // empty: all
  std::vector<std::string> streams;  // names; empty: all
  std::vector<std::string> columns;  // of CSV; empty: all
};
int events(const EventOptions& options);

struct InfoOptions {
  TraceArguments traces;
  bool json = false;
};
int info(const InfoOptions& options);

struct FunctionOptions {
  TraceArguments traces;
  std::string format = "text";
  std::string sort = "total";
  std::string of;  // prints the callers and callees of this function instead of all functions; empty: none
  TimeRange range;
  std::vector<int64_t> tids;  // empty: all
};
int functions(const FunctionOptions& options);

struct SliceOptions {
  TraceArguments traces;
  std::string format = "text";
  std::string kind = "calls";
  std::string filter;        // empty: all
  std::string sort = "dur";  // durations and self times come with the longest first, other fields with the least
  bool descending = false, ascending = false;
  std::string by;                 // prints groups by this field in place of slices; empty: none
  std::optional<uint32_t> limit;  // rows; if it is not given, the first 100 slices, or all groups
  TimeRange range;
};
int slices(const SliceOptions& options);

struct SchedulingOptions {
  TraceArguments traces;
  std::string format = "text";
  TimeRange range;
};
int scheduling(const SchedulingOptions& options);

struct ExportOptions {
  TraceArguments traces;
  std::string to;
  std::string file;                  // "-": standard output; of Parquet, the folder
  std::string compression = "zstd";  // of Parquet
  std::vector<std::string> tables;   // of Parquet, as the files are named; empty: all
  std::string filter;                // empty: all
  std::vector<std::string> columns;  // of CSV; empty: all
  std::vector<std::string> tracks;   // "thread:12", "cpu:0"; empty: all
  TimeRange range;
  // Of a cut, which is written in the trace's own format.
  std::vector<int64_t> tids, cpus;  // empty: all
  bool anonymise = false;
  bool around = false;  // CutRequest::around
  bool dryRun = false;  // only says how large the cut would be
  // Of a report, which is the page with a cut inside.
  std::string view;                // an address, or what it has behind its #; empty: all
  bool visible = false;            // the cut is of what the view shows
  std::vector<std::string> notes;  // each a text, or "@TIME TEXT"
  std::string page;                // the page as one file; empty: the one that is installed
};
int exportTrace(const ExportOptions& options);
// As exportTrace(), for Parquet: a file for each table.
int exportParquet(const ExportOptions& options);
// As exportTrace(), for a part of the trace in the trace's own format.
int exportCut(const ExportOptions& options);
bool isCut(const std::string& to);
// As exportTrace(), for the page with a part of the trace inside.
int exportHtml(ExportOptions options);

struct StackOptions {
  TraceArguments traces;
  TimeRange range;
  std::vector<int64_t> tids;
  std::string value = "self";
  int64_t sampleTime = 1;
  bool perThread = false;
  std::string counter;  // whose growth is printed, in place of time; empty: none
  std::string focus;    // name of a function; empty: of all
  bool collapseRecursion = false;
  bool inverted = false;
};
int stacks(const StackOptions& options);

struct QueryOptions {
  TraceArguments traces;  // the last of the paths is the query, unless a file has it
  std::string sql;
  std::string file;  // has the query, `-`: standard input; empty: the arguments have it
  std::string format = "table";
  std::string output;                // a file; empty: standard output
  std::string compression = "zstd";  // of Parquet
  std::string expect;                // EMPTY, NONEMPTY or an expression that holds for each row; empty: nothing
  std::optional<uint64_t> limit;     // rows that are printed
  uint64_t memory = 256;
  double seconds = 0;  // 0: as long as it takes
  bool schema = false;
};
// Returns 1 if the result is not as expected.
int query(QueryOptions options);

int check(const TraceArguments& traces);

}  // namespace tp::cli
