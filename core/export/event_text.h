// Event rows as text lines, JSON lines or CSV.
#pragma once

#include <string>
#include <string_view>

#include "core/index/event_row.h"
#include "core/trace/trace_info.h"

namespace tp {

enum class EventFormat { Text, Csv, Jsonl };

// The line that names the columns, for Csv; empty for the others.
// `joined`: of several traces on one axis, each event says of which it is.
std::string_view eventHeader(EventFormat format, bool joined);

// Appends one line, newline included. In JSON the keys that do not apply are left out.
void appendEvent(std::string& out, const EventRow& row, EventFormat format, const ClockInfo& clock);

// Many lines one after the other, header included, in room that is kept: nothing is cleared for what will be
// overwritten.
class EventLines {
 public:
  EventLines(EventFormat format, bool joined, const ClockInfo& clock)
      : format_(format), clock_(clock), room_(eventHeader(format, joined)), used_(room_.size()) {}

  void add(const EventRow& row);
  // What was added since it was last dropped; valid until the next add().
  std::string_view text() const { return {room_.data(), used_}; }
  void drop() { used_ = 0; }

 private:
  EventFormat format_;
  ClockInfo clock_;
  std::string room_;
  size_t used_;
};

// Appends `text` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD, so that the result is always
// JSON.
void appendJsonString(std::string& out, std::string_view text);

// `text` with U+FFFD for what is not UTF-8.
std::string validUtf8(std::string_view text);

}  // namespace tp
