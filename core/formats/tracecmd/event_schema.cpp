#include "core/formats/tracecmd/event_schema.h"

#include <algorithm>

#include "core/kernel/field_value.h"
#include "core/text/number_text.h"

namespace tp::tracecmd {
namespace {

RowValue addressOf(uint64_t address, uint32_t longSize) {
  RowValue value;
  value.kind = RowValue::Kind::Unsigned;
  value.size = static_cast<uint8_t>(longSize);
  value.number = address;
  return value;
}

bool mayBeAddress(const RowValue& value) {
  constexpr uint64_t kSmall = 0xffff;
  return value.kind == RowValue::Kind::Unsigned && value.number > kSmall;
}

}  // namespace

std::vector<EventSchema::Source> EventSchema::sourcesOf(const Event& event) {
  std::vector<Source> out;
  for (const Field& field : event.format.fields)
    out.push_back({&field == event.callers ? Source::Kind::Callers : Source::Kind::Field, &field});
  if (isStack(event)) {
    out.push_back({Source::Kind::Stack});
    out.push_back({Source::Kind::Frames});
  }
  const bool call = event.meaning == Meaning::SyscallEntry && event.syscall != nullptr;
  if (const Field* list = call ? event.format.find("args") : nullptr; list != nullptr && list->elementSize > 0) {
    constexpr uint32_t kMost = 6;
    for (uint32_t i = 0; i < std::min(kMost, list->size / list->elementSize); ++i)
      out.push_back({Source::Kind::Argument, list, i});
  }
  for (const Field& field : event.format.common) out.push_back({Source::Kind::Field, &field});
  return out;
}

std::string EventSchema::nameOf(const Source& source) {
  switch (source.kind) {
    case Source::Kind::Stack:
      return "stack";
    case Source::Kind::Frames:
      return "frames";
    case Source::Kind::Argument:
      return "arg" + std::to_string(source.number + 1);
    default:
      return source.field->name;
  }
}

std::vector<RowSchema::Entry> EventSchema::entriesOf(const Event& event) {
  const size_t common = sourcesOf(event).size() - event.format.common.size();
  std::vector<RowSchema::Entry> out;
  for (const Source& source : sourcesOf(event)) out.push_back({nameOf(source), out.size() >= common});
  return out;
}

EventSchema::EventSchema(const Event& event, EventText& text, const StackNames& stacks)
    : RowSchema(event.format.system, entriesOf(event)),
      event_(event),
      text_(text),
      stacks_(stacks),
      sources_(sourcesOf(event)) {}

RowValue EventSchema::read(size_t field, const RowBytes& of, std::string& room) const {
  const Source& source = sources_[field];
  if (source.kind == Source::Kind::Field)
    return kernel::readValue(*source.field, of.payload, text_.context().endian, room);
  if (source.kind == Source::Kind::Argument) return readArgument(source, of, room);
  const StackFrames frames = stacks_.framesOf(event_, of.payload);
  RowValue value;
  switch (source.kind) {
    case Source::Kind::Stack:
      room.clear();
      stacks_.append(room, event_, of.payload, ";");
      value.kind = RowValue::Kind::Text;
      value.text = room;
      return value;
    case Source::Kind::Frames:
      value.kind = RowValue::Kind::Unsigned;
      value.size = sizeof(uint32_t);
      value.number = frames.size();
      return value;
    default:
      return listValue(frames.size(), room, [&](uint64_t i) { return element(field, i, of); });
  }
}

// An argument is a number of any meaning. One that may be an address is shown as the event's text shows it.
RowValue EventSchema::readArgument(const Source& source, const RowBytes& of, std::string& room) const {
  RowValue value = kernel::readElement(*source.field, source.number, of.payload, text_.context().endian);
  if (!mayBeAddress(value)) return value;
  room = "0x" + hexText(value.number);
  value.text = room;
  value.named = true;
  return value;
}

void EventSchema::addArguments(const Bytes& record, std::vector<ShownValue>& out) const {
  for (size_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i].kind != Source::Kind::Argument) continue;
    ShownValue shown;
    shown.name = fields()[i].name;
    shown.number = kernel::readElement(*sources_[i].field, sources_[i].number, record, text_.context().endian);
    if (mayBeAddress(shown.number)) shown.number.kind = RowValue::Kind::Address;
    out.push_back(shown);
  }
}

RowValue EventSchema::element(size_t field, uint64_t number, const RowBytes& of) const {
  const Source& source = sources_[field];
  if (source.kind == Source::Kind::Field)
    return kernel::readElement(*source.field, number, of.payload, text_.context().endian);
  if (source.kind != Source::Kind::Callers) return {};
  const StackFrames frames = stacks_.framesOf(event_, of.payload);
  if (number >= frames.size()) return {};
  return addressOf(frames.at(static_cast<size_t>(number)), text_.context().longSize);
}

EventSchemas::EventSchemas(const Events& events, EventText& text, const StackNames& stacks) {
  for (size_t i = 0; i < events.size(); ++i)
    schemas_.push_back(std::make_unique<EventSchema>(events.at(i), text, stacks));
}

}  // namespace tp::tracecmd
