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

RowValue wordsValue(std::string_view text) {
  RowValue value;
  value.kind = RowValue::Kind::Words;
  value.text = text;
  return value;
}

}  // namespace

std::vector<EventSchema::Source> EventSchema::sourcesOf(const Event& event,
                                                        const std::vector<kernel::Parameter>& parameters,
                                                        uint32_t wordSize) {
  std::vector<Source> out;
  for (const Field& field : event.format.fields)
    out.push_back({&field == event.callers ? Source::Kind::Callers : Source::Kind::Field, &field});
  if (isStack(event)) {
    out.push_back({Source::Kind::Stack});
    out.push_back({Source::Kind::Frames});
  }
  const bool call = event.meaning == Meaning::SyscallEntry && event.syscall != nullptr;
  if (const Field* list = call ? event.format.find("args") : nullptr; list != nullptr && list->elementSize > 0) {
    constexpr size_t kMax = 6;
    for (size_t i = 0; i < std::min<size_t>(kMax, list->size / list->elementSize); ++i)
      out.push_back({Source::Kind::Argument, list, i});
  }
  size_t word = 0;
  for (const kernel::Parameter& parameter : parameters) {
    if (parameter.form == kernel::Parameter::Form::Variable) break;
    if (!parameter.name.empty() && event.format.find(parameter.name) == nullptr)
      out.push_back({Source::Kind::Parameter, nullptr, word, parameter});
    word += kernel::wordsOf(parameter, wordSize);
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
    case Source::Kind::Parameter:
      return std::string(source.parameter.name);
    default:
      return source.field->name;
  }
}

std::vector<RowSchema::Entry> EventSchema::entriesOf(const Event& event, const std::vector<Source>& sources) {
  const size_t common = sources.size() - event.format.common.size();
  std::vector<RowSchema::Entry> out;
  for (const Source& source : sources) out.push_back({nameOf(source), out.size() >= common});
  return out;
}

EventSchema::EventSchema(const Event& event, EventText& text, const StackNames& stacks,
                         const std::vector<kernel::Parameter>& parameters)
    : EventSchema(event, text, stacks, sourcesOf(event, parameters, text.context().longSize)) {}

EventSchema::EventSchema(const Event& event, EventText& text, const StackNames& stacks, std::vector<Source> sources)
    : RowSchema(event.format.system, entriesOf(event, sources)),
      event_(event),
      text_(text),
      stacks_(stacks),
      sources_(std::move(sources)) {}

RowValue EventSchema::read(size_t field, const RowBytes& of, std::string& room) const {
  const Source& source = sources_[field];
  RowValue value;
  switch (source.kind) {
    case Source::Kind::Field:
      return readField(*source.field, of, room);
    case Source::Kind::Argument:
      return readArgument(source, of, room);
    case Source::Kind::Parameter:
      return kernel::readArgument(source.parameter, source.number, text_.argumentsOf(event_, of.payload), room);
    case Source::Kind::Stack:
      room.clear();
      stacks_.append(room, event_, of.payload, ";");
      value.kind = RowValue::Kind::Text;
      value.text = room;
      return value;
    case Source::Kind::Frames:
      value.kind = RowValue::Kind::Unsigned;
      value.size = sizeof(uint32_t);
      value.number = stacks_.framesOf(event_, of.payload).size();
      return value;
    case Source::Kind::Callers:
      break;
  }
  return listValue(stacks_.framesOf(event_, of.payload).size(), room,
                   [&](uint64_t i) { return element(field, i, of); });
}

RowValue EventSchema::readField(const Field& field, const RowBytes& of, std::string& room) const {
  if (&field == event_.arguments && text_.callArguments(room, event_, of.payload)) return wordsValue(room);
  RowValue value = kernel::readValue(field, of.payload, text_.context().endian, room);
  // As in the event's text.
  if (&field == event_.text && value.text.ends_with('\n')) value.text.remove_suffix(1);
  // The kernel keeps results as unsigned words, whatever they are.
  if (&field == event_.result && value.isWhole() && EventText::isError(value.number, value.size)) {
    value.kind = RowValue::Kind::Signed;
    if (value.size == sizeof(int32_t)) value.number = static_cast<uint64_t>(static_cast<int32_t>(value.number));
  }
  return value;
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

EventSchemas::EventSchemas(const Events& events, EventText& text, const StackNames& stacks)
    : text_(text), stacks_(stacks) {
  for (size_t i = 0; i < events.size(); ++i)
    schemas_.push_back(std::make_unique<EventSchema>(events.at(i), text, stacks));
}

const EventSchema& EventSchemas::of(const Event& event, Bytes record) {
  const EventSchema& plain = *schemas_[event.number];
  if (text_.argumentsOf(event, record).count() == 0) return plain;
  const auto address = static_cast<uint64_t>(fieldNumber(*event.function, record, text_.context().endian));
  auto [at, fresh] = calls_.try_emplace({event.number, text_.functionAt(address)}, nullptr);
  if (fresh)
    if (const auto parameters = text_.parametersOf(event, record))
      at->second = std::make_unique<EventSchema>(event, text_, stacks_, *parameters);
  return at->second ? *at->second : plain;
}

}  // namespace tp::tracecmd
