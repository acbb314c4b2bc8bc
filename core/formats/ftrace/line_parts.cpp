#include "core/formats/ftrace/line_parts.h"

#include <algorithm>
#include <limits>

#include "core/trace/latency_flags.h"

namespace tp::ftrace {
namespace {

constexpr uint64_t kMaxSeconds = static_cast<uint64_t>(std::numeric_limits<Time>::max()) / 1'000'000'000 - 1;
constexpr uint64_t kMaxMicroseconds = kMaxSeconds * 1'000'000;

bool isSpace(char c) {
  return c == ' ' || c == '\t';
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isWord(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '-';
}

// Returns the number that a column of the preemption depth stands for; -1 if it is no such column.
int depthIn(char c) {
  if (c == '.') return 0;
  if (isDigit(c)) return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Returns what the column tells of interrupts; -1 if it is no such column.
int irqsIn(char c) {
  switch (c) {
    case '.':
    case 'b':
      return 0;
    case 'd':
    case 'D':
      return kIrqsOff;
    case 'X':
      return kIrqsNotTold;
    default:
      return -1;
  }
}

// The same of a wanted reschedule.
int rescheduleIn(char c) {
  switch (c) {
    case '.':
    case 'p':
    case 'L':
    case 'l':
    case 'g':
      return 0;
    case 'N':
    case 'n':
    case 'B':
    case 'b':
      return kNeedResched;
    default:
      return -1;
  }
}

// The same of what the CPU is in.
int contextIn(char c) {
  switch (c) {
    case '.':
      return 0;
    case 'h':
      return kInHardirq;
    case 's':
      return kInSoftirq;
    case 'H':
      return kInHardirq | kInSoftirq;
    case 'z':
      return kInNmi;
    case 'Z':
      return kInNmi | kInHardirq;
    default:
      return -1;
  }
}

// Reads "1995.331253433:", "5362201122032:" or, relative to the trace's beginning, "12us+:".
bool takeTime(std::string_view& text, Line& out) {
  std::string_view rest = text;
  skipSpaces(rest);
  std::string_view relative = rest;
  uint64_t whole = 0;
  if (takeNumber(relative, whole) && startsWith(relative, "us")) {
    rest = relative.substr(2);
    // A mark says that the pause after it was long.
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '+' || rest[0] == '!' || rest[0] == '#' || rest[0] == '*' ||
                             rest[0] == '@' || rest[0] == '$'))
      rest.remove_prefix(1);
    setMicroseconds(whole, out);
  } else if (!takeSeconds(rest, out)) {
    return false;
  }
  if (rest.empty() || rest[0] != ':') return false;
  text = rest.substr(1);
  return true;
}

}  // namespace

void skipSpaces(std::string_view& text) {
  size_t at = 0;
  while (at < text.size() && isSpace(text[at])) ++at;
  text.remove_prefix(at);
}

std::string_view trimmed(std::string_view text) {
  skipSpaces(text);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

bool flagsIn(std::string_view text, size_t columns, Line& out) {
  if (text.size() < columns) return false;
  const int irqs = irqsIn(text[0]), reschedule = rescheduleIn(text[1]), context = contextIn(text[2]);
  const int depth = depthIn(text[3]), migrate = columns > kLeastFlagColumns ? depthIn(text[4]) : 0;
  if (irqs < 0 || reschedule < 0 || context < 0 || depth < 0 || migrate < 0) return false;
  out.flags = static_cast<uint8_t>(irqs | reschedule | context);
  out.preemptCount = static_cast<uint8_t>(depth | migrate << 4);
  out.hasFlags = true;
  return true;
}

bool takeSeconds(std::string_view& text, Line& out) {
  std::string_view rest = text;
  uint64_t whole = 0;
  if (!takeNumber(rest, whole)) return false;
  out.hasPoint = !rest.empty() && rest[0] == '.';
  out.digits = 0;
  if (!out.hasPoint) {
    out.time = clampTime(static_cast<int64_t>(std::min<uint64_t>(whole, std::numeric_limits<Time>::max())));
    text = rest;
    return true;
  }
  rest.remove_prefix(1);
  size_t digits = 0;
  while (digits < rest.size() && isDigit(rest[digits])) ++digits;
  constexpr size_t kNs = 9;
  if (digits == 0 || digits > kNs) return false;
  uint64_t ns = 0;
  for (size_t i = 0; i < kNs; ++i) ns = ns * 10 + (i < digits ? static_cast<uint64_t>(rest[i] - '0') : 0);
  out.digits = static_cast<uint32_t>(digits);
  out.time = static_cast<Time>(std::min(whole, kMaxSeconds) * 1'000'000'000 + ns);
  text = rest.substr(digits);
  return true;
}

void setMicroseconds(uint64_t whole, Line& out) {
  constexpr uint32_t kMicroseconds = 6;
  out.hasPoint = true;
  out.digits = kMicroseconds;
  out.time = static_cast<Time>(std::min(whole, kMaxMicroseconds) * 1000);
}

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

bool readTask(std::string_view text, size_t columns, Line& out) {
  const auto dropSpaces = [&] {
    while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
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

void readEvent(std::string_view text, Line& out) {
  out.closed = false;
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

}  // namespace tp::ftrace
