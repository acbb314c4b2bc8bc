// The threads that a kernel's trace and a program's trace, which lie on one axis (core/joint), both have. docs/why.md
// has the rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

// The tracks of one thread.
struct ThreadPair {
  TrackId kernel = kNoTrack, program = kNoTrack;
};

struct ThreadsOfBoth {
  uint32_t program = 0, kernel = 0;  // TracePart::number
  bool exact = false;                // TracePart::agreesWith()
  std::vector<ThreadPair> threads;   // by id
};

// Returns what each kernel's trace and program's trace have in common, if they have anything: threads of the same id,
// which each has once, and of one process, as far as both know it. `kernelThreads`: those that count, of all traces.
std::vector<ThreadsOfBoth> threadsOfBoth(const TraceInfo& info, const TrackTable& tracks,
                                         const std::vector<TrackId>& kernelThreads);
// Returns the threads of traces whose clocks agree exactly, without those that several programs have.
std::vector<ThreadPair> threadsOfBoth(const TraceInfo& info, const TrackTable& tracks);

// Says, of so many such threads, that the times of their calls are of both traces; empty if there are none.
std::string countedTwiceText(uint64_t threads);

}  // namespace tp
