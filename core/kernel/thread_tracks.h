// The tracks of the threads of a Linux kernel trace: found by thread id, grouped by process if the trace says which
// process a thread belongs to, and named after the latest command. Shared by all decoders of one trace.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp::kernel {

class ThreadTracks {
 public:
  // Returns a thread's name by the metadata, or an empty text.
  using NameOf = std::function<std::string_view(int64_t tid)>;
  // `tracks` must outlive this. `machine` distinguishes the threads of a further machine; it is empty for the first
  // one. `heading` is the parent of all headings.
  ThreadTracks(TrackTable& tracks, std::string machine, NameOf metadata, TrackId heading = kNoTrack)
      : tracks_(tracks), machine_(std::move(machine)), metadata_(std::move(metadata)), heading_(heading) {}

  struct Ids {
    TrackId slices = kNoTrack;  // calls, nested
    TrackId state = kNoTrack;   // running, runnable, sleeping ...
    TrackId events = kNoTrack;
  };

  // Returns the thread's tracks, which are added if there are none. Thread 0, which every CPU has, has the id
  // idleThread(cpu).
  const Ids& of(int64_t tid);
  static int64_t idleThread(uint32_t cpu) { return -1 - static_cast<int64_t>(cpu); }

  // Returns "thread" if the name is unknown, and an empty text for idle threads. Valid until the next change.
  std::string_view nameOf(int64_t tid) { return tid > 0 ? std::string_view(tracks_[of(tid).slices].name) : ""; }
  // Returns an empty text if the name is unknown.
  std::string_view knownNameOf(int64_t tid) {
    return tid > 0 && tracks_[of(tid).slices].nameBy.by > Knowledge::By::Default ? nameOf(tid) : std::string_view();
  }
  // Names a thread, by a record at time `at`; the latest name wins, in whatever order the parts of a trace are decoded.
  void setName(int64_t tid, std::string_view name, Time at);
  // Gives the thread another name, by a record; it is shown as the thread's name if there is no other.
  void setAlias(int64_t tid, std::string_view alias, Time at);
  // Sets the process of thread `tid`, by a record at time `at`. `tgid` is negative if the record does not state it. The
  // latest record wins.
  void setProcess(int64_t tid, int64_t tgid, Time at);
  // Same, by the trace as a whole; any record overrides it.
  void setKnownProcess(int64_t tid, int64_t tgid);
  // Adds what a record says of when the thread was made, by which one, or when it ended.
  void addLife(int64_t tid, const Lifetime& life) {
    if (tid > 0) tracks_.addLife(of(tid).slices, life);
  }
  // Returns -1 if the process is unknown.
  int64_t processOf(int64_t tid) { return known(tid).tgid; }
  // The heading of a process; unknownProcess() is that of threads whose process is unknown.
  TrackId process(int64_t tgid);
  TrackId unknownProcess();

 private:
  struct Known {
    Ids ids;
    int64_t tgid = -1;
    Knowledge tgidBy = {};
  };

  Known& known(int64_t tid);
  void setProcess(int64_t tid, int64_t tgid, Knowledge by);
  void nameProcess(int64_t tgid, TrackId leader);

  TrackTable& tracks_;
  std::string machine_;
  NameOf metadata_;
  TrackId heading_;
  std::unordered_map<int64_t, Known> threads_;
};

}  // namespace tp::kernel
