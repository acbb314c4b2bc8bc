// Says in a sentence what a thread waited for. A sentence is a list of parts, of which some name a thread and a time,
// so that a view can make links of them. Durations are written as views write them; a bound has its sign.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/cpu_work.h"
#include "core/analysis/waits/path_shares.h"
#include "core/index/trace_index.h"

namespace tp {

struct WaitWords {
  struct Part {
    std::string text;
    TrackId track = kNoTrack;  // of a thread, or of a CPU, that the text names; kNoTrack: it names none
    Time time = 0;             // where on it
  };
  std::vector<Part> parts;

  void add(std::string_view text);
  void add(std::string text, TrackId track, Time time) { parts.push_back({std::move(text), track, time}); }
  void add(const WaitWords& more) { parts.insert(parts.end(), more.parts.begin(), more.parts.end()); }
  bool empty() const { return parts.empty(); }
  std::string text() const;
};

// What a sentence is made from. Both must outlive it.
struct WaitContext {
  const WaitGraph& graph;
  const TraceIndex& index;
};

// "hardirq virtio1-req.0 (the disk)", "a softirq of unknown handler": the interrupt that ended a wait.
std::string interruptWords(const NameTable& names, const WaitEnd& by);
// The same, or "cc1 4711": what ended a wait.
WaitWords wakerWords(const WaitContext& context, const WaitEnd& by, Time at);

// Says what a segment of a path is: "cc1 4711 ran 3 ms on CPU 1", "waited 12.3 ms for CPU 1: cc1 4711 ran 8.1 ms
// (priority 120), softirq NET_RX 2 ms, idle or not recorded 2.2 ms". `work`: what the segment's CPU did meanwhile, with
// its interrupts; where it is null, the graph tells which threads ran.
WaitWords segmentWords(const WaitContext& context, const PathSegment& segment, const CpuWork* work = nullptr);
// Returns how a woken thread waited for its CPU, for segmentWords() and cpuWorkScope(). `by` is there.
PathSegment wakeupSegment(const WaitContext& context, const WakeupLatency& one);
// Says who had the CPU that a segment of the kind CpuWait waited for, as segmentWords() does; `brief`: "8.1 ms cc1
// 4711". `work`: as there; where it is null, the times of threads are with the interrupts amid them. Empty if it is not
// known which CPU that was.
std::string cpuUsersText(const WaitContext& context, const PathSegment& segment, const CpuWork* work, bool brief);
// Says why a thread waited: of all its segment that has `at`, as a reader would tell it. `work`: as above, of the whole
// segment.
WaitWords waitWords(const WaitContext& context, TrackId thread, Time at, const CpuWork* work = nullptr);
// Says what a range of a thread's time was made of: "120 ms = 31 ms running + 54 ms mysqld 812 running + 20 ms
// uninterruptible until hardirq virtio1-req.0 (the disk)". `shares` are those of its path.
WaitWords rangeWords(const WaitContext& context, TrackId thread, const std::vector<PathShare>& shares);
// The same as a list has it that has little room: "54 ms mysqld 812 running, 31 ms running, 20 ms sleeping until a
// timer, 2 ms of 4 other causes".
std::string shareTexts(const WaitContext& context, TrackId thread, const std::vector<PathShare>& shares);
// Says what a share of the path of `thread` is, without its time: "waiting for a CPU", "mysqld 812 running".
std::string shareText(const WaitContext& context, const PathShare& share, TrackId thread);
// Whether that text says that records are missing.
bool saysMissing(const PathShare& share);

// Returns what is to be said of records that were lost within (from, to] on CPUs of the trace that the thread is of:
// "168 events were lost". Empty if none are known to be.
std::string lostText(const TraceIndex& index, TrackId thread, Time from, Time to);
// Adds a sentence that says so, unless nothing was lost.
void addLost(WaitWords& words, const WaitContext& context, TrackId thread, Time from, Time to);
// Whether segmentWords() and waitWords() say that of the time of a segment.
bool saysLost(const PathSegment& segment);

// Returns of what a CpuWork is to be asked for a segment of the kind CpuWait; nothing if it is not known which CPU the
// thread waited for.
std::optional<CpuWorkScope> cpuWorkScope(const TrackTable& tracks, const PathSegment& segment);

}  // namespace tp
