#include "core/analysis/thread_pairs.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/trace/time_text.h"

namespace tp {
namespace {

// Threads of a trace by their ids; kNoTrack where several have one.
using ThreadsByTid = std::map<int64_t, TrackId>;

void addThread(ThreadsByTid& threads, const TrackTable& tracks, TrackId thread) {
  const int64_t tid = tracks[thread].key.tid;
  if (tid <= 0) return;
  const auto [known, fresh] = threads.try_emplace(tid, thread);
  if (!fresh) known->second = kNoTrack;
}

// Returns the process of a thread; 0 if it is not known.
int64_t processOf(const TrackTable& tracks, TrackId thread) {
  const TrackKey& own = tracks[thread].key;
  if (own.pid > 0) return own.pid;
  const TrackId parent = tracks[thread].parent;
  return parent < tracks.size() ? std::max<int64_t>(0, tracks[parent].key.pid) : 0;
}

bool sameProcess(const TrackTable& tracks, TrackId a, TrackId b) {
  const int64_t left = processOf(tracks, a), right = processOf(tracks, b);
  return left == 0 || right == 0 || left == right;
}

}  // namespace

std::vector<ThreadsOfBoth> threadsOfBoth(const TraceInfo& info, const TrackTable& tracks,
                                         const std::vector<TrackId>& kernelThreads) {
  std::unordered_map<uint32_t, ThreadsByTid> ofKernels, ofPrograms;  // by TrackKey::trace
  for (const TracePart& part : info.parts) {
    if (part.traits.kernel)
      ofKernels[part.number];
    else if (part.traits.calls)
      ofPrograms[part.number];
  }
  std::vector<ThreadsOfBoth> all;
  if (ofKernels.empty() || ofPrograms.empty()) return all;
  for (const TrackId thread : kernelThreads)
    if (const auto kernel = ofKernels.find(tracks[thread].key.trace); kernel != ofKernels.end())
      addThread(kernel->second, tracks, thread);
  for (TrackId id = 0; id < tracks.size(); ++id)
    if (const auto program = ofPrograms.find(tracks[id].key.trace);
        program != ofPrograms.end() && tracks[id].key.kind == TrackKind::Thread)
      addThread(program->second, tracks, id);
  for (const TracePart& kernel : info.parts) {
    for (const TracePart& program : info.parts) {
      if (!ofKernels.contains(kernel.number) || !ofPrograms.contains(program.number)) continue;
      ThreadsOfBoth both{program.number, kernel.number, kernel.agreesWith(program), {}};
      const ThreadsByTid& theirs = ofKernels[kernel.number];
      for (const auto& [tid, thread] : ofPrograms[program.number]) {
        const auto same = theirs.find(tid);
        if (thread == kNoTrack || same == theirs.end() || same->second == kNoTrack) continue;
        if (sameProcess(tracks, same->second, thread)) both.threads.push_back({same->second, thread});
      }
      if (!both.threads.empty()) all.push_back(std::move(both));
    }
  }
  return all;
}

std::vector<ThreadPair> threadsOfBoth(const TraceInfo& info, const TrackTable& tracks) {
  if (info.parts.size() < 2) return {};
  std::vector<TrackId> threads;
  for (TrackId id = 0; id < tracks.size(); ++id)
    if (tracks[id].key.kind == TrackKind::Thread) threads.push_back(id);
  std::vector<ThreadPair> pairs;
  std::unordered_map<TrackId, size_t> programsOf;  // by thread of a kernel
  for (const ThreadsOfBoth& both : threadsOfBoth(info, tracks, threads)) {
    if (!both.exact) continue;
    pairs.insert(pairs.end(), both.threads.begin(), both.threads.end());
    for (const ThreadPair& one : both.threads) ++programsOf[one.kernel];
  }
  std::erase_if(pairs, [&](const ThreadPair& one) { return programsOf[one.kernel] > 1; });
  return pairs;
}

std::string countedTwiceText(uint64_t threads) {
  if (threads == 0) return {};
  return countText(threads, "thread") + (threads == 1 ? " is" : " are") +
         " in two of the traces: time that both recorded counts in each";
}

}  // namespace tp
