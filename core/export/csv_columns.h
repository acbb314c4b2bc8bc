// The columns of a CSV file of events: what every record may have, and fields of the format's own by their names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/filter.h"
#include "core/decode/row_fields.h"

namespace tp {

class CsvColumns {
 public:
  // Those of RowFieldInfo::kCsv; `joined`: of several traces on one axis, and so which of them a record is of.
  static CsvColumns all(bool joined);
  // Those of these names, in this order: of rows (core/decode/row_fields.h), or of the record's own fields. `args.NAME`
  // is always a field of its own, and `text.NAME` is that as the record's text tells it where it does.
  explicit CsvColumns(const std::vector<std::string>& names);

  // The line that names them, and that of a record; newlines included.
  void appendHeader(std::string& out) const;
  // `duration`: of what the record ends; RowLasted::kUnknown: nothing, or not known.
  void append(std::string& out, const EventRow& row, Time duration = RowLasted::kUnknown) const;
  // Whether append() wants to know the duration.
  bool usesDuration() const;

 private:
  struct Column {
    RowField known = RowField::None;
    std::string name;   // as the header has it
    std::string field;  // of the format: whose value it shows
    bool wordsFirst = false;
    bool orOwn = true;  // where the row itself has nothing, the format's
  };
  static void appendOwn(std::string& out, const EventRow& row, const Column& column);
  static void appendCell(std::string& out, const EventRow& row, const Column& column, Time duration);

  std::vector<Column> columns_;
};

}  // namespace tp
