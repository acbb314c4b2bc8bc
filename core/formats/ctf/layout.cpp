#include "core/formats/ctf/layout.h"

#include <algorithm>

#include "core/formats/ctf/meanings.h"
#include "core/formats/ctf/metadata.h"

namespace tp::ctf {

Result<std::unique_ptr<TraceLayout>> TraceLayout::read(const FileEntry& metadata, NameTable& names,
                                                       WarningLog& warnings) {
  const Result<MetadataText> text = readMetadataText(metadata, warnings);
  if (!text) return text.error();
  const size_t first = text->text.find_first_not_of("\x1e \t\r\n");
  const bool isJson = first != std::string::npos && text->text[first] == '{';
  Result<TraceClass> trace =
      isJson ? parseJson(text->text, metadata.path, warnings) : parseTsdl(text->text, metadata.path, warnings);
  if (!trace) return trace.error();
  std::unique_ptr<TraceLayout> out(new TraceLayout);
  out->trace_ = std::move(*trace);
  Result<std::unique_ptr<TraceProgram>> program = compile(out->trace_, metadata.path, warnings);
  if (!program) return program.error();
  out->program_ = std::move(*program);
  out->packetHeader_ = SkipProgram(out->program_->packetHeader);
  const std::vector<Node>& header = out->program_->packetHeader.nodes;
  out->hasMagic_ = std::any_of(header.begin(), header.end(), [](const Node& node) { return node.role == Role::Magic; });
  out->streams_.resize(out->program_->streams.size());
  for (size_t i = 0; i < out->streams_.size(); ++i) {
    StreamLayout& stream = out->streams_[i];
    stream.program = &out->program_->streams[i];
    stream.packetContext = SkipProgram(stream.program->packetContext);
    stream.eventHeader = SkipProgram(stream.program->eventHeader);
    if (!stream.program->eventHeader.nodes.empty())
      stream.headerAlignment = stream.program->eventHeader.nodes.front().field->alignment;
    stream.firstEvent = out->events_.size();
    for (const EventProgram& event : stream.program->events) {
      const uint64_t id = event.event->id;
      if (stream.find(id) != 0) {
        warnings.add(metadata.path, kNoOffset, "an id for each event",
                     std::to_string(id) + " once more, for " + event.event->name + ", which is left out");
        continue;
      }
      EventLayout layout;
      layout.program = &event;
      layout.stream = &stream;
      layout.body = SkipProgram(stream.program->eventContext);
      layout.body.append(event.context);
      layout.body.append(event.payload);
      layout.meaning = meaningOf(out->trace_, event.event->name);
      layout.name = names.intern(event.event->name.empty() ? "event " + std::to_string(id) : event.event->name);
      out->events_.push_back(std::move(layout));
      const auto number = static_cast<uint32_t>(out->events_.size());
      if (id < StreamLayout::kUsualIds) {
        if (id >= stream.byId.size()) stream.byId.resize(static_cast<size_t>(id) + 1);
        stream.byId[static_cast<size_t>(id)] = number;
      } else {
        stream.others[id] = number;
      }
    }
  }
  return out;
}

bool TraceLayout::hasSwitches() const {
  return std::any_of(events_.begin(), events_.end(), [](const EventLayout& event) { return event.switches(); });
}

const StreamLayout* TraceLayout::stream(bool stated, uint64_t id) const {
  if (!stated && streams_.size() == 1) return &streams_.front();
  if (!stated) id = 0;
  for (const StreamLayout& one : streams_)
    if (one.program->stream->id == id) return &one;
  return nullptr;
}

}  // namespace tp::ctf
