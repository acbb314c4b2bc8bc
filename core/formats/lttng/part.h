// One trace of a drop, which may hold several: its files, its clock, and the tracks that its events are on.
#pragma once

#include "core/formats/lttng/stream_decoder.h"
#include "core/kernel/thread_tracks.h"

namespace tp::lttng {

class Part {
 public:
  // `label` tells it from the other traces of the drop; empty: there are none. `shift` puts it on their time axis.
  Part(const FileSet& files, const std::vector<TraceRoot>& traces, const TraceRoot& trace, std::string label,
       Time shift, TraceReader& reader);
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  // One for each file, in their order.
  std::vector<StreamInfo> makeStreams();
  // The streams by whose events processes are followed: positions among those of makeStreams().
  std::vector<uint32_t> merged() const;
  void describe(const TraceRoot& trace, TraceInfo& out) const;

  std::unique_ptr<StreamDecoder> decoder(size_t file);
  std::unique_ptr<StreamMerger> merger();

 private:
  TrackId heading();
  TrackId eventTrack(const TraceFile& file);

  std::string label_;
  Shared shared_;
  kernel::ThreadTracks threads_;
  std::vector<TrackId> eventTracks_;  // by file
  std::vector<TrackId> cpuTracks_;    // by CPU
};

}  // namespace tp::lttng
