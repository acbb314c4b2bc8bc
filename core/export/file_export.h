// A trace on its way to a file for another tool, some of it at a time: whatever the format, for all front ends.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/row_test.h"
#include "core/decode/format.h"
#include "core/export/export_writer.h"
#include "core/io/wire.h"

namespace tp {

enum class ExportFormat : uint8_t { Chrome, Perfetto, Speedscope, Folded, Csv, Count };

struct ExportFormatInfo {
  std::string_view key;     // as scripts and the command line call it
  std::string_view title;   // as people do
  std::string_view suffix;  // of a file's name
};
const ExportFormatInfo& formatInfo(ExportFormat format);
// Count: there is none of that key.
ExportFormat exportFormat(std::string_view key);

struct ExportRequest {
  ExportFormat format = ExportFormat::Count;
  Time from = 0;  // from > to: everything
  Time to = -1;
  Time begin = 0, end = 0;    // of the trace
  std::string title;          // what was opened
  std::vector<Track> tracks;  // all there are, in the order of orderTracks()
  std::vector<bool> used;     // by track: whether it is written
  bool onlyUsed = false;      // of Csv: rows that belong to none of these (RowTracks) are left out
  // Of Csv alone: by their names (core/export/csv_columns.h), none: all; and the only rows that are written, an empty
  // text: all.
  std::vector<std::string> columns;
  RowQuery rows;
};
void writeExportRequest(const ExportRequest& request, WireWriter& out);
ExportRequest readExportRequest(WireReader& in);

class FileExport {
 public:
  virtual ~FileExport() = default;
  // Appends some of the file to `out`; false after the last.
  virtual bool step(std::string& out) = 0;
  virtual double progress() const = 0;  // 0 to 1
};

// The reader has just been opened; it, the files and the filter outlive the export. It is not for Csv and Folded.
// Null where the request makes no sense.
std::unique_ptr<FileExport> makeFileExport(const ExportRequest& request, TraceReader& reader, const FileSet& files,
                                           const Filter* filter = nullptr);

}  // namespace tp
