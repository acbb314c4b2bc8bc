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
  // `lasted` is of what the record ends.
  void append(std::string& out, const EventRow& row, const RowLasted& lasted = {});
  // Returns whether append() needs `lasted`.
  bool usesDuration() const;
  // Returns the names of the columns that append() had no value for in any row, if it was called.
  std::vector<std::string> empty() const;

 private:
  struct Column {
    RowField known = RowField::None;
    std::string name;   // as in the header
    std::string field;  // name of the format's field that it shows
    bool wordsFirst = false;
    bool orOwn = true;  // shows the format's field if the row itself has no value
    bool had = false;   // a row had a value
  };
  static void appendOwn(std::string& out, const EventRow& row, const Column& column);
  static void appendCell(std::string& out, const EventRow& row, const Column& column, const RowLasted& lasted,
                         std::string& room);

  std::vector<Column> columns_;
  bool asked_ = false;  // append() was called
};

}  // namespace tp
