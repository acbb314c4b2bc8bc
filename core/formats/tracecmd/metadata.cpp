#include "core/formats/tracecmd/metadata.h"

#include <algorithm>
#include <cstdlib>

#include "core/decode/origin.h"
#include "core/kernel/btf.h"

namespace tp::tracecmd {
namespace {

std::string trimmed(Bytes data) {
  std::string_view text = asText(data);
  text = text.substr(0, text.find('\0'));
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  return std::string(text);
}

// Returns lines as one, with commas between them, and blanks between columns.
std::string lineOf(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ',');
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

// Options store times as text, decimal or hexadecimal.
int64_t integer(Bytes data) {
  return std::strtoll(trimmed(data).c_str(), nullptr, 0);
}

// Returns the clock in brackets: "local" for "[local] global counter".
std::string selectedClock(const std::string& text) {
  size_t open = text.find('[');
  size_t close = text.find(']', open);
  return open != std::string::npos && close != std::string::npos ? text.substr(open + 1, close - open - 1) : text;
}

// Returns a number from a field's line, such as "field: local_t commit; offset:8; size:8;", where `what` is "size:"; 0
// if there is none.
uint32_t numberOfField(const std::string& headerPage, std::string_view field, std::string_view what) {
  size_t at = headerPage.find(field);
  size_t number = at == std::string::npos ? at : headerPage.find(what, at);
  if (number == std::string::npos) return 0;
  return static_cast<uint32_t>(std::strtoul(headerPage.c_str() + number + what.size(), nullptr, 10));
}

constexpr std::string_view kFormat = "name: ";

// Fails if the text is no description: its size, or the one before it, is damaged.
void readFormat(FileCursor& in, const std::string& system, TraceFile& file) {
  std::string text = in.text(in.u64());
  if (!text.starts_with(kFormat)) return in.fail();
  file.formats.emplace_back(system, std::move(text));
}

bool isWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

// Returns where the next description begins, by its first two lines; the end if there is none.
size_t nextFormat(std::string_view all, size_t from) {
  // Names of events are shorter than that.
  constexpr size_t kMaxLine = 256;
  for (size_t at = all.find(kFormat, from); at != std::string_view::npos; at = all.find(kFormat, at + 1)) {
    const size_t line = all.substr(at, kMaxLine).find('\n');
    if (line != std::string_view::npos && all.substr(at + line + 1, 3) == "ID:") return at;
  }
  return all.size();
}

}  // namespace

void readHeaderInfo(FileCursor& in, TraceFile& file) {
  if (in.cString(32) != "header_page") return in.seek(~uint64_t{0});
  file.headerPage = in.text(in.u64());
  // The size of the field commit is that of the kernel's long.
  uint32_t size = numberOfField(file.headerPage, " commit;", "size:");
  if (size == 4 || size == 8) file.kernelLongSize = size;
  in.cString(32);
  in.skip(in.u64());
}

uint64_t ringPageSize(const std::string& headerPage) {
  return uint64_t{numberOfField(headerPage, " data;", "offset:")} + numberOfField(headerPage, " data;", "size:");
}

void readFtraceFormats(FileCursor& in, TraceFile& file) {
  for (uint32_t left = in.u32(); left > 0 && !in.failed(); --left) readFormat(in, "ftrace", file);
}

void readEventFormats(FileCursor& in, TraceFile& file) {
  for (uint32_t systems = in.u32(); systems > 0 && !in.failed(); --systems) {
    std::string system = in.cString();
    for (uint32_t left = in.u32(); left > 0 && !in.failed(); --left) readFormat(in, system, file);
  }
}

void findFormats(Bytes data, const std::string& firstSystem, TraceFile& file) {
  constexpr size_t kSize = sizeof(uint64_t), kCount = sizeof(uint32_t);
  constexpr size_t kMaxName = 64;
  const std::string_view all = asText(data);
  std::string system = firstSystem;
  for (size_t at = nextFormat(all, 0); at < all.size();) {
    // Before the first description of a system are the system's name and the number of its events.
    size_t nameEnd = at >= kSize + kCount + 1 ? at - kSize - kCount - 1 : 0;
    size_t nameAt = nameEnd;
    while (nameAt > 0 && nameEnd - nameAt < kMaxName && isWord(all[nameAt - 1])) --nameAt;
    if (nameEnd > nameAt && all[nameEnd] == '\0') system = all.substr(nameAt, nameEnd - nameAt);
    const size_t next = nextFormat(all, at + 1);
    // The next description's size, or the head of the next system, lies before it. They contain bytes that text does
    // not have.
    std::string_view text = all.substr(at, next - at);
    text = text.substr(0, text.find('\0'));
    const size_t lastLine = text.rfind('\n');
    if (next < all.size() && lastLine != std::string_view::npos) text = text.substr(0, lastLine + 1);
    file.formats.emplace_back(system, text);
    at = next;
  }
}

void readKallsyms(FileCursor& in, TraceFile& file) {
  file.kallsyms = in.text(in.u32());
}

void readPrintk(FileCursor& in, TraceFile& file) {
  file.printk = in.text(in.u32());
}

void readCommandLines(FileCursor& in, TraceFile& file) {
  file.commandLines = in.text(in.u64());
}

// The sections of 2025 have their size in front, like others, or only that in the section's header.
void readBtf(FileCursor& in, TraceFile& file) {
  const uint64_t begin = in.offset();
  std::vector<std::byte> all = in.bytes(in.remaining());
  if (kernel::isBtf(all)) {
    file.btf = std::move(all);
    return;
  }
  in.seek(begin);
  file.btf = in.bytes(in.u64());
}

void readModules(FileCursor& in, TraceFile& file) {
  const uint64_t begin = in.offset();
  const uint64_t size = in.u64();
  if (!in.failed() && size == in.remaining()) {
    file.modules = in.text(size);
    return;
  }
  in.seek(begin);
  file.modules = in.text(in.remaining());
}

void takeLatencyText(std::string text, TraceFile& file) {
  text.resize(std::min(text.size(), text.find('\0')));
  file.metadata.emplace_back("latency trace", std::move(text));
}

void takeOption(uint16_t id, Bytes data, TraceFile& file) {
  Cursor cursor(data, file.endian);
  switch (id) {
    case kDate:
      // Unsigned arithmetic, which wraps: the numbers are claims of the file.
      file.timeOffset =
          static_cast<int64_t>(static_cast<uint64_t>(file.timeOffset) + static_cast<uint64_t>(integer(data)) * 1000);
      file.dateOffset = static_cast<int64_t>(static_cast<uint64_t>(integer(data)) * 1000);
      file.metadata.emplace_back("date offset", trimmed(data));
      break;
    case kOffset:
      file.timeOffset =
          static_cast<int64_t>(static_cast<uint64_t>(file.timeOffset) + static_cast<uint64_t>(integer(data)));
      file.metadata.emplace_back("time offset", trimmed(data));
      break;
    case kTraceClock:
      file.traceClock = selectedClock(trimmed(data));
      break;
    case kUname:
      file.metadata.emplace_back("uname", trimmed(data));
      break;
    case kVersion:
      file.metadata.emplace_back("trace-cmd", trimmed(data));
      break;
    case kCpuStat:
      if (const std::optional<Time> origin = readOrigin(asText(data)))
        file.origin = origin;
      else
        file.metadata.emplace_back("statistics", lineOf(trimmed(data)));
      break;
    case kCpuCount:
      if (data.size() == 4) file.cpuCount = cursor.u32();
      break;
    case kProcMaps:
      file.processMaps.emplace_back(asText(data));
      break;
    case kTraceId:
      file.traceId = cursor.u64();
      break;
    case kTimeShift:
      file.sync.read(data, file.endian);
      break;
    case kGuest: {
      Guest guest;
      guest.name = cursor.cString();
      guest.traceId = cursor.u64();
      if (!cursor.failed()) file.guests.push_back(std::move(guest));
      break;
    }
    case kTsc2Nsec:
      file.tscMult = cursor.u32();
      file.tscShift = cursor.u32();
      file.hasTsc = !cursor.failed() && file.tscShift < 64;
      break;
    case kLastBoot: {
      // "INSTANCE:CONTENTS"
      const std::string text = trimmed(data);
      const size_t colon = text.find(':');
      if (colon == std::string::npos) break;
      file.lastBoots.push_back({text.substr(0, colon), text.substr(colon + 1)});
      file.metadata.emplace_back("last boot", lineOf(text));
      break;
    }
    case kHook:
    case kSectionNames:
      break;
    default:
      file.unknownOptions.insert(id);
      break;
  }
}

}  // namespace tp::tracecmd
