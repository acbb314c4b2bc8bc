// What the metadata of a trace say about its fields and events, in one form for TSDL (CTF 1.8) and JSON (CTF 2).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tp::ctf {

// Types within types are not deeper than this.
inline constexpr int kMaxDepth = 64;

// In which order the bytes of a number lie. Native is the order that the trace as a whole has (CTF 1.8 only).
enum class Order : uint8_t { Native, Little, Big };

// What a field tells about its packet or event. CTF 2 states roles, in CTF 1.8 they follow from the names.
enum class Role : uint8_t {
  None,
  // Of packets.
  Magic,
  StreamClass,
  StreamInstance,
  PacketSize,
  ContentSize,
  PacketBegin,
  PacketEnd,
  Discarded,
  Sequence,
  Cpu,
  // Of events.
  EventId,
  Tid,
  Pid,
  Comm,  // a text
  Count,
};

// From `first` to `last`, both included; negative numbers are sign-extended.
struct Range {
  uint64_t first = 0;
  uint64_t last = 0;
};
using Ranges = std::vector<Range>;

// The scopes of fields, in the order in which they lie in a packet.
enum class Scope : uint8_t { PacketHeader, PacketContext, EventHeader, StreamContext, EventContext, Payload };
inline constexpr size_t kScopes = 6;

// Where the number lies that is the length of a field, or selects an option of it.
struct Location {
  std::optional<Scope> origin;  // without it, `path` begins near the field that it is told for
  // CTF 1.8: the first name is looked up in the structures around the field, from the inner one outwards. CTF 2: it is
  // a member of the structure around the field; nullopt is one structure further out.
  std::vector<std::optional<std::string>> path;
};

struct FieldClass;
using FieldClassPtr = std::shared_ptr<const FieldClass>;

// Values of an enumeration that have one name; or, of a map of flags, its bits.
struct Label {
  std::string name;
  Ranges ranges;
};

struct Member {
  std::string name;
  FieldClassPtr field;
  Ranges ranges;  // of an option in CTF 2: the values of the selector that choose it
};

enum class Encoding : uint8_t { Utf8, Utf16Little, Utf16Big, Utf32Little, Utf32Big };

// Larger numbers are taken for damage.
inline constexpr uint64_t kMaxNumberBits = 4096;

struct FieldClass {
  enum class Kind : uint8_t {
    Integer,          // of `size` bits, 64 at most
    Wide,             // an integer of more bits: it is shown, but refers to nothing
    VariableInteger,  // LEB128
    Real,             // of `size` bits
    Text,             // up to a NUL
    FixedText,        // `length` bytes, up to a NUL
    DynamicText,
    FixedBlob,  // `length` bytes
    DynamicBlob,
    Struct,
    FixedArray,  // `length` elements
    DynamicArray,
    Variant,
    Optional,
  };
  Kind kind = Kind::Struct;
  // Of numbers.
  Order order = Order::Native;
  uint16_t size = 0;
  uint8_t base = 10;  // in which it is shown: 2, 8, 10 or 16
  bool isSigned = false;
  bool isBoolean = false;
  bool isFlags = false;  // the labels are those of bits
  bool isEnumeration = false;
  bool isReversed = false;   // its bits lie in the other order than is usual for its byte order
  bool isCharacter = false;  // arrays of it are text
  Encoding encoding = Encoding::Utf8;
  Role role = Role::None;
  bool setsClock = false;  // CTF 2: it is the time by its role
  std::string clock;       // CTF 1.8: the clock that it is mapped to
  std::vector<Label> labels;

  uint32_t alignment = 1;  // in bits, a power of two
  uint64_t length = 0;
  Location location;  // of the length, or of the selector
  // Of structures: members; of variants: options. Arrays and optional fields have one, without a name.
  std::vector<Member> members;
  bool anyValue = false;  // of an optional field in CTF 2: it is there if the selector is not 0
  bool byLabel = false;   // of a variant in CTF 1.8: options are chosen by the labels of the selector
  int depth = 0;          // how deep types are within it

  // Sets `depth`, once the members are there. Returns false if it is too deep.
  bool settleDepth() {
    for (const Member& member : members)
      if (member.field != nullptr) depth = depth > member.field->depth ? depth : member.field->depth + 1;
    return depth <= kMaxDepth;
  }
};

struct ClockClass {
  std::string id;  // by which fields name it
  std::string name;
  std::string uid;
  uint64_t frequency = 1000000000;
  int64_t offsetSeconds = 0;
  int64_t offsetCycles = 0;
  uint64_t precision = 0;   // in cycles
  bool isAbsolute = false;  // it counts from 1970
};

struct StreamClass {
  uint64_t id = 0;
  std::string clock;  // CTF 2: the id of the clock of its events
  FieldClassPtr packetContext, eventHeader, eventContext;
};

struct EventClass {
  uint64_t id = 0;
  uint64_t stream = 0;
  std::string name;
  std::optional<int64_t> logLevel;
  FieldClassPtr context, payload;
};

using Uuid = std::array<uint8_t, 16>;

struct TraceClass {
  int version = 1;  // 1: CTF 1.8, 2: CTF 2
  std::optional<Uuid> uuid;
  std::string uid;              // CTF 2: namespace, name and uid, if they identify the trace
  Order order = Order::Little;  // of numbers that state none
  FieldClassPtr packetHeader;
  std::vector<ClockClass> clocks;
  std::vector<StreamClass> streams;
  std::vector<EventClass> events;
  // In the order of the metadata.
  std::vector<std::pair<std::string, std::string>> environment;

  const ClockClass* clock(const std::string& id) const {
    for (const ClockClass& one : clocks)
      if (one.id == id) return &one;
    return nullptr;
  }
  std::string env(const std::string& key) const {
    for (const auto& [name, value] : environment)
      if (name == key) return value;
    return {};
  }
};

}  // namespace tp::ctf
