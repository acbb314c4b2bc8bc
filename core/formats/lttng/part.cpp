#include "core/formats/lttng/part.h"

#include <algorithm>
#include <map>

#include "core/formats/lttng/facilities.h"
#include "core/formats/lttng/first_switch.h"
#include "core/formats/lttng/state_merger.h"

namespace tp::lttng {

Part::Part(const FileSet& files, const std::vector<TraceRoot>& traces, const TraceRoot& trace, std::string label,
           Time shift, TraceReader& reader)
    : label_(std::move(label)),
      shared_{findTraceFiles(files, traces, trace, reader.warnings()),
              Markers(trace.first.layout, reader.names()),
              Clock(trace.first, shift),
              SymbolTables(shared_.files, shared_.markers, shared_.clock),
              reader,
              {}},
      threads_(reader.tracks(), label_, nullptr, heading()) {
  std::vector<std::string> channels;
  for (const TraceFile& file : shared_.files) channels.push_back(file.channel);
  if (trace.first.layout.facilities()) {
    readFacilities(files, trace.path, shared_.files, shared_.markers, reader.names(), reader.warnings());
  } else {
    for (const TraceFile& file : shared_.files)
      if (file.metadata) readMetadata(file, shared_.markers, reader.warnings());
  }
  shared_.markers.finish(channels, files.files()[trace.position].path, reader.warnings());
  findMissing(trace.path);
}

// Each channel has a file for each CPU. Where that with the switches is missing, nobody knows who ran.
void Part::findMissing(const std::string& folder) {
  std::map<std::string_view, std::set<uint32_t>> channels;
  std::set<uint32_t> cpus;
  for (const TraceFile& file : shared_.files) {
    if (file.tid > 0 || file.metadata) continue;
    channels[file.channel].insert(file.cpu);
    cpus.insert(file.cpu);
  }
  for (const auto& one : channels) {
    const std::string_view channel = one.first;
    const std::set<uint32_t>& there = one.second;
    if (there.size() == cpus.size()) continue;
    const bool switches = std::any_of(shared_.files.begin(), shared_.files.end(), [&](const TraceFile& file) {
      return file.channel == channel &&
             firstRunner(file, shared_.markers.channel(file.channel), shared_.reader.names()).has_value();
    });
    for (uint32_t cpu : cpus) {
      if (!switches || there.contains(cpu)) continue;
      shared_.reader.warnings().add(folder + std::string(channel) + "_" + std::to_string(cpu), kNoOffset,
                                    "the switches of CPU " + std::to_string(cpu), "none: the file is missing");
      untold_.insert(cpu);
    }
  }
}

TrackId Part::heading() {
  if (label_.empty()) return kNoTrack;
  Track group;
  group.key.kind = TrackKind::Group;
  group.key.label = "trace " + label_;
  group.name = label_;
  group.detail = "trace";
  return shared_.reader.tracks().add(group);
}

// A thread's own file has its events on the thread's track, the others on those of the CPUs.
TrackId Part::eventTrack(const TraceFile& file) {
  TrackTable& tracks = shared_.reader.tracks();
  if (file.tid > 0) {
    threads_.setKnownProcess(file.tid, file.pid);
    return threads_.of(file.tid).events;
  }
  Track group;
  group.key.kind = TrackKind::Group;
  group.key.label = label_.empty() ? "" : "cpus " + label_;
  group.parent = heading();
  group.name = "CPUs";
  group.detail = "who runs";
  group.order = -1;
  Track events;
  events.key.kind = TrackKind::Events;
  events.key.cpu = static_cast<int32_t>(file.cpu);
  events.key.label = label_;
  events.parent = tracks.add(group);
  events.name = "events";
  events.detail = "CPU " + std::to_string(file.cpu);
  events.order = file.cpu * int64_t{4} + 1;
  Track cpu = events;
  cpu.key.kind = TrackKind::Cpu;
  cpu.name = std::exchange(cpu.detail, {});
  cpu.order = events.order - 1;
  // Below kernel::kMaxCpus, because isCandidate() rejects other names.
  if (file.cpu >= cpuTracks_.size()) cpuTracks_.resize(file.cpu + size_t{1}, kNoTrack);
  cpuTracks_[file.cpu] = tracks.add(cpu);
  return tracks.add(events);
}

std::vector<StreamInfo> Part::makeStreams() {
  std::vector<StreamInfo> out;
  for (const TraceFile& file : shared_.files) {
    eventTracks_.push_back(eventTrack(file));
    StreamInfo stream;
    stream.name = label_.empty() ? file.name : label_ + "/" + file.name;
    stream.file = file.position;
    stream.withOthers = file.tid <= 0 && !file.metadata;
    if (stream.withOthers) stream.cpu = static_cast<int32_t>(file.cpu);
    stream.switchesMissing = stream.cpu >= 0 && untold_.contains(file.cpu);
    stream.machine = label_;
    // The sub-buffers are found while the file is decoded.
    uint64_t from = file.firstPlace.at;
    stream.extents = {{from, file.entry.source->size() - from}};
    Time begin = shared_.clock.at(file.first.beginTsc), end = shared_.clock.at(file.endTsc);
    if (begin <= end) {
      stream.begin = begin;
      stream.end = end;
    }
    out.push_back(std::move(stream));
  }
  return out;
}

// The metadata say nothing about processes, and are in the order in which they were written.
std::vector<uint32_t> Part::merged() const {
  std::vector<uint32_t> out;
  for (uint32_t i = 0; i < shared_.files.size(); ++i)
    if (!shared_.files[i].metadata) out.push_back(i);
  return out;
}

void Part::describe(const TraceRoot& trace, TraceInfo& out) const {
  const SubBuffer& first = trace.first;
  const Layout& layout = first.layout;
  auto add = [&](const char* what, std::string value) {
    out.metadata.emplace_back(label_.empty() ? what : label_ + ": " + what, std::move(value));
  };
  if (!label_.empty()) add("version", layout.version());
  add("byte order", layout.endian == Endian::Little ? "little endian" : "big endian");
  add("architecture", std::to_string(layout.archSize * 8) + " bits");
  add("alignment", layout.alignment == 0 ? "packed" : std::to_string(layout.alignment));
  add("clock frequency", std::to_string(first.frequency) + " Hz, scale " + std::to_string(first.scale));
  uint32_t cpus = 0;
  for (const TraceFile& file : shared_.files) cpus = std::max(cpus, file.cpu + 1);
  out.cpus += cpus;
}

std::unique_ptr<StreamDecoder> Part::decoder(size_t file) {
  return std::make_unique<TraceFileDecoder>(shared_, shared_.files[file], eventTracks_[file]);
}

std::unique_ptr<StreamMerger> Part::merger() {
  return std::make_unique<StateMerger>(shared_, threads_, cpuTracks_, merged(), untold_, label_, heading());
}

}  // namespace tp::lttng
