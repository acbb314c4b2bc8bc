// The file `task.txt`: sessions (a program's run between two execs), tasks, forks, and libraries loaded later.
// Source: uftrace's documentation of the data format (task.txt).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/uftrace/text_lines.h"
#include "core/io/cursor.h"
#include "core/trace/lifetime.h"
#include "core/trace/trace_info.h"

namespace tp::uftrace {

struct SessionLine {
  Time time = 0;
  int64_t pid = 0;
  std::string sid;  // Session id, which is part of the map file's name.
  std::string program;
};

struct LibraryLine {
  Time time = 0;
  std::string sid;
  uint64_t base = 0;
  std::string path;
};

struct TaskLine {
  int64_t tid = 0;
  int64_t pid = 0;     // Process id. A forked child is its own process.
  int64_t parent = 0;  // Parent process if it was forked, else 0.
  Lifetime life = {};  // When it was forked, as the child says, and by which process.
};

// A task runs in `session` from the time `from` on.
struct SessionRef {
  Time from = 0;
  size_t session = 0;  // Position in TaskFile::sessions.
};

struct TaskFile {
  std::vector<SessionLine> sessions;                   // Ordered by time.
  std::map<int64_t, std::vector<size_t>> sessionsOwn;  // By process id: positions in `sessions`.
  std::vector<LibraryLine> libraries;                  // Ordered by time.
  std::map<int64_t, TaskLine> tasks;                   // By thread id.

  // Returns the sessions of a task in the order of time: its own, and before the first of these, those of the process
  // that it is a thread or a fork of. If there are none, the first session of the file.
  std::vector<SessionRef> sessionsOf(int64_t tid) const;
};

// Lines with missing or damaged fields are warned of; the fields that could be parsed are used.
TaskFile parseTasks(std::string_view text, const TextLog& log = {});

// Parses the file `task` that older versions wrote: messages of a header and a body. Warns of the first damaged message
// in `log`, and returns what comes before it.
TaskFile parseBinaryTasks(Bytes bytes, Endian endian, const TextLog& log = {});

}  // namespace tp::uftrace
