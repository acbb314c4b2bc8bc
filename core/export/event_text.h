// Writes event rows as text lines, JSON lines or CSV. Characters that can't be seen are spelled out
// (core/text/visible_text.h).
#pragma once

#include <string>
#include <string_view>

#include "core/decode/event_row.h"
#include "core/export/csv_columns.h"
#include "core/text/json_writer.h"
#include "core/trace/trace_info.h"

namespace tp {

enum class EventFormat { Text, Csv, Jsonl };

// Writes the members of the row's object. Keys that do not apply are left out.
void writeEvent(JsonWriter& json, const EventRow& row);
// Appends the object as one line with its newline.
void appendEventJson(std::string& out, const EventRow& row);

// Collects lines one after the other; those of CSV begin with the names of the columns. The buffer is kept and not
// cleared, since it will be overwritten.
class EventLines {
 public:
  // `columns` is for Csv only.
  EventLines(EventFormat format, const ClockInfo& clock, CsvColumns columns);

  // `lasted` is as for CsvColumns::append().
  void add(const EventRow& row, const RowLasted& lasted = {});
  // Returns whether add() needs `lasted`.
  bool usesDuration() const { return format_ == EventFormat::Csv && columns_.usesDuration(); }
  // CsvColumns::empty().
  std::vector<std::string> emptyColumns() const { return columns_.empty(); }
  // Returns what was added since the last drop(); valid until the next add().
  std::string_view text() const { return {room_.data(), used_}; }
  void drop() { used_ = 0; }

 private:
  EventFormat format_;
  ClockInfo clock_;
  CsvColumns columns_;
  std::string room_;
  size_t used_ = 0;
};

}  // namespace tp
