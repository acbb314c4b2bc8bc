#include "core/formats/lttng/reader.h"

#include <algorithm>

#include "core/formats/lttng/stream_decoder.h"

namespace tp::lttng {
namespace {

// The first tracefile that can be read, and the first of the metadata.
struct Survey {
  std::vector<Candidate> metadata;
  bool any = false;
  std::string path;          // of the first tracefile
  std::string otherVersion;  // of a tracefile that is not read here
};

Survey survey(const FileSet& files, bool firstOnly) {
  Survey out;
  for (size_t position = 0; position < files.files().size(); ++position) {
    Candidate candidate;
    const FileEntry& entry = files.files()[position];
    if (!peek(entry, position, candidate)) continue;
    if (candidate.state == HeaderState::OtherVersion && out.otherVersion.empty()) {
      out.otherVersion = candidate.header.layout.version();
      if (!out.any) out.path = entry.path;
    }
    if (candidate.state != HeaderState::Good) continue;
    if (!out.any) out.path = entry.path;
    out.any = true;
    if (isMetadata(candidate)) out.metadata.push_back(candidate);
    if (firstOnly) break;
  }
  return out;
}

class Reader final : public TraceReader {
 public:
  Reader(const FileSet& files, const Candidate& metadata)
      : shared_{findTraceFiles(files, metadata, warnings_), Markers(metadata.header.layout, names_),
                Clock(metadata.header), SymbolTables(shared_.files, shared_.markers, shared_.clock), *this} {
    for (const TraceFile& file : shared_.files)
      if (file.metadata) readMetadata(file, shared_.markers, warnings_);
    shared_.markers.finish(files.files()[metadata.position].path, warnings_);
    describeTrace(metadata.header);
    for (const TraceFile& file : shared_.files) addStream(file);
  }

  std::unique_ptr<StreamDecoder> decoder(size_t stream) override {
    if (stream >= eventTracks_.size()) return nullptr;
    return std::make_unique<TraceFileDecoder>(shared_, shared_.files[stream], eventTracks_[stream]);
  }

 private:
  void describeTrace(const SubBuffer& first);
  void addStream(const TraceFile& file);

  Shared shared_;
  std::vector<TrackId> eventTracks_;
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
  group.detail = "events";
  group.order = -1;
  Track events;
  events.key.kind = TrackKind::Events;
  events.key.cpu = static_cast<int32_t>(file.cpu);
  events.parent = tracks_.add(group);
  events.name = "CPU " + std::to_string(file.cpu);
  events.order = file.cpu;
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
  Survey found = survey(files, true);
  if (found.any) return {100, {}};
  if (found.otherVersion.empty()) return {};
  return {0, found.path + " is a tracefile of LTTng, version " + found.otherVersion +
                 ", of which the versions 1.0 and 2.0 to 2.6 are read"};
}

Result<std::unique_ptr<TraceReader>> open(const FileSet& files) {
  Survey found = survey(files, false);
  if (found.metadata.empty())
    return Error{
        found.path, kNoOffset,
        "is a tracefile of LTTng, but what describes its events is not beside it: drop the whole folder of the "
        "trace"};
  return std::unique_ptr<TraceReader>(std::make_unique<Reader>(files, found.metadata.front()));
}

}  // namespace tp::lttng
