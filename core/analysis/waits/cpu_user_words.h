// Says who had a CPU while a thread, or a softirq, waited for it.
#pragma once

#include <string>
#include <string_view>

#include "core/analysis/waits/wait_words.h"

namespace tp {

// Says it of a segment of the kind CpuWait whose CPU is known: "cc1 4711 ran 8.1 ms (priority 120), idle, interrupts or
// not recorded 2.2 ms"; `brief`: "8.1 ms cc1 4711". `work`: as for segmentWords().
WaitWords cpuUsersWords(const WaitContext& context, const PathSegment& segment, const CpuWork* work,
                        bool brief = false);

// "hardirq virtio1-req.0", "softirq RCU": an interrupt on a CPU, called as if it wakes a thread (interruptName()). Its
// slices are called as its handler is.
std::string interruptOnCpu(std::string_view handler);
// The thread of a row of what a CPU did, on the machine of another thread; kNoTrack if there is none.
TrackId threadOfRow(const TrackTable& tracks, TrackId other, const CpuWork::Row& row);
// What is left of `length`, the time that the CPU was waited for, without the rows of what it did: their sum is that.
struct CpuRest {
  Time idle = 0, notRecorded = 0;
  Time other = 0;  // idle or not recorded: it is not known which
};
CpuRest restOf(const CpuWork& work, Time length);

// A softirq that was pending on a CPU, whose track is there. Times are in clock units.
struct PendingSoftirq {
  std::string_view name;
  TrackId cpu = kNoTrack;
  Time raised = 0, entered = 0;
};
// "RCU was pending 25.3 us on CPU 1: raised while cc1 4711 ran there; meanwhile cc1 4711 ran 20 us, ...". `work`: what
// the CPU did meanwhile, and `raising` what it did in the first unit of that time, which tells in which interrupt the
// softirq was raised; where they are null, the graph tells which threads ran.
WaitWords pendingWords(const WaitContext& context, const PendingSoftirq& one, const CpuWork* work,
                       const CpuWork* raising);

}  // namespace tp
