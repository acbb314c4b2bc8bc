#include "core/formats/ftrace/arguments.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <initializer_list>
#include <iterator>
#include <string>

#include "core/formats/ftrace/line.h"

namespace tp::ftrace {
namespace {

constexpr auto npos = std::string_view::npos;

bool isName(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

bool startsWith(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

bool endsWith(std::string_view text, std::string_view with) {
  return text.size() >= with.size() && text.substr(text.size() - with.size()) == with;
}

void add(std::vector<Argument>& out, std::string_view name, std::string_view value) {
  if (out.size() < kMaxArguments) out.push_back({name, value});
}

// Drops what stands between a value and the name of the next one, and quotes.
std::string_view bare(std::string_view value) {
  while (!value.empty() && std::string_view(" ,;[(\t\n").find(value.back()) != npos) value.remove_suffix(1);
  while (!value.empty() && (value.front() == ' ' || value.front() == '\t')) value.remove_prefix(1);
  if (endsWith(value, "==>")) value = bare(value.substr(0, value.size() - 3));
  if (endsWith(value, "]") && value.find('[') == npos) value.remove_suffix(1);
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
  return value;
}

// Reads names and values. A value ends where the next name begins, so it may hold spaces. `typed`: types may stand
// before the names, behind a comma.
void readPairs(std::string_view text, std::vector<Argument>& out, bool typed = false) {
  size_t nameAt = npos, nameSize = 0, valueAt = 0;
  const auto close = [&](size_t end) {
    if (nameAt == npos) return;
    std::string_view value = text.substr(valueAt, end - valueAt);
    if (typed && end < text.size()) value = value.substr(0, value.rfind(", "));
    add(out, text.substr(nameAt, nameSize), bare(value));
  };
  for (size_t at = text.find_first_of("=:"); at != npos; at = text.find_first_of("=:", at + 1)) {
    const bool equals = text[at] == '=';
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    if (equals ? next == '=' || next == '>' : next != ' ') continue;
    size_t begin = at;
    while (begin > valueAt && isName(text[begin - 1])) --begin;
    if (begin == at || (text[begin] >= '0' && text[begin] <= '9')) continue;
    if (begin > 0 && std::string_view(" ,([{\t\n").find(text[begin - 1]) == npos) continue;
    close(begin);
    nameAt = begin;
    nameSize = at - begin;
    valueAt = at + 1;
    if (out.size() >= kMaxArguments) return;
  }
  close(text.size());
}

// Reads the values of these names, which come in this order and may hold anything. Returns false, and adds nothing, if
// the first one is missing.
bool readOrdered(std::string_view text, std::initializer_list<std::string_view> names, std::vector<Argument>& out) {
  std::string_view name;
  size_t valueAt = 0;
  std::string wanted;
  for (std::string_view one : names) {
    wanted = name.empty() ? "" : " ";
    wanted += one;
    wanted += '=';
    const size_t at = text.find(wanted, valueAt);
    if (name.empty() && at != 0) return false;
    if (at == npos) continue;
    if (!name.empty()) add(out, name, bare(text.substr(valueAt, at - valueAt)));
    name = one;
    valueAt = at + wanted.size();
  }
  std::string_view last = text.substr(valueAt);
  add(out, name, bare(last.substr(0, last.find(' '))));
  return true;
}

// Reads "comm:123 [120]" into three values.
bool readTask(std::string_view text, std::string_view comm, std::string_view pid, std::string_view priority,
              std::vector<Argument>& out) {
  const size_t bracket = text.rfind(" [");
  const size_t end = bracket == npos ? npos : text.find(']', bracket);
  if (end == npos) return false;
  const std::string_view task = text.substr(0, bracket);
  const size_t colon = task.rfind(':');
  if (colon == npos) return false;
  add(out, comm, task.substr(0, colon));
  add(out, pid, task.substr(colon + 1));
  add(out, priority, text.substr(bracket + 2, end - bracket - 2));
  return true;
}

// Reads what the plugin prints: "comm:123 [120] R ==> comm:124 [120]".
bool readSwitch(std::string_view text, std::vector<Argument>& out) {
  const size_t arrow = text.find(" ==> ");
  if (arrow == npos) return false;
  const std::string_view left = text.substr(0, arrow), right = text.substr(arrow + 5);
  const size_t space = left.rfind(' ');
  if (space == npos || !readTask(left.substr(0, space), "prev_comm", "prev_pid", "prev_prio", out)) return false;
  add(out, "prev_state", left.substr(space + 1));
  return readTask(right, "next_comm", "next_pid", "next_prio", out);
}

// Reads what the plugin prints: "comm:123 [120] success=1 CPU:001".
bool readWakeup(std::string_view text, std::vector<Argument>& out) {
  const size_t cpu = text.rfind(" CPU:");
  const std::string_view task = text.substr(0, std::min(cpu, text.size()));
  const size_t end = task.rfind(']');
  if (end == npos || !readTask(task.substr(0, end + 1), "comm", "pid", "prio", out)) return false;
  readPairs(task.substr(end + 1), out);
  if (cpu != npos) add(out, "target_cpu", text.substr(cpu + 5));
  return true;
}

bool isWakeup(std::string_view event) {
  return event == "sched_waking" || event == "sched_wakeup" || event == "sched_wakeup_new";
}

// Reads "NR 230 (0, 7f2b39117000, 20000)" and "NR 230 = -11".
bool readNumbered(std::string_view text, std::vector<Argument>& out) {
  static constexpr std::string_view kNames[] = {"arg1", "arg2", "arg3", "arg4", "arg5", "arg6"};
  if (!startsWith(text, "NR ")) return false;
  text.remove_prefix(3);
  const size_t space = std::min(text.find(' '), text.size());
  add(out, "id", text.substr(0, space));
  text = trimmed(text.substr(space));
  if (startsWith(text, "= ")) {
    add(out, "ret", text.substr(2));
    return true;
  }
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return true;
  text = text.substr(1, text.size() - 2);
  for (std::string_view name : kNames) {
    const size_t comma = std::min(text.find(", "), text.size());
    if (comma == 0) break;
    add(out, name, text.substr(0, comma));
    text.remove_prefix(std::min(comma + 2, text.size()));
  }
  return true;
}

// Reads "8,0 R 4096 () 12345 + 8 [kworker/0:1]", with or without the bytes and what stands between the number of
// sectors and the command.
bool readBlock(std::string_view text, std::vector<Argument>& out) {
  const size_t space = text.find(' ');
  if (space == npos || text.substr(0, space).find(',') == npos) return false;
  const size_t plus = text.find(" + ");
  if (plus == npos) return false;
  add(out, "dev", text.substr(0, space));
  const std::string_view rest = text.substr(space + 1);
  add(out, "rwbs", rest.substr(0, rest.find(' ')));
  const size_t before = text.rfind(' ', plus - 1);
  add(out, "sector", text.substr(before + 1, plus - before - 1));
  const std::string_view behind = text.substr(plus + 3);
  add(out, "nr_sector", behind.substr(0, behind.find(' ')));
  return true;
}

// Reads the place of a probe: "(ffffffff814b0eb5)", "(do_sys_open+0x0/0x220)" or, of the return from a function, with
// the address that it returns to. trace-cmd prints the function first, the kernel prints it last.
bool readProbe(std::string_view& text, std::vector<Argument>& out) {
  const size_t end = text.find(')');
  if (!startsWith(text, "(") || end == npos || end < 2) return false;
  const std::string_view inside = text.substr(1, end - 1);
  constexpr std::string_view kArrow = " <- ";
  const size_t arrow = inside.find(kArrow);
  const std::string_view first = inside.substr(0, arrow);
  if (first.find(' ') != npos) return false;
  if (arrow == npos) {
    add(out, "__probe_ip", first);
  } else {
    const std::string_view second = inside.substr(arrow + kArrow.size());
    uint64_t number = 0;
    const bool byTraceCmd = !startsWith(first, "0x") && hexIn(first, number);
    add(out, "__probe_func", byTraceCmd ? first : second);
    add(out, "__probe_ret_ip", byTraceCmd ? second : first);
  }
  text.remove_prefix(end + 1);
  return true;
}

// Reads "! 150.000 us" into nanoseconds; -1 if it tells no duration. A mark tells of a long one. Digits behind the
// point are left out so that the number has seven at most (trace_print_graph_duration() of the kernel).
int64_t durationIn(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
  constexpr size_t kDigits = 3;
  constexpr uint64_t kMax = uint64_t{1} << 50;
  uint64_t ns = 0;
  if (!takeNumber(text, ns) || ns >= kMax) return -1;
  size_t digits = 0;
  if (startsWith(text, ".")) {
    text.remove_prefix(1);
    for (; digits < kDigits && !text.empty() && text[0] >= '0' && text[0] <= '9'; ++digits, text.remove_prefix(1))
      ns = ns * 10 + static_cast<uint64_t>(text[0] - '0');
    if (digits == 0) return -1;
  }
  for (; digits < kDigits; ++digits) ns *= 10;
  return startsWith(text, " us") ? static_cast<int64_t>(ns) : -1;
}

}  // namespace

void argumentsOf(std::string_view event, std::string_view text, std::vector<Argument>& out) {
  out.clear();
  // A stack has frames, and what programs write is theirs.
  if (event == "kernel_stack" || event == "user_stack" || event == "bprint" || event == "bputs" || event == "raw_data")
    return;
  if (event == "print") {
    const size_t buf = text.find(" buf=");
    const size_t colon = text.find(": ");
    const bool raw = startsWith(text, "ip=") && buf != npos;
    const bool named = colon != npos && text.substr(0, colon).find(' ') == npos;
    return add(out, "buf", raw ? text.substr(buf + 5) : named ? text.substr(colon + 2) : text);
  }
  if (event == "function") {
    constexpr std::string_view kArrow = " <-";
    const size_t arrow = text.find(kArrow);
    add(out, "ip", text.substr(0, arrow));
    if (arrow != npos) add(out, "parent_ip", text.substr(arrow + kArrow.size()));
    return;
  }
  if (startsWith(event, "funcgraph_")) return;
  if (event == "sched_switch") {
    if (readOrdered(text, {"prev_comm", "prev_pid", "prev_prio", "prev_state", "next_comm", "next_pid", "next_prio"},
                    out) ||
        readSwitch(text, out))
      return;
    out.clear();
  } else if (isWakeup(event)) {
    if (readOrdered(text, {"comm", "pid", "prio", "success", "target_cpu"}, out) || readWakeup(text, out)) return;
    out.clear();
  } else if (event == "sched_migrate_task") {
    if (readOrdered(text, {"comm", "pid", "prio", "orig_cpu", "dest_cpu"}, out)) return;
  } else if (event == "sys_enter" || event == "sys_exit") {
    if (readNumbered(text, out)) return;
  } else if (startsWith(event, "sys_enter_")) {
    // The option verbose prints them: "int dfd: 0xffffff9c, const char * filename: 0x7f".
    return readPairs(text, out, true);
  } else if (startsWith(event, "sys_exit_")) {
    if (text.find('=') == npos) return add(out, "ret", trimmed(text));
  } else if (startsWith(event, "block_rq_")) {
    if (readBlock(text, out)) return;
  } else if (event == "ipi_entry" || event == "ipi_exit") {
    // "(Rescheduling interrupts)"
    if (text.size() >= 2 && text.front() == '(' && text.back() == ')')
      return add(out, "reason", text.substr(1, text.size() - 2));
  } else if (startsWith(text, "(")) {
    readProbe(text, out);
  }
  readPairs(text, out);
}

bool mayGoOn(std::string_view event) {
  return event == "print" || event == "bprint" || event == "bputs" || event == "raw_data" || event == "text";
}

std::string_view valueOf(const std::vector<Argument>& arguments, std::string_view name) {
  const auto found =
      std::find_if(arguments.begin(), arguments.end(), [&](const Argument& one) { return one.name == name; });
  return found != arguments.end() ? found->value : std::string_view();
}

bool readGraphCall(std::string_view text, GraphCall& out) {
  out = {};
  const size_t bar = text.find('|');
  if (bar == npos) return false;
  std::string_view call = text.substr(bar + 1);
  const size_t first = call.find_first_not_of(' ');
  if (first == npos) return false;
  constexpr size_t kIndent = 2;
  out.depth = static_cast<int64_t>(first >= kIndent ? (first - kIndent) / kIndent : 0);
  call = call.substr(first);
  out.ns = durationIn(text.substr(0, bar));
  if (call[0] == '}') {
    const size_t note = call.find("/* ");
    if (note != npos) {
      std::string_view name = call.substr(note + 3);
      name = name.substr(0, name.find_first_of(" (*"));
      const bool result = startsWith(name, "=") || startsWith(name, "ret=");
      if (!result) out.function = name;
    }
    return true;
  }
  const size_t paren = call.find('(');
  if (paren == npos || paren == 0) return false;
  // Of a module's function, the module follows: "vpoll_poll [vpoll]()".
  out.function = call.substr(0, paren);
  out.function = out.function.substr(0, out.function.find(" ["));
  std::string_view end = call;
  if (const size_t note = end.find(" /*"); note != npos) end = end.substr(0, note);
  out.leaf = endsWith(trimmed(end), ";");
  return true;
}

std::string_view frameOf(std::string_view line) {
  line = trimmed(line);
  if (!startsWith(line, "=>")) return {};
  line = trimmed(line.substr(2));
  return functionIn(line.substr(0, line.find_first_of(" \r\t")));
}

std::string_view functionIn(std::string_view text) {
  const size_t plus = std::min(text.find("+0x"), text.find("/0x"));
  return plus == npos || plus == 0 ? text : text.substr(0, plus);
}

bool hexIn(std::string_view text, uint64_t& out) {
  if (startsWith(text, "0x")) text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, 16);
  return error == std::errc() && end == text.data() + text.size();
}

Number numberIn(std::string_view text) {
  Number out;
  const size_t space = text.find(' ');
  if (space != npos) {
    const std::string_view unit = trimmed(text.substr(space));
    if (unit.size() < 2 || unit.front() != '[') return out;
    text = text.substr(0, space);
  }
  if (text.empty()) return out;
  if (startsWith(text, "0x")) {
    uint64_t value = 0;
    if (!hexIn(text, value)) return out;
    out.kind = Number::Kind::Hex;
    out.whole = static_cast<int64_t>(value);
    return out;
  }
  const char* const end = text.data() + text.size();
  if (const auto [at, error] = std::from_chars(text.data(), end, out.whole); error == std::errc() && at == end) {
    out.kind = Number::Kind::Signed;
    return out;
  }
  uint64_t large = 0;
  if (const auto [at, error] = std::from_chars(text.data(), end, large); error == std::errc() && at == end) {
    out.kind = Number::Kind::Unsigned;
    out.whole = static_cast<int64_t>(large);
    return out;
  }
  // Numbers with a point: digits, and one point among them.
  constexpr size_t kMaxDigits = 40;
  const bool digits = text.find_first_not_of("-0123456789.") == npos && text.size() <= kMaxDigits;
  if (!digits || std::count(text.begin(), text.end(), '.') != 1 || text.rfind('-') + 1 > 1) return out;
  if (text.front() == '.' || text.back() == '.') return out;
  out.kind = Number::Kind::Real;
  out.real = std::strtod(std::string(text).c_str(), nullptr);
  return out;
}

}  // namespace tp::ftrace
