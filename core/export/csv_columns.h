// The columns of a CSV file of events: those that every record may have, and fields of the format's own by their names.
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
  // Returns the columns of RowFieldInfo::kCsv and, if `joined`, of kCsvOfJoined: which of several traces a record is
  // of.
  static CsvColumns all(bool joined);
  // The columns of these names, in this order: of rows (core/decode/row_fields.h), or of the format's own fields.
  // `args.NAME` is always a field of the format. `text.NAME` is the same, but prefers the value in the record's text.
  explicit CsvColumns(const std::vector<std::string>& names);

  // Both append one line with its newline: the names of the columns, and the cells of a record.
  void appendHeader(std::string& out) const;
  // `duration` is that of what the record ends, in clock units; RowLasted::kUnknown: nothing, or not known.
  void append(std::string& out, const EventRow& row, Time duration = RowLasted::kUnknown) const;
  // Returns whether append() needs the duration.
  bool usesDuration() const;

 private:
  struct Column {
    RowField known = RowField::None;
    std::string name;   // as in the header
    std::string field;  // name of the format's field that it shows
    bool wordsFirst = false;
    bool orOwn = true;  // shows the format's field if the row itself has no value
  };
  static void appendOwn(std::string& out, const EventRow& row, const Column& column);
  static void appendCell(std::string& out, const EventRow& row, const Column& column, Time duration, std::string& room);

  std::vector<Column> columns_;
};

}  // namespace tp
