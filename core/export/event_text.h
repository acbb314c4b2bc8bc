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

// Appends `text` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD, so that the result is always
// JSON.
void appendJsonString(std::string& out, std::string_view text);

// `text` with U+FFFD for what is not UTF-8.
std::string validUtf8(std::string_view text);

}  // namespace tp
