#include "core/formats/ftrace/graph_line.h"

#include <algorithm>

#include "core/formats/ftrace/line_parts.h"

namespace tp::ftrace {
namespace {

constexpr auto npos = std::string_view::npos;

struct Prefix {
  bool cpu = false, time = false, task = false;
};

// Reads "7160.517975 |  " or, of a tracer of latencies, "12 us |  ".
bool takeTimeColumn(std::string_view& text, Line& out) {
  std::string_view rest = text;
  uint64_t whole = 0;
  if (takeSeconds(rest, out) && out.hasPoint && startsWith(rest, " |")) {
    text = rest.substr(2);
    return true;
  }
  rest = text;
  constexpr std::string_view kUnit = " us |";
  if (!takeNumber(rest, whole) || !startsWith(rest, kUnit)) return false;
  setMicroseconds(whole, out);
  text = rest.substr(kUnit.size());
  return true;
}

// Reads what stands in front of the duration.
Prefix takePrefix(std::string_view& text, Line& out) {
  Prefix prefix;
  skipSpaces(text);
  prefix.time = takeTimeColumn(text, out);
  skipSpaces(text);
  uint64_t cpu = 0;
  std::string_view rest = text;
  if (!takeNumber(rest, cpu) || cpu > INT32_MAX || !startsWith(rest, ") ")) return prefix;
  out.cpu = static_cast<uint32_t>(cpu);
  out.hasFlags = false;
  out.flags = out.preemptCount = 0;
  prefix.cpu = true;
  text = rest.substr(1);
  const size_t bar = text.substr(0, kHead).find('|');
  if (bar == npos || !readTask(text.substr(0, bar), npos, out)) return prefix;
  prefix.task = true;
  text.remove_prefix(bar + 1);
  // The option latency-format adds the flags.
  rest = text;
  skipSpaces(rest);
  for (size_t columns : {kFlagColumns, kLeastFlagColumns}) {
    if (!startsWith(rest.substr(std::min(columns, rest.size())), " |") || !flagsIn(rest, columns, out)) continue;
    text = rest.substr(columns + 2);
    break;
  }
  return prefix;
}

// Returns what is called, of "  1.234 us    |  schedule();"; empty if there is no such column.
std::string_view behindDuration(std::string_view text) {
  const size_t bar = text.substr(0, kHead).find('|');
  if (bar == npos) return {};
  const std::string_view took = trimmed(text.substr(0, bar));
  if (!took.empty() && (took.size() < 2 || took.substr(took.size() - 2) != "us")) return {};
  return trimmed(text.substr(bar + 1));
}

}  // namespace

GraphLack graphLack(std::string_view line) {
  Line out;
  const Prefix prefix = takePrefix(line, out);
  if (!prefix.cpu || behindDuration(line).empty()) return GraphLack::NotOfTracer;
  if (!prefix.time) return GraphLack::Time;
  return prefix.task ? GraphLack::Nothing : GraphLack::Task;
}

bool isGraphMark(std::string_view line) {
  line = trimmed(line);
  constexpr size_t kLeastRule = 20;
  if (line.size() >= kLeastRule && line.find_first_not_of('-') == npos) return true;
  Line out;
  if (!takePrefix(line, out).cpu) return false;
  const size_t arrow = line.find("=>");
  if (arrow == npos) return line.find("<==========") != npos;
  if (line.find("==========>") != npos) return true;
  return readTask(line.substr(0, arrow), npos, out) && readTask(line.substr(arrow + 2), npos, out);
}

bool readGraphLine(std::string_view line, Line& out) {
  const Prefix prefix = takePrefix(line, out);
  if (!prefix.time || !prefix.task) return false;
  const std::string_view call = behindDuration(line);
  if (call.empty() || call.find("=====") == 0 || call.find("<====") == 0) return false;
  constexpr std::string_view kComment = "/* ", kEnd = " */";
  if (startsWith(call, kComment)) {
    std::string_view inside = call.substr(kComment.size());
    const bool closed = inside.size() >= kEnd.size() && inside.substr(inside.size() - kEnd.size()) == kEnd;
    if (closed) inside.remove_suffix(kEnd.size());
    readEvent(inside, out);
    out.closed = closed;
    // Of what programs write, the text alone is printed.
    if (out.name == "text") out.name = "print";
    return true;
  }
  const bool ends = call[0] == '}';
  if (!ends && call.find('(') == npos) return false;
  out.prefix = {};
  out.name = ends ? "funcgraph_exit" : "funcgraph_entry";
  out.args = line;
  out.closed = true;
  return true;
}

}  // namespace tp::ftrace
