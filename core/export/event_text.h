// Event rows as text lines, JSON lines or CSV: in each, what can't be seen is spelled out (core/text/visible_text.h).
#pragma once

#include <string>
#include <string_view>

#include "core/decode/event_row.h"
#include "core/export/csv_columns.h"
#include "core/trace/trace_info.h"

namespace tp {

enum class EventFormat { Text, Csv, Jsonl };

// Appends one line, newline included. The keys that do not apply are left out.
void appendEventJson(std::string& out, const EventRow& row);

// Many lines one after the other, the names of a CSV file's columns before them, in room that is kept: nothing is
// cleared for what will be overwritten.
class EventLines {
 public:
  // `columns`: of Csv.
  EventLines(EventFormat format, const ClockInfo& clock, CsvColumns columns);

  // `duration`: as CsvColumns::append() has it.
  void add(const EventRow& row, Time duration = RowLasted::kUnknown);
  // Whether add() wants to know it.
  bool usesDuration() const { return format_ == EventFormat::Csv && columns_.usesDuration(); }
  // What was added since it was last dropped; valid until the next add().
  std::string_view text() const { return {room_.data(), used_}; }
  void drop() { used_ = 0; }

 private:
  EventFormat format_;
  ClockInfo clock_;
  CsvColumns columns_;
  std::string room_;
  size_t used_ = 0;
};

// Appends `text` as a JSON string with its quotes; what can't be seen as JSON's own \uHHHH. Bytes that are not UTF-8
// become U+FFFD, so that the result is always JSON.
void appendJsonString(std::string& out, std::string_view text);

// `text` with U+FFFD for what is not UTF-8.
std::string validUtf8(std::string_view text);

}  // namespace tp
