// One trace of a drop, which may contain several: its files, its clock, and the tracks of its events.
#pragma once

#include <set>

#include "core/formats/lttng/stream_decoder.h"
#include "core/kernel/thread_tracks.h"

namespace tp::lttng {

class Part {
 public:
  // `label` tells the trace from the others of the drop; empty if there are no others. `shift`, in nanoseconds, moves
  // it to the common time axis. `files`, `traces` and `trace` are used during the call only; `reader` outlives this
  // object.
  Part(const FileSet& files, const std::vector<TraceRoot>& traces, const TraceRoot& trace, std::string label,
       Time shift, TraceReader& reader);
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  // Returns one stream for each file, in the order of the files, and adds their tracks. To be called once.
  std::vector<StreamInfo> makeStreams();
  // Returns the streams that the merge needs, as positions in makeStreams().
  std::vector<uint32_t> merged() const;
  void describe(const TraceRoot& trace, TraceInfo& out) const;

  const Shared& shared() const { return shared_; }
  std::unique_ptr<StreamDecoder> decoder(size_t file);
  std::unique_ptr<StreamMerger> merger();

 private:
  TrackId heading();
  TrackId eventTrack(const TraceFile& file);
  void findMissing(const std::string& folder);

  std::string label_;
  Shared shared_;
  kernel::ThreadTracks threads_;
  std::vector<TrackId> eventTracks_;  // By file.
  std::vector<TrackId> cpuTracks_;    // By CPU.
  std::set<uint32_t> untold_;         // CPUs whose file with switches is missing.
};

}  // namespace tp::lttng
