// What the perf files say about each task, sorted by task: when it was on no CPU, and what it was called. It is read as
// a whole before the tasks' own records, because the files go by CPU, and tasks move.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/formats/uftrace/perf_record.h"
#include "core/io/file_set.h"

namespace tp::uftrace {

struct Switch {
  enum class Kind : uint8_t { In, Out, OutPreempted };
  Time time = 0;
  uint16_t cpu = 0;
  Kind kind = Kind::In;
};

struct TaskLog {
  std::vector<Switch> switches;                     // by time
  std::vector<std::pair<Time, std::string>> names;  // from when on it had this name; by time

  std::vector<Time> execs;  // when it became another program; sorted
  Time exit = INT64_MIN;    // when it ended; INT64_MIN: no record says so

  // Whether it became another program after `from`, and no later than `to`.
  bool execBetween(Time from, Time to) const;
  // `before`: what it is called until the first that is known.
  std::string_view nameAt(Time time, std::string_view before) const;
};

struct PerfFile {
  size_t file = 0;  // position in FileSet::files()
  uint16_t cpu = 0;
};

class TaskLogs {
 public:
  // More than this is not held in memory; the scheduling is then shown beside the calls instead of within them.
  static constexpr uint64_t kMaxBytes = uint64_t{96} << 20;

  // `files` outlives this. Nothing is read yet.
  TaskLogs(const FileSet& files, std::vector<PerfFile> perf, Endian endian);

  bool fits() const { return bytes_ <= kMaxBytes; }
  // Null for a task that they say nothing of. Reads the files when it is first called.
  const TaskLog* find(int64_t tid);
  // Of the last record in them; INT64_MIN where there is none.
  Time end();
  // Every task that they speak of, with its process. For directories without records of any.
  const std::map<int64_t, int64_t>& processes();

 private:
  void load();
  void loadFile(const PerfFile& perf);

  const FileSet& files_;
  std::vector<PerfFile> perf_;
  Endian endian_;
  uint64_t bytes_ = 0;
  bool loaded_ = false;
  Time end_ = INT64_MIN;
  std::map<int64_t, TaskLog> logs_;
  std::map<int64_t, int64_t> processes_;
};

}  // namespace tp::uftrace
