#include "core/formats/tracecmd/event_schema.h"

#include "core/kernel/field_value.h"

namespace tp::tracecmd {
namespace {

RowValue wordsValue(std::string_view text) {
  RowValue value;
  value.kind = RowValue::Kind::Words;
  value.text = text;
  return value;
}

}  // namespace

EventSchema::Layout EventSchema::layoutOf(const Event& event, const std::vector<kernel::Parameter>& parameters,
                                          uint32_t wordSize) {
  Layout out;
  auto addFields = [&out](const std::vector<Field>& fields, bool common) {
    for (const Field& field : fields) {
      out.fields.push_back(&field);
      out.entries.push_back({field.name, common});
    }
  };
  addFields(event.format.fields, false);
  size_t word = 0;
  for (const kernel::Parameter& parameter : parameters) {
    if (parameter.form == kernel::Parameter::Form::Variable) break;
    if (!parameter.name.empty() && event.format.find(parameter.name) == nullptr) {
      out.arguments.push_back({parameter, word});
      out.entries.push_back({std::string(parameter.name), false});
    }
    word += kernel::wordsOf(parameter, wordSize);
  }
  addFields(event.format.common, true);
  return out;
}

EventSchema::EventSchema(const Event& event, EventText& text, const std::vector<kernel::Parameter>& parameters)
    : EventSchema(event, text, layoutOf(event, parameters, text.context().longSize)) {}

EventSchema::EventSchema(const Event& event, EventText& text, Layout layout)
    : RowSchema(event.format.system, std::move(layout.entries)),
      event_(event),
      text_(text),
      arguments_(std::move(layout.arguments)),
      fields_(std::move(layout.fields)) {}

const EventSchema::Argument* EventSchema::argumentAt(size_t field) const {
  const size_t own = event_.format.fields.size();
  return field >= own && field - own < arguments_.size() ? &arguments_[field - own] : nullptr;
}

const Field& EventSchema::fieldAt(size_t field) const {
  return *fields_[field < event_.format.fields.size() ? field : field - arguments_.size()];
}

RowValue EventSchema::read(size_t field, const RowBytes& of, std::string& room) const {
  if (const Argument* argument = argumentAt(field))
    return kernel::readArgument(argument->parameter, argument->word, text_.argumentsOf(event_, of.payload), room);
  const Field& own = fieldAt(field);
  if (&own == event_.arguments && text_.callArguments(room, event_, of.payload)) return wordsValue(room);
  RowValue value = kernel::readValue(own, of.payload, text_.context().endian, room);
  // The kernel keeps results as unsigned words, whatever they are.
  if (&own == event_.result && value.isWhole() && EventText::isError(value.number, value.size)) {
    value.kind = RowValue::Kind::Signed;
    if (value.size == sizeof(int32_t)) value.number = static_cast<uint64_t>(static_cast<int32_t>(value.number));
  }
  return value;
}

RowValue EventSchema::element(size_t field, uint64_t number, const RowBytes& of) const {
  if (argumentAt(field) != nullptr) return {};
  return kernel::readElement(fieldAt(field), number, of.payload, text_.context().endian);
}

EventSchemas::EventSchemas(const Events& events, EventText& text) : text_(text) {
  for (size_t i = 0; i < events.size(); ++i) schemas_.push_back(std::make_unique<EventSchema>(events.at(i), text));
}

const EventSchema& EventSchemas::of(const Event& event, Bytes record) {
  const EventSchema& plain = *schemas_[event.number];
  if (text_.argumentsOf(event, record).count() == 0) return plain;
  const auto address = static_cast<uint64_t>(fieldNumber(*event.function, record, text_.context().endian));
  auto [at, fresh] = calls_.try_emplace({event.number, text_.functionAt(address)}, nullptr);
  if (fresh)
    if (const auto parameters = text_.parametersOf(event, record))
      at->second = std::make_unique<EventSchema>(event, text_, *parameters);
  return at->second ? *at->second : plain;
}

}  // namespace tp::tracecmd
