// The fields of events, as filters and columns use them. They come from the events' formats; those of calls have their
// arguments, too, by the names of the function's parameters.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/decode/row_schema.h"
#include "core/decode/shown_value.h"
#include "core/formats/tracecmd/event_text.h"
#include "core/formats/tracecmd/stack_frames.h"

namespace tp::tracecmd {

// Some events have fields that their formats do not name:
// - a stack: `stack`, the names of its frames, and `frames`, their number;
// - the entry of a system call by number: `arg1` and so on, the elements of `args`;
// - a call of a function: its arguments, by the names of its parameters.
class EventSchema final : public RowSchema {
 public:
  // `event`, `text` and `stacks` outlive this object. `parameters` are those of the function of all records that it
  // reads. Those with the name of a field of the event are left out.
  EventSchema(const Event& event, EventText& text, const StackNames& stacks,
              const std::vector<kernel::Parameter>& parameters = {});

  RowValue read(size_t field, const RowBytes& of, std::string& room) const override;
  RowValue element(size_t field, uint64_t number, const RowBytes& of) const override;
  std::string symbol(uint64_t number) const override { return text_.functionAt(number); }
  void print(const RowBytes& of, std::string& out) const override { text_.append(out, event_, of.payload); }
  // Appends the arguments of a system call by number, for what ends the call.
  void addArguments(const Bytes& record, std::vector<ShownValue>& out) const;

 private:
  // What stands behind an entry of RowSchema::fields().
  struct Source {
    enum class Kind : uint8_t { Field, Callers, Stack, Frames, Argument, Parameter } kind = Kind::Field;
    const Field* field = nullptr;      // null of a stack's own and of a Parameter
    size_t number = 0;                 // of an Argument: its position in the field; of a Parameter: its first word
    kernel::Parameter parameter = {};  // of a Parameter
  };
  static std::string nameOf(const Source& source);
  static std::vector<Source> sourcesOf(const Event& event, const std::vector<kernel::Parameter>& parameters,
                                       uint32_t wordSize);
  static std::vector<Entry> entriesOf(const Event& event, const std::vector<Source>& sources);
  EventSchema(const Event& event, EventText& text, const StackNames& stacks, std::vector<Source> sources);
  RowValue readField(const Field& field, const RowBytes& of, std::string& room) const;
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
  const EventSchema& of(const Event& event, Bytes record);

 private:
  EventText& text_;
  const StackNames& stacks_;
  std::vector<std::unique_ptr<EventSchema>> schemas_;
  // Of events with arguments, by the number of the event and the function's name.
  std::map<std::pair<uint32_t, std::string>, std::unique_ptr<EventSchema>> calls_;
};

// What is said of the records of one kernel: of the one that runs, or of one before its boot.
struct EventWords {
  // The arguments outlive this object.
  EventWords(const Events& events, const TraceFile& file, const ProcessMaps& maps, const LastBootText* boot)
      : text(file, boot), stacks(text, maps), schemas(events, text, stacks) {}

  EventText text;
  StackNames stacks;
  EventSchemas schemas;
};

}  // namespace tp::tracecmd
