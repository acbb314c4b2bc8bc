#include "core/formats/ctf/part.h"

#include <algorithm>

#include "core/formats/ctf/state_merger.h"

namespace tp::ctf {
namespace {

std::vector<Clock> clocksOf(const TraceLayout& layout) {
  std::vector<Clock> out;
  for (const StreamLayout& stream : layout.streams())
    out.push_back(stream.program->clock != nullptr ? Clock(*stream.program->clock) : Clock());
  return out;
}

}  // namespace

Part::Part(Trace trace, std::string label, kernel::ThreadTracks& threads, std::string machine, FunctionNames& functions,
           TraceReader& reader)
    : label_(std::move(label)),
      machine_(std::move(machine)),
      shared_{std::move(trace), {}, reader, threads, functions, {}, {}},
      isKernel_(shared_.trace.layout->hasSwitches()) {
  shared_.clocks = clocksOf(*shared_.trace.layout);
  shared_.process = processOf(shared_.trace.layout->trace());
}

const Clock& Part::clock() const {
  const std::vector<StreamLayout>& streams = shared_.trace.layout->streams();
  for (size_t i = 0; i < streams.size(); ++i)
    if (streams[i].program->clock != nullptr) return shared_.clocks[i];
  return shared_.clocks.front();
}

std::string Part::clockId() const {
  for (const StreamLayout& stream : shared_.trace.layout->streams())
    if (stream.program->clock != nullptr) return stream.program->clock->uid;
  return {};
}

void Part::shift(Time time) {
  for (Clock& clock : shared_.clocks) clock.setShift(time);
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

// The events of a program that tell no thread.
TrackId Part::processTrack() {
  TrackTable& tracks = shared_.reader.tracks();
  const Process& process = shared_.process;
  Track events;
  events.key.kind = TrackKind::Events;
  events.key.pid = process.pid;
  events.parent = shared_.threads.process(process.pid);
  tracks.setName(events.parent, process.name, {Knowledge::By::Trace});
  events.key.label = tracks[events.parent].key.label;
  events.name = "events";
  events.order = -1;
  return tracks.add(events);
}

// The events of a file are on the track of its process, if it is that of a program; else on that of its CPU or, if it
// has none, on one of their own.
TrackId Part::eventTrack(const DataFile& file, size_t number) {
  if (shared_.process.pid > 0) return processTrack();
  TrackTable& tracks = shared_.reader.tracks();
  Track group;
  group.key.kind = TrackKind::Group;
  // The tracks of a kernel's CPUs belong to its threads.
  const std::string& label = isKernel_ ? machine_ : label_;
  group.key.label = !file.hasCpu ? "streams " + label : label.empty() ? "" : "cpus " + label;
  group.parent = heading();
  group.name = file.hasCpu ? "CPUs" : "streams";
  group.order = -1;
  Track events;
  events.key.kind = TrackKind::Events;
  events.key.cpu = file.cpu;
  events.key.label = file.hasCpu ? label : file.path;
  events.parent = tracks.add(group);
  events.name = file.hasCpu ? "events" : file.name;
  events.detail = file.hasCpu ? "CPU " + std::to_string(file.cpu) : "";
  events.order = file.hasCpu ? file.cpu * int64_t{4} + 1 : static_cast<int64_t>(number);
  if (isKernel_ && file.hasCpu) addCpuTrack(events, static_cast<uint32_t>(file.cpu));
  return tracks.add(events);
}

// Which thread runs there.
void Part::addCpuTrack(const Track& events, uint32_t cpu) {
  Track track = events;
  track.key.kind = TrackKind::Cpu;
  track.name = std::exchange(track.detail, {});
  track.order = events.order - 1;
  // Below kernel::kMaxCpus: settleFiles() has seen to it.
  if (cpu >= cpuTracks_.size()) cpuTracks_.resize(cpu + size_t{1}, kNoTrack);
  cpuTracks_[cpu] = shared_.reader.tracks().add(track);
}

std::vector<StreamInfo> Part::makeStreams() {
  std::vector<StreamInfo> out;
  for (size_t i = 0; i < shared_.trace.files.size(); ++i) {
    const DataFile& file = shared_.trace.files[i];
    eventTracks_.push_back(eventTrack(file, i));
    StreamInfo stream;
    stream.name = label_.empty() ? file.name : label_ + "/" + file.name;
    stream.file = file.position;
    stream.extents = file.extents;
    if (isKernel_) {
      stream.cpu = file.cpu;
      stream.withOthers = file.hasCpu;
      stream.machine = machine_;
    }
    out.push_back(std::move(stream));
  }
  return out;
}

void Part::describe(TraceInfo& out) const {
  const TraceClass& trace = shared_.trace.layout->trace();
  const auto add = [&](const std::string& what, std::string value) {
    out.metadata.emplace_back(label_.empty() ? what : label_ + ": " + what, std::move(value));
  };
  if (!label_.empty()) add("version", trace.version == 2 ? "2" : "1.8");
  for (const auto& [name, value] : trace.environment)
    if (!value.empty()) add(name, value);
  for (const DataFile& file : shared_.trace.files)
    if (file.hasCpu) out.cpus = std::max(out.cpus, static_cast<uint32_t>(file.cpu) + 1);
}

std::string Part::merged() const {
  if (isKernel_ && !cpuTracks_.empty()) return "processes";
  return hasCalls(*shared_.trace.layout, false) ? "calls" : "";
}

std::unique_ptr<StreamDecoder> Part::decoder(size_t file) {
  return std::make_unique<FileDecoder>(shared_, shared_.trace.files[file], eventTracks_[file], !isKernel_);
}

std::unique_ptr<StreamMerger> Part::merger() {
  if (isKernel_) return std::make_unique<StateMerger>(shared_, cpuTracks_, machine_, heading());
  return std::make_unique<CallMerger>(shared_, shared_.threads);
}

}  // namespace tp::ctf
