// The tracks of the threads of a Linux kernel trace: found by thread id, grouped by process as far as the trace tells
// which is whose, named after the latest command. Shared by all that decode one trace.
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
  // `tracks` outlives this. `metadata`: a thread's name as metadata have it, empty where they don't.
  using NameOf = std::function<std::string_view(int64_t tid)>;
  // `machine`: tells the threads of a further machine from those of the first, which has none. `heading`: what they
  // are all below.
  ThreadTracks(TrackTable& tracks, std::string machine, NameOf metadata, TrackId heading = kNoTrack)
      : tracks_(tracks), machine_(std::move(machine)), metadata_(std::move(metadata)), heading_(heading) {}

  struct Ids {
    TrackId slices = kNoTrack;  // calls, nested
    TrackId state = kNoTrack;   // running, runnable, sleeping ...
    TrackId events = kNoTrack;
  };

  // Made where there are none yet. Thread 0, of which every CPU has one, is told by `idleThread(cpu)`.
  const Ids& of(int64_t tid);
  static int64_t idleThread(uint32_t cpu) { return -1 - static_cast<int64_t>(cpu); }

  // "thread" while it is not known; valid until the next change.
  std::string_view nameOf(int64_t tid) { return tid > 0 ? std::string_view(tracks_[of(tid).slices].name) : ""; }
  // Empty while it is not known.
  std::string_view knownNameOf(int64_t tid) {
    return tid > 0 && tracks_[of(tid).slices].nameBy.by > Knowledge::By::Default ? nameOf(tid) : std::string_view();
  }
  // By a record of time `at`; the latest name is the thread's, in whatever order the parts of a trace are decoded.
  void setName(int64_t tid, std::string_view name, Time at);
  // What else the thread is called, by a record: its name where it has no other.
  void setAlias(int64_t tid, std::string_view alias, Time at);
  // `tgid`: the id of the process that thread `tid` belongs to, by a record of time `at`; negative where it does not
  // know either. The latest counts.
  void setProcess(int64_t tid, int64_t tgid, Time at);
  // The same by what the trace as a whole says: as long as no record says otherwise.
  void setKnownProcess(int64_t tid, int64_t tgid);
  // -1 where it is not known.
  int64_t processOf(int64_t tid) { return known(tid).tgid; }
  // The heading of a process, or of threads of which the process is not known.
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
