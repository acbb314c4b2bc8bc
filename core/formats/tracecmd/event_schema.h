// The fields of events, as filters and columns use them. They come from the events' formats; those of calls have their
// arguments, too, by the names of the function's parameters.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/decode/row_schema.h"
#include "core/formats/tracecmd/event_text.h"

namespace tp::tracecmd {

class EventSchema final : public RowSchema {
 public:
  // `event` and `text` outlive this object. `parameters` are those of the function of all records that it reads. Those
  // with the name of a field of the event are left out.
  EventSchema(const Event& event, EventText& text, const std::vector<kernel::Parameter>& parameters = {});

  RowValue read(size_t field, const RowBytes& of, std::string& room) const override;
  RowValue element(size_t field, uint64_t number, const RowBytes& of) const override;
  std::string symbol(uint64_t number) const override { return text_.functionAt(number); }
  void print(const RowBytes& of, std::string& out) const override { text_.append(out, event_, of.payload); }

 private:
  // An argument, and the word in which it begins.
  struct Argument {
    kernel::Parameter parameter;
    size_t word = 0;
  };
  struct Layout {
    std::vector<Entry> entries;
    std::vector<Argument> arguments;
    std::vector<const Field*> fields;
  };
  static Layout layoutOf(const Event& event, const std::vector<kernel::Parameter>& parameters, uint32_t wordSize);
  EventSchema(const Event& event, EventText& text, Layout layout);

  const Event& event_;
  EventText& text_;
  // RowSchema::fields() are the event's own fields, the arguments, and the fields that all events have.
  const Argument* argumentAt(size_t field) const;
  const Field& fieldAt(size_t field) const;

  const std::vector<Argument> arguments_;
  const std::vector<const Field*> fields_;  // all but the arguments
};

// The schemas of all events of a trace.
class EventSchemas {
 public:
  // Both outlive this object.
  EventSchemas(const Events& events, EventText& text);
  const EventSchema& of(const Event& event, Bytes record);

 private:
  EventText& text_;
  std::vector<std::unique_ptr<EventSchema>> schemas_;
  // Of events with arguments, by the number of the event and the function's name.
  std::map<std::pair<uint32_t, std::string>, std::unique_ptr<EventSchema>> calls_;
};

// What is said of the records of one kernel: of the one that runs, or of one before its boot.
struct EventWords {
  EventWords(const Events& events, const TraceFile& file, const LastBootText* boot)
      : text(file, boot), schemas(events, text) {}

  EventText text;
  EventSchemas schemas;
};

}  // namespace tp::tracecmd
