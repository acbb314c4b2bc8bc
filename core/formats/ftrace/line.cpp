#include "core/formats/ftrace/line.h"

#include <algorithm>
#include <charconv>

#include "core/formats/ftrace/graph_line.h"
#include "core/formats/ftrace/line_parts.h"
#include "core/trace/latency_flags.h"

namespace tp::ftrace {
namespace {

// Reads "CPU:0 [LOST 12 EVENTS]", "CPU:0 [12 EVENTS DROPPED]" and "CPU:0 [EVENTS DROPPED]".
bool readLost(std::string_view line, ParsedLine& out) {
  const size_t at = line.find("CPU:");
  if (at == std::string_view::npos || line.find("EVENTS", at) == std::string_view::npos) return false;
  std::string_view before = trimmed(line.substr(0, at));
  std::string_view rest = line.substr(at + 4);
  uint64_t cpu = 0, count = 0;
  if (!takeNumber(rest, cpu) || cpu > INT32_MAX || !startsWith(rest, " [")) return false;
  rest.remove_prefix(2);
  if (startsWith(rest, "LOST")) rest.remove_prefix(4);
  skipSpaces(rest);
  out.lost = takeNumber(rest, count) ? static_cast<int64_t>(std::min<uint64_t>(count, INT64_MAX)) : -1;
  skipSpaces(rest);
  if (!startsWith(rest, "EVENTS")) return false;
  if (!before.empty() && before.back() != ':') return false;
  if (!before.empty()) before.remove_suffix(1);
  out.event.buffer = before;
  out.event.cpu = static_cast<uint32_t>(cpu);
  return true;
}

// Of an event that is not wanted, nothing more is read.
void readWanted(std::string_view text, Line& out, const uint32_t* only) {
  if (only == nullptr || out.cpu == *only) readEvent(text, out);
}

// Whether a text ends with a thread's id, "-123".
bool endsTask(std::string_view text) {
  size_t at = text.size();
  while (at > 0 && text[at - 1] == ' ') --at;
  const size_t end = at;
  while (at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9') --at;
  return at < end && at > 0 && text[at - 1] == '-';
}

// The usual form: the CPU stands in brackets behind the task.
bool readUsual(std::string_view line, Line& out, const uint32_t* only) {
  for (size_t at = line.find('['); at < kHead; at = line.find('[', at + 1)) {
    std::string_view rest = line.substr(at + 1);
    uint64_t cpu = 0;
    if (!takeNumber(rest, cpu) || !startsWith(rest, "] ") || cpu > INT32_MAX) continue;
    rest.remove_prefix(2);
    if (at == 0 || (line[at - 1] != ' ' && line[at - 1] != '\t')) continue;
    const bool other = only != nullptr && cpu != *only && endsTask(line.substr(0, at));
    if (!other && !readTask(line.substr(0, at), kCommColumns, out)) continue;
    if (!takeFlagsAndTime(rest, out)) continue;
    out.cpu = static_cast<uint32_t>(cpu);
    readWanted(rest, out, only);
    return true;
  }
  return false;
}

// The latency format: behind the task, the CPU and the flags stand in one word.
bool readLatency(std::string_view line, Line& out, const uint32_t* only) {
  constexpr size_t kShortCommColumns = 8;
  for (size_t at = line.find('-'); at < kHead; at = line.find('-', at + 1)) {
    std::string_view rest = line.substr(at + 1);
    uint64_t number = 0;
    if (!takeNumber(rest, number) || !startsWith(rest, " ")) continue;
    const std::string_view task = line.substr(0, line.size() - rest.size());
    skipSpaces(rest);
    if (!takeNumber(rest, number) || number > INT32_MAX || !flagsIn(rest, kLeastFlagColumns, out)) continue;
    if (!readTask(task, kShortCommColumns, out) || !takeFlagsAndTime(rest, out)) continue;
    out.cpu = static_cast<uint32_t>(number);
    readWanted(rest, out, only);
    return true;
  }
  return false;
}

// Takes the last word from a text.
std::string_view takeLastWord(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(text.find_last_of(' ') + 1);
  text.remove_suffix(word.size());
  return word;
}

bool isHex(std::string_view word, size_t leastDigits, uint64_t& out) {
  if (word.size() < leastDigits) return false;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out, 16);
  return error == std::errc() && end == word.data() + word.size();
}

bool isDecimal(std::string_view word, uint64_t& out) {
  return takeNumber(word, out) && word.empty();
}

// The latency format with the option verbose: the command, its id, the CPU, the flags, how often preemption is
// disabled, the number of the event, the time in brackets, and the time and the pause before it once more: "bash 25125
// 0 1 00000002 0000001a [48c9d2566] 19538978.150ms (+1.161ms): ". In brackets are microseconds or, of a clock that
// counts something else, counts.
bool readVerbose(std::string_view line, Line& out, const uint32_t* only) {
  constexpr size_t kLeastDigits = 8;
  constexpr unsigned kFlags = kIrqsOff | kNeedResched | kInHardirq | kInSoftirq | kInNmi;
  for (size_t at = line.find(" ["); at < kHead; at = line.find(" [", at + 1)) {
    std::string_view before = line.substr(0, at), rest = line.substr(at + 2);
    const size_t close = rest.find("] "), colon = rest.find("): ");
    if (close == std::string_view::npos || colon == std::string_view::npos || colon < close) continue;
    const std::string_view shown = trimmed(rest.substr(close + 1, colon - close));
    const size_t pause = shown.find(" (+");
    if (pause == std::string_view::npos) continue;
    uint64_t time = 0, number = 0, depth = 0, flags = 0, cpu = 0, tid = 0;
    if (!isHex(rest.substr(0, close), kLeastDigits, time) || !isHex(takeLastWord(before), kLeastDigits, number) ||
        !isHex(takeLastWord(before), kLeastDigits, depth) || !isDecimal(takeLastWord(before), flags) ||
        !isDecimal(takeLastWord(before), cpu) || !isDecimal(takeLastWord(before), tid))
      continue;
    if (tid > INT32_MAX || cpu > INT32_MAX) continue;
    out.buffer = {};
    out.comm = trimmed(before);
    out.tid = static_cast<int64_t>(tid);
    out.tgid = -1;
    out.cpu = static_cast<uint32_t>(cpu);
    out.hasFlags = true;
    out.flags = static_cast<uint8_t>(flags & kFlags);
    out.preemptCount = static_cast<uint8_t>(depth & UINT8_MAX);
    if (shown.substr(0, pause).find("ms") != std::string_view::npos) {
      setMicroseconds(time, out);
    } else {
      out.hasPoint = false;
      out.digits = 0;
      out.time = clampTime(static_cast<int64_t>(std::min<uint64_t>(time, INT64_MAX)));
    }
    readWanted(rest.substr(colon + 2), out, only);
    return true;
  }
  return false;
}

}  // namespace

bool takeNumber(std::string_view& text, uint64_t& out) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  out = value;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

void parseLine(std::string_view line, ParsedLine& out, const uint32_t* only) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  std::string_view text = line;
  skipSpaces(text);
  if (text.empty() || text[0] == '#') {
    out.kind = LineKind::Comment;
    return;
  }
  if (startsWith(text, "=>")) {
    out.kind = LineKind::Frame;
    return;
  }
  out.kind = LineKind::Other;
  Line& event = out.event;
  if (readUsual(line, event, only) || readLatency(line, event, only) || readVerbose(line, event, only) ||
      readGraphLine(line, event)) {
    out.kind = LineKind::Event;
  } else if (readLost(line.substr(0, kHead), out)) {
    out.kind = LineKind::Lost;
  } else if (isGraphMark(line)) {
    out.kind = LineKind::Mark;
  }
}

uint32_t cpuCountIn(std::string_view line) {
  for (std::string_view before : {"cpus=", "#P:"}) {
    const size_t at = line.find(before);
    if (at == std::string_view::npos || (at > 0 && before == "cpus=")) continue;
    std::string_view rest = line.substr(at + before.size());
    uint64_t count = 0;
    if (takeNumber(rest, count)) return static_cast<uint32_t>(std::min<uint64_t>(count, INT32_MAX));
  }
  return 0;
}

}  // namespace tp::ftrace
