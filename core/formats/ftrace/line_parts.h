// What lines of ftrace's text are made of: tasks, flags, times and what an event prints. Each function reads from the
// front of a text, and views into it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/formats/ftrace/line.h"

namespace tp::ftrace {

// A command is printed in this many columns, right-aligned (trace_print_context(); tep_print_event() as well).
inline constexpr size_t kCommColumns = 16;
inline constexpr size_t kFlagColumns = 5, kLeastFlagColumns = 4;
// What a line has in front of its event is shorter.
inline constexpr size_t kHead = 512;

inline bool startsWith(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}
// Drops spaces and tabs from the front.
void skipSpaces(std::string_view& text);

// Reads so many columns of flags, "d.h3." (trace_print_lat_fmt()). Returns false if they are none.
bool flagsIn(std::string_view text, size_t columns, Line& out);

// Reads "1995.331253433" into nanoseconds, or "5362201122032" as a count. Returns false, and leaves `text` as it was,
// if it has no such number at its front.
bool takeSeconds(std::string_view& text, Line& out);
// Sets a time that is told in microseconds.
void setMicroseconds(uint64_t whole, Line& out);
// Reads the flags, if there are any, and the time with the colon behind it. The columns may follow one another without
// a space.
bool takeFlagsAndTime(std::string_view& text, Line& out);

// Reads "buffer: comm-123" or "comm-123  (  456)" from the whole of `text`. `columns` is how many a command has.
bool readTask(std::string_view text, size_t columns, Line& out);

// Reads the event's name and text, which may be in the form that the event's own code prints.
void readEvent(std::string_view text, Line& out);

}  // namespace tp::ftrace
