#include "core/formats/ftrace/line.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "core/trace/latency_flags.h"

namespace tp::ftrace {
namespace {

constexpr size_t kFlagColumns = 5, kLeastFlagColumns = 4;
// A command is printed in this many columns, right-aligned (trace_print_context(); tep_print_event() as well).
constexpr size_t kCommColumns = 16;
constexpr size_t kShortCommColumns = 8;
// What a line has in front of its event is shorter.
constexpr size_t kHead = 512;
constexpr uint64_t kMostSeconds = static_cast<uint64_t>(std::numeric_limits<Time>::max()) / 1'000'000'000 - 1;
constexpr uint64_t kMostMicroseconds = kMostSeconds * 1'000'000;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isWord(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '-';
}

void skipSpaces(std::string_view& text) {
  const size_t at = text.find_first_not_of(" \t");
  text.remove_prefix(at == std::string_view::npos ? text.size() : at);
}

bool startsWith(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

// Returns the number that a column of the preemption depth stands for; -1 if it is no such column.
int depthIn(char c) {
  if (c == '.') return 0;
  if (isDigit(c)) return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Reads so many columns of flags (trace_print_lat_fmt()).
bool flagsIn(std::string_view text, size_t columns, Line& out) {
  if (text.size() < columns) return false;
  const auto is = [&](size_t at, std::string_view letters) { return letters.find(text[at]) != std::string_view::npos; };
  const int depth = depthIn(text[3]), migrate = columns > kLeastFlagColumns ? depthIn(text[4]) : 0;
  if (!is(0, ".dDbX") || !is(1, ".NnpBLlbg") || !is(2, ".hHsZz") || depth < 0 || migrate < 0) return false;
  unsigned flags = 0;
  if (is(0, "dD")) flags |= kIrqsOff;
  if (is(0, "X")) flags |= kIrqsNotTold;
  if (is(1, "NnBb")) flags |= kNeedResched;
  if (is(2, "hHZ")) flags |= kInHardirq;
  if (is(2, "sH")) flags |= kInSoftirq;
  if (is(2, "zZ")) flags |= kInNmi;
  out.flags = static_cast<uint8_t>(flags);
  out.preemptCount = static_cast<uint8_t>(depth | migrate << 4);
  out.hasFlags = true;
  return true;
}

// Reads "1995.331253433:", "5362201122032:" or, relative to the trace's beginning, "12us+:".
bool takeTime(std::string_view& text, Line& out) {
  std::string_view rest = text;
  skipSpaces(rest);
  uint64_t whole = 0;
  if (!takeNumber(rest, whole)) return false;
  out.hasPoint = false;
  out.digits = 0;
  if (!rest.empty() && rest[0] == '.') {
    rest.remove_prefix(1);
    const std::string_view fraction = rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
    constexpr size_t kNs = 9;
    if (fraction.empty() || fraction.size() > kNs) return false;
    uint64_t ns = 0;
    for (size_t i = 0; i < kNs; ++i)
      ns = ns * 10 + (i < fraction.size() ? static_cast<uint64_t>(fraction[i] - '0') : 0);
    rest.remove_prefix(fraction.size());
    out.hasPoint = true;
    out.digits = static_cast<uint32_t>(fraction.size());
    out.time = static_cast<Time>(std::min(whole, kMostSeconds) * 1'000'000'000 + ns);
  } else if (startsWith(rest, "us")) {
    constexpr uint32_t kMicroseconds = 6;
    rest.remove_prefix(2);
    // A mark says that the pause after it was long.
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '+' || rest[0] == '!' || rest[0] == '#' || rest[0] == '*' ||
                             rest[0] == '@' || rest[0] == '$'))
      rest.remove_prefix(1);
    out.hasPoint = true;
    out.digits = kMicroseconds;
    out.time = static_cast<Time>(std::min(whole, kMostMicroseconds) * 1000);
  } else {
    out.time = clampTime(static_cast<int64_t>(std::min<uint64_t>(whole, std::numeric_limits<Time>::max())));
  }
  if (rest.empty() || rest[0] != ':') return false;
  text = rest.substr(1);
  return true;
}

// Reads the flags, if there are any, and the time. The columns may follow one another without a space.
bool takeFlagsAndTime(std::string_view& text, Line& out) {
  std::string_view rest = text;
  skipSpaces(rest);
  for (size_t columns : {kFlagColumns, kLeastFlagColumns, size_t{0}}) {
    out.hasFlags = false;
    if (columns > 0 && !flagsIn(rest, columns, out)) continue;
    std::string_view behind = rest.substr(columns);
    if (!takeTime(behind, out)) continue;
    text = behind;
    return true;
  }
  return false;
}

// Reads "buffer: comm-123" or "comm-123  (  456)" from the whole of `text`.
bool readTask(std::string_view text, size_t columns, Line& out) {
  const auto dropSpaces = [&] {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  };
  dropSpaces();
  out.tgid = -1;
  if (!text.empty() && text.back() == ')') {
    const size_t open = text.rfind('(');
    if (open == std::string_view::npos) return false;
    std::string_view inside = trimmed(text.substr(open + 1, text.size() - open - 2));
    uint64_t tgid = 0;
    if (takeNumber(inside, tgid) && inside.empty())
      out.tgid = static_cast<int64_t>(std::min<uint64_t>(tgid, INT32_MAX));
    text = text.substr(0, open);
    dropSpaces();
  }
  size_t digits = text.size();
  while (digits > 0 && isDigit(text[digits - 1])) --digits;
  std::string_view number = text.substr(digits);
  uint64_t tid = 0;
  if (digits == 0 || text[digits - 1] != '-' || !takeNumber(number, tid) || tid > INT32_MAX) return false;
  out.tid = static_cast<int64_t>(tid);
  text = text.substr(0, digits - 1);
  out.buffer = {};
  // A command has at most 15 characters, so a colon that far in front of the id ends the name of an instance.
  const size_t colon = text.find(": ");
  if (colon != std::string_view::npos && text.size() - colon - 2 >= columns) {
    out.buffer = trimmed(text.substr(0, colon));
    text = text.substr(colon + 2);
  }
  out.comm = trimmed(text);
  return true;
}

// Reads the event's name and text, which may be in the form that the event's own code prints.
void readEvent(std::string_view text, Line& out) {
  skipSpaces(text);
  const std::string_view all = text;
  const size_t end =
      static_cast<size_t>(std::find_if_not(text.begin(), text.end(), [](char c) { return isWord(c); }) - text.begin());
  const std::string_view word = text.substr(0, end);
  std::string_view rest = text.substr(end);
  const auto set = [&](std::string_view name, std::string_view args, std::string_view prefix = {}) {
    out.prefix = prefix;
    out.name = name;
    out.args = args;
    skipSpaces(out.args);
  };
  if (startsWith(all, "<stack trace")) return set("kernel_stack", all);
  if (startsWith(all, "<user stack trace")) return set("user_stack", all);
  if (word.empty()) return set("text", all);
  if (startsWith(rest, ":") && (rest.size() == 1 || rest[1] == ' ' || rest[1] == '\t')) {
    if (word == "tracing_mark_write") return set("print", all);
    return set(word, rest.substr(1));
  }
  if (rest.find(" <-") == 0) return set("function", all);
  const bool call = startsWith(word, "sys_");
  if (call && startsWith(rest, " -> ")) return set(word.substr(4), rest.substr(4), "sys_exit_");
  if (call && startsWith(rest, "(")) {
    rest.remove_prefix(1);
    if (!rest.empty() && rest.back() == ')') rest.remove_suffix(1);
    return set(word.substr(4), rest, "sys_enter_");
  }
  set("text", all);
}

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

// The usual form: the CPU stands in brackets behind the task.
bool readUsual(std::string_view line, Line& out) {
  for (size_t at = line.find('['); at < kHead; at = line.find('[', at + 1)) {
    std::string_view rest = line.substr(at + 1);
    uint64_t cpu = 0;
    if (!takeNumber(rest, cpu) || !startsWith(rest, "] ") || cpu > INT32_MAX) continue;
    rest.remove_prefix(2);
    if (at == 0 || (line[at - 1] != ' ' && line[at - 1] != '\t')) continue;
    if (!readTask(line.substr(0, at), kCommColumns, out) || !takeFlagsAndTime(rest, out)) continue;
    out.cpu = static_cast<uint32_t>(cpu);
    readEvent(rest, out);
    return true;
  }
  return false;
}

// The latency format: behind the task, the CPU and the flags stand in one word.
bool readLatency(std::string_view line, Line& out) {
  for (size_t at = line.find('-'); at < kHead; at = line.find('-', at + 1)) {
    std::string_view rest = line.substr(at + 1);
    uint64_t number = 0;
    if (!takeNumber(rest, number) || !startsWith(rest, " ")) continue;
    const std::string_view task = line.substr(0, line.size() - rest.size());
    skipSpaces(rest);
    if (!takeNumber(rest, number) || number > INT32_MAX || !flagsIn(rest, kLeastFlagColumns, out)) continue;
    if (!readTask(task, kShortCommColumns, out) || !takeFlagsAndTime(rest, out)) continue;
    out.cpu = static_cast<uint32_t>(number);
    readEvent(rest, out);
    return true;
  }
  return false;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool takeNumber(std::string_view& text, uint64_t& out) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return false;
  out = value;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

void parseLine(std::string_view line, ParsedLine& out) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  const size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || line[first] == '#') {
    out.kind = LineKind::Comment;
    return;
  }
  if (line.substr(first, 2) == "=>") {
    out.kind = LineKind::Frame;
    return;
  }
  out.kind = LineKind::Other;
  if (readUsual(line, out.event) || readLatency(line, out.event)) {
    out.kind = LineKind::Event;
  } else if (readLost(line.substr(0, kHead), out)) {
    out.kind = LineKind::Lost;
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
