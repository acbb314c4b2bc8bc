#include "core/formats/tracecmd/event_schema.h"

#include "core/kernel/field_value.h"

namespace tp::tracecmd {
namespace {

std::vector<const Field*> fieldsOf(const Event& event) {
  std::vector<const Field*> out;
  for (const auto* fields : {&event.format.fields, &event.format.common})
    for (const Field& field : *fields) out.push_back(&field);
  return out;
}

std::vector<RowSchema::Entry> namesOf(const Event& event) {
  std::vector<RowSchema::Entry> out;
  for (const Field& field : event.format.fields) out.push_back({field.name, false});
  for (const Field& field : event.format.common) out.push_back({field.name, true});
  return out;
}

}  // namespace

EventSchema::EventSchema(const Event& event, EventText& text)
    : RowSchema(event.format.system, namesOf(event)), event_(event), text_(text), fields_(fieldsOf(event)) {}

RowValue EventSchema::read(size_t field, const RowBytes& of, std::string& room) const {
  return kernel::readValue(*fields_[field], of.payload, text_.context().endian, room);
}

RowValue EventSchema::element(size_t field, uint64_t number, const RowBytes& of) const {
  return kernel::readElement(*fields_[field], number, of.payload, text_.context().endian);
}

EventSchemas::EventSchemas(const Events& events, EventText& text) {
  for (size_t i = 0; i < events.size(); ++i) schemas_.push_back(std::make_unique<EventSchema>(events.at(i), text));
}

}  // namespace tp::tracecmd
