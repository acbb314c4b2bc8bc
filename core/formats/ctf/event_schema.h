// The fields of an event by name: those of its payload first, then those of its contexts.
#pragma once

#include <memory>

#include "core/decode/row_schema.h"
#include "core/formats/ctf/field_walk.h"
#include "core/formats/ctf/layout.h"

namespace tp::ctf {

// Returns what the events of a name are grouped under: "provider" of "provider:name", else nothing.
std::string_view systemOf(std::string_view name);

// Appends the words of an event: its payload, then each context in braces. `in` stands at the event's header.
void printEvent(const EventLayout& event, BitReader& in, Told& told, std::string& out);

// RowBytes::payload begins at the byte in which the event's header begins, and RowBytes::inHeader is the bit of the
// packet at which that is.
class EventSchema final : public RowSchema {
 public:
  // `layout` must outlive this. `slots` is TraceProgram::slots.
  EventSchema(const EventLayout& layout, size_t slots);

  RowValue read(size_t field, const RowBytes& of, std::string& room) const override;
  RowValue element(size_t field, uint64_t number, const RowBytes& of) const override;
  bool isWhole() const override { return true; }
  void print(const RowBytes& of, std::string& out) const override;

  // What read() needs to know of a field.
  struct Place {
    Scope scope = Scope::Payload;
    uint32_t node = 0;
  };

 private:
  bool seek(const Place& place, BitReader& in) const;
  const Program& programOf(Scope scope) const;

  const EventLayout& layout_;
  std::vector<Place> places_;
  mutable Told told_;  // only while a call lasts
};

// The schemas of a trace's events, made when they are asked for.
class EventSchemas {
 public:
  const RowSchema& of(const TraceLayout& trace, uint32_t event) {
    if (event >= schemas_.size()) schemas_.resize(trace.events().size());
    std::unique_ptr<EventSchema>& one = schemas_[event];
    if (one == nullptr) one = std::make_unique<EventSchema>(trace.events()[event], trace.program().slots);
    return *one;
  }

 private:
  std::vector<std::unique_ptr<EventSchema>> schemas_;
};

}  // namespace tp::ctf
