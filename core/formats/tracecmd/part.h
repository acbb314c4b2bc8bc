// One trace.dat of those that were opened together: a host and its guests.
#pragma once

#include <map>
#include <optional>

#include "core/formats/tracecmd/cpu_decoder.h"
#include "core/formats/tracecmd/machine.h"
#include "core/formats/tracecmd/thread_merger.h"

namespace tp::tracecmd {

class Part {
 public:
  // `label` tells the file from the others; it is empty for the first one. `position` is that in FileSet::files(). Adds
  // the file's streams, tracks and merge to those of `into`, whose references outlive this object.
  struct Into {
    TraceReader& reader;
    TraceInfo& info;
    std::vector<StreamInfo>& streams;
    std::vector<MergeInfo>& merges;
  };
  Part(const FileEntry& entry, size_t position, TraceFile file, std::string label, Into into);

  // `stream` is counted from the part's first one.
  std::unique_ptr<StreamDecoder> decoder(size_t stream, bool bare);
  std::unique_ptr<StreamMerger> merger();
  // As TraceReader::assumeMachine(). `info` is that of the reader.
  void assumeMachine(const std::string& machine, TraceInfo& info);
  size_t streams() const { return cpus_.size(); }
  bool hasMerge() const { return !cpus_.empty(); }
  const TraceFile& file() const { return file_; }
  const Events& events() const { return events_; }
  kernel::ThreadTracks& threads() { return threads_; }

 private:
  void listCpus(const Buffer& buffer, size_t position, Into into);
  void listEmptyCpus(size_t position, Into into);
  void listCpu(const Buffer& buffer, const CpuData& data, size_t position, Into into);
  TrackId group(const Buffer& buffer, TrackTable& tracks);
  std::string labelOf(const Buffer& buffer) const;
  std::string aboutCallsLabel() const { return label_.empty() ? "system calls" : "system calls of " + label_; }
  EventWords& wordsOf(const Buffer& buffer, WarningLog& warnings);
  void peek(const Buffer& buffer, StreamInfo& stream, TraceInfo& info);
  void findSwitches();
  void lookForSwitches();
  void lookForWakings();
  // Returns how many bytes of each stream are looked through for an event that any of them may have.
  uint64_t shareOfPeek() const;
  // Returns the time of the stream's first event of this meaning among the first `most` bytes; nullopt if there is
  // none.
  std::optional<Time> first(Meaning meaning, uint32_t stream, uint64_t most);

  const FileEntry entry_;
  const TraceFile file_;
  const std::string label_;
  Events events_;
  CommandLines commands_;
  ProcessMaps maps_;
  EventWords words_;
  // Of buffers that outlived a boot, by what they say of it.
  std::map<std::string, EventWords> bootWords_;
  kernel::ThreadTracks threads_;
  Machine machine_;
  kernel::SyscallNames syscalls_;
  Shared shared_;
  std::vector<CpuStream> cpus_;
  size_t firstStream_ = 0;                               // Position of the part's first stream among the reader's.
  std::map<uint32_t, std::vector<uint32_t>> streamsOf_;  // By CPU: positions in cpus_.
  // For CPUs that several buffers record: the position in cpus_ of the stream with the first switch, or
  // RecordedInputs::kNone. Not set before the first decoder() or merger() needs it, as are Shared::hasSwitches and
  // Shared::hasWakings.
  std::optional<std::map<uint32_t, uint32_t>> switches_;
};

}  // namespace tp::tracecmd
