// The fields of each scope as a list in the order in which they lie in a packet: references between fields are
// resolved, and what tells something about a packet or an event is marked.
#pragma once

#include "core/formats/ctf/field_class.h"
#include "core/io/cursor.h"
#include "core/io/status.h"
#include "core/io/warning_log.h"

namespace tp::ctf {

// Numbers that other fields refer to are kept in slots while a packet is read.
using Slot = int32_t;
inline constexpr Slot kNoSlot = -1;

// A field, or a part of one. The nodes of what is within it follow, up to `end`; those of a variant are its options.
struct Node {
  const FieldClass* field = nullptr;
  std::string_view name;  // as it is shown; empty if it has none
  uint32_t end = 0;
  Slot slot = kNoSlot;   // where its number goes
  Slot from = kNoSlot;   // where its length, or its selector, is
  uint32_t options = 0;  // of a variant: which of Program::options
  Role role = Role::None;
  bool setsClock = false;
  Endian endian = Endian::Little;
};

// When an option of a variant is chosen.
struct Choices {
  std::vector<Ranges> options;
  bool isSigned = false;

  // Returns the number of the first option that a selector chooses; options.size() if there is none.
  size_t of(uint64_t selector) const;
};
bool contains(const Ranges& ranges, uint64_t value, bool isSigned);

struct Program {
  std::vector<Node> nodes;  // the first one is the structure of the scope; empty if there is none
  std::vector<Choices> options;
};

struct StreamProgram;

// An event of a stream.
struct EventProgram {
  const EventClass* event = nullptr;
  const StreamProgram* stream = nullptr;
  Program context, payload;
  bool readsPacket = false;  // some length or selector is a field of the packet's
};

struct StreamProgram {
  const StreamClass* stream = nullptr;
  const ClockClass* clock = nullptr;  // null: events have no time
  Program packetContext, eventHeader, eventContext;
  std::vector<EventProgram> events;
};

struct TraceProgram {
  Program packetHeader;
  std::vector<StreamProgram> streams;  // in the order of TraceClass::streams
  size_t slots = 0;
  std::vector<Slot> packetSlots;  // those of the packet's own fields
  ClockClass implied;             // of a trace that describes no clock
};

// Makes the program of a trace, which must outlive it. An event that can't be understood is left out, with a warning
// that names `path`; an Error says why no packet can be read.
Result<std::unique_ptr<TraceProgram>> compile(const TraceClass& trace, const std::string& path, WarningLog& warnings);

}  // namespace tp::ctf
