// The layout of an event's fields in its record, from the text that the kernel gives in events/SYSTEM/NAME/format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/cursor.h"

namespace tp::kernel {

struct Field {
  std::string name;
  std::string type;  // as declared: "unsigned long", "__data_loc char[]"
  uint32_t offset = 0;
  uint32_t size = 0;  // bytes; 0: the rest of the record
  bool isSigned = false;
  enum class Form : uint8_t { Number, Array, String, DataLoc, RelLoc } form = Form::Number;
  uint32_t elementSize = 0;  // of arrays
  bool isChar = false;       // the elements are characters
  bool isPointer = false;
};

struct EventFormat {
  int id = -1;
  std::string system;
  std::string name;
  std::vector<Field> common;  // fields that all events have
  std::vector<Field> fields;
  std::string print;  // the text after "print fmt:"

  // Returns null if there is no such field. Valid until the format is changed or destroyed.
  const Field* find(std::string_view field) const;
};

// `id` stays -1 if the text is no format.
EventFormat parseEventFormat(std::string_view system, std::string_view text);

// These functions take spans by reference: in WebAssembly, a copy of a span that was just made in two halves waits for
// both.

// Reads a number from a record, sign-extended; 0 if the record is too short or the size is not that of a number.
inline int64_t fieldNumber(const Field& field, const Bytes& record, Endian endian) {
  if (field.offset > record.size() || record.size() - field.offset < field.size) return 0;
  const std::byte* at = record.data() + field.offset;
  switch (field.size) {
    case 1:
      return field.isSigned ? int64_t{static_cast<int8_t>(*at)} : int64_t{static_cast<uint8_t>(*at)};
    case 2: {
      auto value = loadUnchecked<uint16_t>(at, endian);
      return field.isSigned ? int64_t{static_cast<int16_t>(value)} : int64_t{value};
    }
    case 4: {
      auto value = loadUnchecked<uint32_t>(at, endian);
      return field.isSigned ? int64_t{static_cast<int32_t>(value)} : int64_t{value};
    }
    case 8:
      return static_cast<int64_t>(loadUnchecked<uint64_t>(at, endian));
    default:
      return 0;
  }
}
// Returns the bytes of an array, a string or a dynamic field, cut at the record's end; empty if the record is too
// short.
Bytes fieldBytes(const Field& field, const Bytes& record, Endian endian);
// Returns the text of the field up to its first NUL.
std::string_view fieldText(const Field& field, const Bytes& record, Endian endian);

// Appends "name=value".
void appendField(std::string& out, const Field& field, Bytes record, Endian endian);
// The same for each field that is not common to all events.
void appendFields(std::string& out, const EventFormat& format, Bytes record, Endian endian);

}  // namespace tp::kernel
