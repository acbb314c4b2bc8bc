// The verb "export", and its parts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/cli/arguments.h"

namespace tp::cli {

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

// Each writes the trace, and returns the exit status: 0, or 2 for a failure.
// Parquet: a file for each table.
int exportParquet(const ExportOptions& options);
// A part of the trace in the trace's own format.
int exportCut(const ExportOptions& options);
bool isCut(const std::string& to);
// The page with a part of the trace inside.
int exportHtml(ExportOptions options);

}  // namespace tp::cli
