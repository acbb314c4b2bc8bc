// The fields of events, as filters and columns use them. They come from the events' formats.
#pragma once

#include <memory>
#include <vector>

#include "core/decode/row_schema.h"
#include "core/formats/tracecmd/event_text.h"

namespace tp::tracecmd {

class EventSchema final : public RowSchema {
 public:
  // `event` and `text` outlive this object.
  EventSchema(const Event& event, EventText& text);

  RowValue read(size_t field, const RowBytes& of, std::string& room) const override;
  RowValue element(size_t field, uint64_t number, const RowBytes& of) const override;
  std::string symbol(uint64_t number) const override { return text_.functionAt(number); }
  void print(const RowBytes& of, std::string& out) const override { text_.append(out, event_, of.payload); }

 private:
  const Event& event_;
  EventText& text_;
  std::vector<const Field*> fields_;  // In the order of RowSchema::fields().
};

// The schemas of all events of a trace.
class EventSchemas {
 public:
  EventSchemas(const Events& events, EventText& text);
  const EventSchema& of(const Event& event) const { return *schemas_[event.number]; }

 private:
  std::vector<std::unique_ptr<EventSchema>> schemas_;
};

}  // namespace tp::tracecmd
