#include "core/formats/lttng/reader.h"

#include <algorithm>

#include "core/formats/lttng/state_merger.h"

namespace tp::lttng {
namespace {

// The first tracefile there is, or else the first of a version that is not read here.
struct Survey {
  HeaderState state = HeaderState::None;
  size_t position = 0;
  SubBuffer header;
};

Survey survey(const FileSet& files, bool metadataOnly) {
  Survey out;
  for (size_t i = 0; i < files.files().size(); ++i) {
    Candidate candidate;
    const FileEntry& entry = files.files()[i];
    if (!isCandidate(entry, i, candidate)) continue;
    if (metadataOnly && candidate.channel != "metadata" && candidate.channel != "facilities") continue;
    SubBuffer header;
    std::vector<std::byte> head = readAll(*entry.source, 0, kHeadBytes);
    HeaderState state = readSubBuffer(head, header);
    bool good = state == HeaderState::Good && (!metadataOnly || isMetadata(candidate.channel, header.layout));
    if (good) return {state, i, header};
    if (state == HeaderState::OtherVersion && out.state == HeaderState::None) out = {state, i, header};
  }
  return out;
}

class Reader final : public TraceReader {
 public:
  Reader(const FileSet& files, const Survey& metadata)
      : shared_{findTraceFiles(files, metadata.position, metadata.header.layout, warnings_),
                Markers(metadata.header.layout, names_), Clock(metadata.header),
                SymbolTables(shared_.files, shared_.markers, shared_.clock), *this},
        threads_(tracks_, {}, nullptr) {
    for (const TraceFile& file : shared_.files)
      if (file.metadata) readMetadata(file, shared_.markers, warnings_);
    std::vector<std::string> channels;
    for (const TraceFile& file : shared_.files) channels.push_back(file.channel);
    shared_.markers.finish(channels, files.files()[metadata.position].path, warnings_);
    describeTrace(metadata.header);
    for (const TraceFile& file : shared_.files) addStream(file);
    MergeInfo merge;
    merge.name = "processes";
    // What describes the events tells nothing of processes, and is in the order of its own writing.
    for (uint32_t i = 0; i < shared_.files.size(); ++i)
      if (!shared_.files[i].metadata) merge.inputs.push_back(i);
    if (!merge.inputs.empty()) merges_.push_back(std::move(merge));
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override {
    if (stream >= eventTracks_.size()) return nullptr;
    return std::make_unique<TraceFileDecoder>(shared_, shared_.files[stream], eventTracks_[stream]);
  }

  std::unique_ptr<StreamMerger> merger(size_t) override {
    return std::make_unique<StateMerger>(shared_, threads_, cpuTracks_);
  }

 private:
  void describeTrace(const SubBuffer& first);
  void addStream(const TraceFile& file);

  Shared shared_;
  kernel::ThreadTracks threads_;
  std::vector<TrackId> eventTracks_;
  std::vector<TrackId> cpuTracks_;  // by CPU
};

void Reader::describeTrace(const SubBuffer& first) {
  const Layout& layout = first.layout;
  info_.format = "lttng";
  info_.version = layout.version();
  info_.clock = shared_.clock.info();
  info_.metadata.emplace_back("byte order", layout.endian == Endian::Little ? "little endian" : "big endian");
  info_.metadata.emplace_back("architecture", std::to_string(layout.archSize * 8) + " bits");
  info_.metadata.emplace_back("alignment", layout.alignment == 0 ? "packed" : std::to_string(layout.alignment));
  info_.metadata.emplace_back("clock frequency",
                              std::to_string(first.frequency) + " Hz, scale " + std::to_string(first.scale));
  for (const TraceFile& file : shared_.files) info_.cpus = std::max(info_.cpus, file.cpu + 1);
}

void Reader::addStream(const TraceFile& file) {
  Track group;
  group.key.kind = TrackKind::Group;
  group.name = "CPUs";
  group.detail = "who runs";
  group.order = -1;
  Track events;
  events.key.kind = TrackKind::Events;
  events.key.cpu = static_cast<int32_t>(file.cpu);
  events.parent = tracks_.add(group);
  events.name = "events";
  events.order = file.cpu * int64_t{4} + 1;
  Track cpu = events;
  cpu.key.kind = TrackKind::Cpu;
  cpu.name = "CPU " + std::to_string(file.cpu);
  cpu.order = events.order - 1;
  constexpr uint32_t kMostCpus = 4096;
  if (file.cpu >= cpuTracks_.size() && file.cpu < kMostCpus) cpuTracks_.resize(file.cpu + size_t{1}, kNoTrack);
  if (file.cpu < cpuTracks_.size()) cpuTracks_[file.cpu] = tracks_.add(cpu);
  eventTracks_.push_back(tracks_.add(events));

  StreamInfo stream;
  stream.name = file.name;
  stream.file = file.position;
  stream.extents = file.extents;
  Time begin = shared_.clock.at(file.first.beginTsc), end = shared_.clock.at(file.endTsc);
  if (begin <= end) {
    bool first = info_.begin > info_.end;
    stream.begin = begin;
    stream.end = end;
    info_.begin = first ? begin : std::min(info_.begin, begin);
    info_.end = first ? end : std::max(info_.end, end);
  }
  streams_.push_back(std::move(stream));
}

}  // namespace

Probe probe(const FileSet& files) {
  Survey found = survey(files, false);
  if (found.state == HeaderState::Good) return {100, {}};
  if (found.state == HeaderState::None) return {};
  return {0, files.files()[found.position].path + " is a tracefile of LTTng, version " + found.header.layout.version() +
                 ", of which the versions 1.0 and 2.0 to 2.6 are read"};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  Survey found = survey(files, true);
  if (found.state != HeaderState::Good)
    return Error{files.displayName(), kNoOffset,
                 "holds tracefiles of LTTng, but not the one that describes their events (metadata_0, or "
                 "control/facilities_0): drop the whole folder of the trace"};
  return std::unique_ptr<TraceReader>(std::make_unique<Reader>(files, found));
}

}  // namespace tp::lttng
