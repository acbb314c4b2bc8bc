// The lines of ftrace's text: what `trace` and `trace_pipe` of tracefs show, also with the options latency-format and
// verbose, and what `trace-cmd report` prints. Sources: kernel/trace/trace_output.c and trace.c of the kernel
// (print_trace_fmt(), trace_print_context() and trace_print_lat_context()), and the output of trace-cmd 3.1 and 3.3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/trace/trace_info.h"

namespace tp::ftrace {

// An event of a line. Views into the line.
struct Line {
  std::string_view buffer;  // the instance; empty for the top one
  std::string_view comm;
  int64_t tid = 0;
  int64_t tgid = -1;  // negative: not told
  uint32_t cpu = 0;
  bool hasFlags = false;
  uint8_t flags = 0, preemptCount = 0;  // core/trace/latency_flags.h
  bool hasPoint = false;                // the time is in seconds or, in `us`, since the trace began; else a count
  uint32_t digits = 0;                  // of the time, behind the point
  Time time = 0;                        // in nanoseconds, or a count
  // The name of the event in its format is both together: "sys_enter_" and "read", for what is shown as "sys_read(".
  std::string_view prefix, name;
  std::string_view args;
  bool closed = false;  // no further lines go on with its text

  // `room` stores the name if it is not in the line.
  std::string_view fullName(std::string& room) const {
    if (prefix.empty()) return name;
    room = prefix;
    room += name;
    return room;
  }
};

enum class LineKind : uint8_t {
  Event,
  Lost,     // `cpu` and `buffer` are set, and `lost`
  Frame,    // a function of the stack of the event above
  Comment,  // or empty
  Mark,     // between lines of the tracer function_graph, unless it goes on with the text of the event above
  Other,    // goes on with the text of the event above, or is no line of a trace
};

struct ParsedLine {
  LineKind kind = LineKind::Other;
  Line event;
  int64_t lost = -1;  // the number of lost events; -1: unknown
};

// `line` has no line feed at its end. Of an event of another CPU than `only`, if that is given, nothing but the kind
// and the CPU is told.
void parseLine(std::string_view line, ParsedLine& out, const uint32_t* only = nullptr);

// Returns "cpus=2", "2" from a line that says how many CPUs there are; 0 if it says nothing of it.
uint32_t cpuCountIn(std::string_view line);

// Returns the text without spaces and tabs around it.
std::string_view trimmed(std::string_view text);

// Reads an unsigned decimal number from the front of `text`, which is shortened by it. Returns false, and changes
// nothing, if there is none or it has more than 64 bits.
bool takeNumber(std::string_view& text, uint64_t& out);

}  // namespace tp::ftrace
