// What the perf files say about each task: when it was on no CPU, and its names. All of it is read before the tasks'
// own records, because the files are by CPU, and tasks move between CPUs.
#pragma once

#include <map>
#include <optional>
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
  std::vector<Switch> switches;                     // Ordered by time.
  std::vector<std::pair<Time, std::string>> names;  // Names with the time of their beginning, ordered by time.

  std::vector<Time> execs;  // Times at which the task executed another program, sorted.
  Time exit = INT64_MIN;    // Time at which the task ended; INT64_MIN if no record says so.
  // The task was made while switches were recorded, so that the first of its own is one to a CPU.
  bool forked = false;

  // Returns the time of the first exec after `from` and no later than `to`; nullopt if there was none.
  std::optional<Time> execBetween(Time from, Time to) const;
  // Returns the task's name at `time`, or `before` if that is before the first known name.
  std::string_view nameAt(Time time, std::string_view before) const;
};

struct PerfFile {
  size_t file = 0;  // Position in FileSet::files().
  uint16_t cpu = 0;
};

// The logs of all tasks. Loaded on first use.
class TaskLogs {
 public:
  // Larger files, in bytes, are not held in memory. Scheduling is then shown beside the calls instead of within them.
  static constexpr uint64_t kMaxBytes = uint64_t{96} << 20;

  // `files` outlives this object. Reads nothing yet.
  TaskLogs(const FileSet& files, std::vector<PerfFile> perf, Endian endian);

  bool fits() const { return bytes_ <= kMaxBytes; }
  // Returns null if the files say nothing about the task, or if !fits(). Reads the files on the first call.
  const TaskLog* find(int64_t tid);
  // Returns the time of the last record in the files; INT64_MIN if there is none, or if !fits().
  Time end();
  // Returns the process of every task in the files, by thread id. Serves directories that have no records of tasks.
  const std::map<int64_t, int64_t>& processes();
  // Returns whether records of the CPU may be missing between the two times: lost by the kernel, or damaged.
  bool lost(uint16_t cpu, Time from, Time to) const;
  // Returns all such times of the CPU, in order. Reads the files on the first call.
  std::vector<TimeRange> losses(uint16_t cpu);

 private:
  void load();
  void loadFile(const PerfFile& perf);
  void addLoss(uint16_t cpu, Time begin, Time end);

  const FileSet& files_;
  std::vector<PerfFile> perf_;
  Endian endian_;
  uint64_t bytes_ = 0;
  bool loaded_ = false;
  Time end_ = INT64_MIN;
  std::map<int64_t, TaskLog> logs_;
  std::map<int64_t, int64_t> processes_;
  // By CPU, from the record before each loss to the one after it, ordered by time.
  std::map<uint16_t, std::vector<TimeRange>> losses_;
};

}  // namespace tp::uftrace
