// The fields of events, as filters and columns use them. They come from the events' formats.
#pragma once

#include <memory>
#include <vector>

#include "core/decode/row_schema.h"
#include "core/decode/shown_value.h"
#include "core/formats/tracecmd/event_text.h"
#include "core/formats/tracecmd/stack_frames.h"

namespace tp::tracecmd {

// Some events have fields that their formats do not name:
// - a stack: `stack`, the names of its frames, and `frames`, their number;
// - the entry of a system call by number: `arg1` and so on, the elements of `args`.
class EventSchema final : public RowSchema {
 public:
  // The arguments outlive this object.
  EventSchema(const Event& event, EventText& text, const StackNames& stacks);

  RowValue read(size_t field, const RowBytes& of, std::string& room) const override;
  RowValue element(size_t field, uint64_t number, const RowBytes& of) const override;
  std::string symbol(uint64_t number) const override { return text_.functionAt(number); }
  void print(const RowBytes& of, std::string& out) const override { text_.append(out, event_, of.payload); }
  // Appends the arguments of a system call by number, for what ends the call.
  void addArguments(const Bytes& record, std::vector<ShownValue>& out) const;

 private:
  // What stands behind an entry of RowSchema::fields().
  struct Source {
    enum class Kind : uint8_t { Field, Callers, Stack, Frames, Argument } kind = Kind::Field;
    const Field* field = nullptr;  // null of a stack's own
    uint32_t number = 0;           // of an Argument: its position in the field
  };
  static std::string nameOf(const Source& source);
  static std::vector<Source> sourcesOf(const Event& event);
  static std::vector<Entry> entriesOf(const Event& event);
  RowValue readArgument(const Source& source, const RowBytes& of, std::string& room) const;

  const Event& event_;
  EventText& text_;
  const StackNames& stacks_;
  const std::vector<Source> sources_;  // in the order of RowSchema::fields()
};

// The schemas of all events of a trace.
class EventSchemas {
 public:
  // The arguments outlive this object.
  EventSchemas(const Events& events, EventText& text, const StackNames& stacks);
  const EventSchema& of(const Event& event) const { return *schemas_[event.number]; }

 private:
  std::vector<std::unique_ptr<EventSchema>> schemas_;
};

}  // namespace tp::tracecmd
