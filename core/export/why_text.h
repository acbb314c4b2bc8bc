// Writes why a thread waited as text and JSON, for the command line and for scripts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/waits/cpu_use.h"
#include "core/analysis/waits/wait_words.h"
#include "core/analysis/waits/wake_chains.h"
#include "core/text/json_writer.h"

namespace tp {

// What is told of one thread over [from, to).
struct WhyThread {
  TrackId thread = kNoTrack;
  Time from = 0, to = 0;
  CriticalPath path;
  std::vector<PathShare> shares;
  WakeChains chains;
  CpuUse cpus;                     // who ran while the path waited for a CPU
  std::vector<uint32_t> longest;   // positions in `path`, the longest first
  std::map<size_t, CpuWork> work;  // by position in `path`: what that segment's CPU did meanwhile
};

// Computes all but `work`, of which the `longest` are worth asking.
WhyThread whyThread(const WaitContext& context, TrackId thread, Time from, Time to);

// Returns the threads with this id: of several traces, machines, or users of the id. Ordered by key.
std::vector<TrackId> threadsOfTid(const WaitGraph& graph, const TrackTable& tracks, int64_t tid);

// Returns a report for users: a sentence, the times by thread and cause, who had the CPUs, and the longest segments.
std::string whyReport(const WaitContext& context, const WhyThread& why);
// Returns the wakeup chains as folded stacks, a line for each chain and what its last thread did: "ld 812;cc1
// 811;running 1234". Times are integers, in clock units, and add up to those of the paths.
std::string whyFolded(const WaitContext& context, const std::vector<WhyThread>& threads);
// Returns joinedNotes(), each in a line, with an empty one before the first.
std::string whyNotes(const WaitContext& context);
// Returns everything as one JSON object, with `note` as schedulingJson() has it. Times are integers, in clock units.
std::string whyJson(const WaitContext& context, const std::vector<WhyThread>& threads, std::string_view note = {});

// Appends {"tid", "name"} and, of traces opened together, "trace", within an object.
void writeThreadKeys(JsonWriter& json, const TraceIndex& index, TrackId thread);
// Appends the parts of a sentence as an array: {"text"}, and "tid" and "time", or "cpu" and "time", of what it names.
void writeWords(JsonWriter& json, const TraceIndex& index, const WaitWords& words);

}  // namespace tp
