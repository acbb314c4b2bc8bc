// The kernel's statistics of its ring buffers, which the recorder saved. They tell on which CPUs anything was recorded.
#pragma once

#include <string>
#include <vector>

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

// The statistics of one buffer.
struct Recorded {
  std::string name;            // Corresponds to Buffer::name.
  std::vector<uint32_t> cpus;  // The CPUs on which anything was recorded.
  std::vector<uint32_t> read;  // Those of them from which the recorder had read; it need not save data of the others.
  std::vector<uint32_t> idle;  // The CPUs on which nothing was recorded, and nothing lost.
  bool told = false;           // The file has these statistics.
};

// Returns the statistics in the order of the file's buffers, the top one first. Source: the texts of option CPUSTAT
// (trace-cmd.dat.v7(5)), which are those of per_cpu/cpu*/stats (Documentation/trace/ftrace.rst).
std::vector<Recorded> recordedBuffers(const TraceFile& file);

// Whether no event happened on the CPU of all those that any buffer was to record.
bool recordedNothing(const std::vector<Recorded>& buffers, uint32_t cpu);

// Warns if the file has data of a CPU on which nothing was recorded according to the statistics, or, without
// statistics, of a CPU beyond the count of CPUs; and if the statistics call a buffer by another name.
void compareBuffers(const FileEntry& entry, const TraceFile& file, WarningLog& warnings);

}  // namespace tp::tracecmd
