// Reads the parts of the metadata that both versions of the container store in the same form.
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
  kHook = 6,
  kOffset = 7,
  kCpuCount = 8,
  kVersion = 9,
  kProcMaps = 10,
  kTraceId = 11,
  kTimeShift = 12,
  kGuest = 13,
  kTsc2Nsec = 14,
  kSectionNames = 15,
  kHeaderInfo = 16,
  kFtraceEvents = 17,
  kEventFormats = 18,
  kKallsyms = 19,
  kPrintk = 20,
  kCommandLines = 21,
  kBufferText = 22,
  kBtf = 23,
  kLastBoot = 24,
  kModules = 25,
};

// Returns whether a section of this id holds metadata. The option of the same id says where the section lies.
inline bool isMetadata(uint16_t id) {
  return (id >= kHeaderInfo && id <= kCommandLines) || id == kBtf || id == kModules;
}

// Each of these reads from the cursor's offset and leaves the cursor behind what it read. in.failed() tells that the
// data are cut or damaged.
void readHeaderInfo(FileCursor& in, TraceFile& file);
void readFtraceFormats(FileCursor& in, TraceFile& file);
void readEventFormats(FileCursor& in, TraceFile& file);
// Replaces readFtraceFormats() and readEventFormats() if a size in `data` is damaged: finds the descriptions of events
// by their first lines. Those before the first name of a system are taken to belong to `firstSystem`.
void findFormats(Bytes data, const std::string& firstSystem, TraceFile& file);
void readKallsyms(FileCursor& in, TraceFile& file);
void readPrintk(FileCursor& in, TraceFile& file);
void readCommandLines(FileCursor& in, TraceFile& file);
void readBtf(FileCursor& in, TraceFile& file);
void readModules(FileCursor& in, TraceFile& file);

// Returns the size of a page of the ring buffer in bytes, from the text of header_page; 0 if the text does not say.
uint64_t ringPageSize(const std::string& headerPage);

// A latency tracer leaves text instead of events, of which at most kMaxLatencyText bytes are read. takeLatencyText()
// adds it to the metadata.
inline constexpr uint64_t kMaxLatencyText = uint64_t{1} << 20;
void takeLatencyText(std::string text, TraceFile& file);

// Takes an option that holds just a value, or notes that its id is not known. `data` is the option without its id and
// size.
void takeOption(uint16_t id, Bytes data, TraceFile& file);

}  // namespace tp::tracecmd
