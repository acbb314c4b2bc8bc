// One trace of a drop, which may contain several: its files, its clocks, and the tracks of its events.
#pragma once

#include "core/formats/ctf/call_merger.h"

namespace tp::ctf {

class Part {
 public:
  // `label` tells the trace from the others of the drop; empty if there are no others. `threads` are those of the
  // machine, which `machine` names as in the labels of their tracks. The references outlive this object.
  Part(Trace trace, std::string label, kernel::ThreadTracks& threads, std::string machine, FunctionNames& functions,
       TraceReader& reader);
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  // The clock of its first stream that has one, else one that counts events.
  const Clock& clock() const;
  // Identifies that clock; empty if nothing does.
  std::string clockId() const;
  // Moves the trace to the axis of another one, in nanoseconds.
  void shift(Time time);
  // Returns one stream for each file, in their order, and adds their tracks. To be called once.
  std::vector<StreamInfo> makeStreams();
  void describe(TraceInfo& out) const;
  const std::string& metadata() const { return shared_.trace.metadata; }

  // What is to be derived from all of its streams together: "processes", "calls"; empty: nothing.
  std::string merged() const;
  // Whether programs can name calls.
  bool hasAddresses() const { return hasCalls(*shared_.trace.layout, true); }

  std::unique_ptr<StreamDecoder> decoder(size_t file);
  // Only if merged() is not empty.
  std::unique_ptr<StreamMerger> merger();

 private:
  TrackId heading();
  TrackId eventTrack(const DataFile& file, size_t number);
  TrackId processTrack();
  void addCpuTrack(const Track& events, uint32_t cpu);

  std::string label_, machine_;
  Shared shared_;
  const bool isKernel_;               // it tells which thread runs on each CPU
  std::vector<TrackId> eventTracks_;  // by file
  std::vector<TrackId> cpuTracks_;    // by CPU, of a kernel
};

}  // namespace tp::ctf
