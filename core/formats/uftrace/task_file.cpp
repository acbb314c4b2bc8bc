#include "core/formats/uftrace/task_file.h"

#include <algorithm>
#include <charconv>

namespace tp::uftrace {
namespace {

// Returns the value of " key=": up to the next space, or, if it is quoted, up to the last quote of the line.
std::string_view field(std::string_view line, std::string_view key) {
  std::string wanted = " " + std::string(key) + "=";
  size_t at = line.find(wanted);
  if (at == std::string_view::npos) return {};
  std::string_view rest = line.substr(at + wanted.size());
  if (!rest.empty() && rest[0] == '"') {
    size_t close = rest.rfind('"');
    return close > 0 ? rest.substr(1, close - 1) : std::string_view{};
  }
  return rest.substr(0, rest.find(' '));
}

int64_t number(std::string_view text, int base = 10) {
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, base);
  return static_cast<int64_t>(value);
}

// Parses "12.345678901": seconds, and nanoseconds in nine digits.
Time timestamp(std::string_view text) {
  size_t dot = text.find('.');
  if (dot == std::string_view::npos) return 0;
  return clampTime(static_cast<int64_t>(static_cast<uint64_t>(number(text.substr(0, dot))) * 1000000000u +
                                        static_cast<uint64_t>(number(text.substr(dot + 1)))));
}

// Returns whether the line has the fields of its kind, and numbers where they are expected.
bool whole(std::string_view line) {
  std::string_view word = line.substr(0, 4);
  std::string_view time = field(line, "timestamp");
  size_t dot = time.find('.');
  uint64_t value = 0;
  if (dot == std::string_view::npos || time.size() - dot != 10 || !wholeNumber(time.substr(0, dot), 10, value) ||
      !wholeNumber(time.substr(dot + 1), 10, value))
    return false;
  auto isNumber = [&](std::string_view key, int base) {
    std::string_view text = field(line, key);
    return text.size() <= 16 && wholeNumber(text, base, value);
  };
  if (word == "SESS")
    return (isNumber("pid", 10) || isNumber("tid", 10)) && isNumber("sid", 16) && !field(line, "exename").empty();
  if (word == "TASK") return isNumber("tid", 10) && isNumber("pid", 10);
  if (word == "FORK") return isNumber("pid", 10) && isNumber("ppid", 10);
  return word == "DLOP" && isNumber("sid", 16) && isNumber("base", 16) && !field(line, "libname").empty();
}

// Lines TASK do not tell when a task was made: it is written with the task's first call.
void addFork(TaskLine& task, Time time) {
  if (time > 0 && task.parent > 0) task.life.add(Lifetime::madeAt(time, Lifetime::Source::Other, task.parent));
}

void sortByTime(TaskFile& file) {
  auto byTime = [](const auto& a, const auto& b) { return a.time < b.time; };
  std::stable_sort(file.sessions.begin(), file.sessions.end(), byTime);
  std::stable_sort(file.libraries.begin(), file.libraries.end(), byTime);
  for (size_t i = 0; i < file.sessions.size(); ++i) file.sessionsOwn[file.sessions[i].pid].push_back(i);
}

}  // namespace

TaskFile parseTasks(std::string_view text, const TextLog& log) {
  TaskFile file;
  TextLines lines(text, log);
  for (std::string_view line; lines.next(line);) {
    std::string_view word = line.substr(0, 4);
    if (!whole(line)) lines.warn("a session, a task, a fork or a library, with all its fields");
    Time time = timestamp(field(line, "timestamp"));
    if (word == "SESS") {
      std::string_view pid = field(line, "pid");
      if (pid.empty()) pid = field(line, "tid");
      file.sessions.push_back(
          {time, number(pid), std::string(field(line, "sid")), std::string(field(line, "exename"))});
    } else if (field(line, word == "FORK" ? "pid" : "tid").empty() && (word == "TASK" || word == "FORK")) {
      continue;  // A line that is cut names no task.
    } else if (word == "TASK") {
      TaskLine& task = file.tasks[number(field(line, "tid"))];
      task.tid = number(field(line, "tid"));
      task.pid = number(field(line, "pid"));
    } else if (word == "FORK") {
      TaskLine& task = file.tasks[number(field(line, "pid"))];
      task.tid = task.pid = number(field(line, "pid"));
      task.parent = number(field(line, "ppid"));
      addFork(task, time);
    } else if (word == "DLOP") {
      file.libraries.push_back({time, std::string(field(line, "sid")),
                                static_cast<uint64_t>(number(field(line, "base"), 16)),
                                std::string(field(line, "libname"))});
    }
  }
  sortByTime(file);
  return file;
}

TaskFile parseBinaryTasks(Bytes bytes, Endian endian, const TextLog& log) {
  enum Message : uint16_t { kTaskStart = 3, kForkEnd = 6, kSession = 7 };
  constexpr uint16_t kMagic = 0xface;
  constexpr size_t kAlignment = 8;
  TaskFile file;
  Cursor cursor(bytes, endian);
  while (cursor.remaining() >= 8) {
    // A name may be padded beyond the length of its message.
    if (Cursor next = cursor; next.u16() != kMagic) cursor.align(kAlignment);
    uint16_t magic = cursor.u16();
    uint16_t type = cursor.u16();
    uint32_t length = cursor.u32();
    if (cursor.failed() || magic != kMagic || length > cursor.remaining()) {
      if (log.warnings != nullptr)
        log.warnings->add(log.file, cursor.position(), "a message of a task",
                          "bytes that are none; the rest is left out");
      break;
    }
    Cursor body(cursor.bytes(length), endian);
    Time time = clampTime(body.i64());
    int64_t pid = body.i32();
    int64_t tid = body.i32();
    if (body.failed()) continue;
    if (type == kTaskStart) {
      file.tasks[tid].tid = tid;
      file.tasks[tid].pid = pid;
    } else if (type == kForkEnd) {
      // In this message, the first number is the parent.
      TaskLine& task = file.tasks[tid];
      task.tid = task.pid = tid;
      task.parent = pid;
      addFork(task, time);
    } else if (type == kSession) {
      std::string sid(asText(body.bytes(16)));
      body.skip(4);
      uint32_t nameLength = body.u32();
      // The message's length may or may not include the name.
      std::string name(asText(body.remaining() > 0 ? body.bytes(nameLength) : cursor.bytes(nameLength)));
      name.resize(std::min(name.size(), name.find('\0')));
      if (!body.failed() && !cursor.failed()) file.sessions.push_back({time, pid, std::move(sid), std::move(name)});
    }
  }
  sortByTime(file);
  return file;
}

std::vector<SessionRef> TaskFile::sessionsOf(int64_t tid) const {
  std::vector<SessionRef> refs;
  int64_t at = tid;
  Time until = INT64_MAX;
  // Walks to the ancestors. The number of steps is limited because they may form a circle in a damaged file.
  for (int steps = 0; steps < 64; ++steps) {
    Time first = until;
    std::vector<SessionRef> own;
    if (auto found = sessionsOwn.find(at); found != sessionsOwn.end()) {
      for (size_t i : found->second) {
        if (sessions[i].time >= until) break;
        own.push_back({sessions[i].time, i});
        first = std::min(first, sessions[i].time);
      }
    }
    refs.insert(refs.begin(), own.begin(), own.end());
    until = first;
    auto task = tasks.find(at);
    if (task == tasks.end()) break;
    int64_t next = task->second.pid != at ? task->second.pid : task->second.parent;
    if (next == 0 || next == at) break;
    at = next;
  }
  if (refs.empty() && !sessions.empty()) refs.push_back({0, 0});
  return refs;
}

}  // namespace tp::uftrace
