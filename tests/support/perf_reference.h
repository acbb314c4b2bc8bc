// What `perf script` prints, as values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tp::test {

// One line of it.
struct PerfLine {
  std::string comm;
  int64_t pid = 0, tid = 0;
  int cpu = -1;                 // -1: not printed
  int64_t time = -1;            // in ns; -1: not printed
  int64_t period = -1;          // -1: not printed
  std::string event;            // "cpu-clock", "sched:sched_switch"; of other records "PERF_RECORD_COMM"
  std::string text;             // what is printed behind that; of other records, with one blank between two words
  std::vector<uint64_t> chain;  // addresses, the innermost first

  bool isRecord() const { return event.starts_with("PERF_RECORD_"); }
};

// Reads script-nosym.txt, which has the samples with their chains of addresses, or script-events.txt, which has the
// other records as well and no chains. Text of several lines that is no chain is left out.
std::vector<PerfLine> readPerfScript(std::string_view text);

}  // namespace tp::test
