// What the recorder saved of the kernel's counts: which CPUs anything was recorded on.
#pragma once

#include <string>
#include <vector>

#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

// Of one buffer.
struct Recorded {
  std::string name;            // as Buffer::name
  std::vector<uint32_t> cpus;  // that anything was recorded on
  std::vector<uint32_t> read;  // of these, those that the recorder had read from; of the others it need not save any
  bool told = false;           // the file has these counts
};

// In the order of the file's buffers; the top one is the first. Source: the texts of option CPUSTAT
// (trace-cmd.dat.v7(5)), which are those of per_cpu/cpu*/stats (Documentation/trace/ftrace.rst).
std::vector<Recorded> recordedBuffers(const TraceFile& file);

// Warns where the file says to have data of a CPU that by these counts nothing was recorded on, or without counts, of
// one that by the count of CPUs is none; and where the counts call a buffer by another name.
void compareBuffers(const FileEntry& entry, const TraceFile& file, WarningLog& warnings);

}  // namespace tp::tracecmd
