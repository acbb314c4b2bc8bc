// Traces of thousands of threads that do little each, and what they did.
#pragma once

#include <cstdint>
#include <string>

#include "core/io/file_set.h"

namespace tp::test {

// An uftrace directory. Each task calls "outer", which calls one of "inner0" to "inner9" twice, all by the clock of
// the task, and they take turns: six records each.
struct ManyTasks {
  static constexpr uint32_t kRecords = 6;
  static constexpr int64_t kOuterNs = 5000, kInnerNs = 1000;

  explicit ManyTasks(uint32_t tasks);

  uint32_t tasks;
  FileSet files;
};

// A flight data recorder log: a buffer for each thread, of one call each.
std::string fdrLog(uint32_t threads);
// A basic log: `rounds` times, each thread makes one call, one after the other.
std::string basicLog(uint32_t threads, uint32_t rounds);

}  // namespace tp::test
