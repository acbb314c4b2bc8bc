// The pieces of metadata that both versions of the container have, in the same form.
#pragma once

#include "core/formats/tracecmd/file_cursor.h"
#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

enum OptionId : uint16_t {
  kDone = 0,
  kDate = 1,
  kCpuStat = 2,
  kBuffer = 3,
  kTraceClock = 4,
  kUname = 5,
  kOffset = 7,
  kCpuCount = 8,
  kVersion = 9,
  kProcMaps = 10,
  kTraceId = 11,
  kTimeShift = 12,
  kGuest = 13,
  kTsc2Nsec = 14,
  kHeaderInfo = 16,
  kFtraceEvents = 17,
  kEventFormats = 18,
  kKallsyms = 19,
  kPrintk = 20,
  kCommandLines = 21,
  kBufferText = 22,
};

// Each reads from the cursor's place on and leaves it behind what it read; failed() says that it was cut.
void readHeaderInfo(FileCursor& in, TraceFile& file);
void readFtraceFormats(FileCursor& in, TraceFile& file);
void readEventFormats(FileCursor& in, TraceFile& file);
// Instead of these two, where a size in `data` is damaged: the descriptions of events by how they begin. Those before
// the first name of a system are of `firstSystem`.
void findFormats(Bytes data, const std::string& firstSystem, TraceFile& file);
void readKallsyms(FileCursor& in, TraceFile& file);
void readPrintk(FileCursor& in, TraceFile& file);
void readCommandLines(FileCursor& in, TraceFile& file);

// Of the pages of the ring buffer, by what describes their header; 0 where that says nothing.
uint64_t ringPageSize(const std::string& headerPage);

// What a latency tracer has to say is text, not events.
inline constexpr uint64_t kMaxLatencyText = uint64_t{1} << 20;
void takeLatencyText(std::string text, TraceFile& file);

// Options that only hold a value. `data`: without id and size.
void takeOption(uint16_t id, Bytes data, TraceFile& file);

}  // namespace tp::tracecmd
