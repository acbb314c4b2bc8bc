// The file `task.txt`: sessions (a program's run between two execs), tasks, forks and libraries loaded later.
// Source: uftrace's documentation of the data format (task.txt).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/uftrace/text_lines.h"
#include "core/io/cursor.h"
#include "core/trace/trace_info.h"

namespace tp::uftrace {

struct SessionLine {
  Time time = 0;
  int64_t pid = 0;
  std::string sid;  // names the map file
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
  int64_t pid = 0;     // of the process; a fork's child is its own
  int64_t parent = 0;  // of a forked process; 0 otherwise
};

// Which session a task runs in, from when on.
struct SessionRef {
  Time from = 0;
  size_t session = 0;  // position in TaskFile::sessions
};

struct TaskFile {
  std::vector<SessionLine> sessions;                   // by time
  std::map<int64_t, std::vector<size_t>> sessionsOwn;  // by process: positions among them
  std::vector<LibraryLine> libraries;                  // by time
  std::map<int64_t, TaskLine> tasks;                   // by tid

  // The sessions of a task in the order of time, its own or, before its first, those it inherits from the process that
  // it is a thread or a fork of.
  std::vector<SessionRef> sessionsOf(int64_t tid) const;
};

// Lines that are not understood are warned of and passed over; of others, what is understood counts.
TaskFile parseTasks(std::string_view text, const TextLog& log = {});

// The same of the file `task` that older versions wrote: messages of a header and a body. A cut or
// damaged one yields what comes before that, and is warned of.
TaskFile parseBinaryTasks(Bytes bytes, Endian endian, const TextLog& log = {});

}  // namespace tp::uftrace
