#include "core/formats/ctf/part.h"

#include <algorithm>

#include "core/formats/ctf/call_merger.h"

namespace tp::ctf {
namespace {

std::vector<Clock> clocksOf(const TraceLayout& layout) {
  std::vector<Clock> out;
  for (const StreamLayout& stream : layout.streams())
    out.push_back(stream.program->clock != nullptr ? Clock(*stream.program->clock) : Clock());
  return out;
}

}  // namespace

Part::Part(Trace trace, std::string label, kernel::ThreadTracks& threads, TraceReader& reader)
    : label_(std::move(label)), shared_{std::move(trace), {}, reader, threads, {}, {}} {
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
  group.key.label = (file.hasCpu ? "cpus " : "streams ") + label_;
  group.parent = heading();
  group.name = file.hasCpu ? "CPUs" : "streams";
  group.order = -1;
  Track events;
  events.key.kind = TrackKind::Events;
  events.key.cpu = file.cpu;
  events.key.label = file.hasCpu ? label_ : file.path;
  events.parent = tracks.add(group);
  events.name = file.hasCpu ? "events" : file.name;
  events.detail = file.hasCpu ? "CPU " + std::to_string(file.cpu) : "";
  events.order = file.hasCpu ? file.cpu * int64_t{4} + 1 : static_cast<int64_t>(number);
  return tracks.add(events);
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
    stream.cpu = file.cpu;
    stream.withOthers = file.hasCpu;
    stream.machine = label_;
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
  return hasCalls(*shared_.trace.layout) ? "calls" : "";
}

std::unique_ptr<StreamDecoder> Part::decoder(size_t file) {
  return std::make_unique<FileDecoder>(shared_, shared_.trace.files[file], eventTracks_[file], true);
}

std::unique_ptr<StreamMerger> Part::merger() {
  return std::make_unique<CallMerger>(shared_, shared_.threads);
}

}  // namespace tp::ctf
