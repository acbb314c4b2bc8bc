// Exports a trace to a file for another tool, in any format, a part at a time. All front ends use it.
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
  std::string_view key;     // for scripts and the command line
  std::string_view title;   // for users
  std::string_view suffix;  // of a file's name
};
const ExportFormatInfo& formatInfo(ExportFormat format);
// Returns Count if no format has that key.
ExportFormat exportFormat(std::string_view key);

struct ExportRequest {
  ExportFormat format = ExportFormat::Count;
  Time from = 0;  // from > to: everything
  Time to = -1;
  Time begin = 0, end = 0;    // of the whole trace
  std::string title;          // name of what was opened
  std::vector<Track> tracks;  // all tracks, in the order of orderTracks()
  std::vector<bool> used;     // by track: whether it is written
  bool onlyUsed = false;      // for Csv: rows that belong to none of these (RowTracks) are left out
  // For Csv only: the columns by their names (core/export/csv_columns.h), none: all; and the rows that are written, an
  // empty text: all.
  std::vector<std::string> columns;
  RowQuery rows;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.format, ExportFormat::Count), self.from, self.to, self.begin, self.end, self.title, self.tracks);
    wire(self.used, self.onlyUsed, self.columns, self.rows);
  }
};

class FileExport {
 public:
  virtual ~FileExport() = default;
  // Appends a part of the file to `out`. Returns false after the last part.
  virtual bool step(std::string& out) = 0;
  virtual double progress() const = 0;  // 0 to 1
};

// `reader` must have just been opened; it, `files` and `filter` must outlive the export. `filter` is not used for Csv
// and Folded. Returns null if the request is invalid.
std::unique_ptr<FileExport> makeFileExport(const ExportRequest& request, TraceReader& reader, const FileSet& files,
                                           const Filter* filter = nullptr);

}  // namespace tp
