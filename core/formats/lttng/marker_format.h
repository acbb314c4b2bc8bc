// The format string of a marker: its fields, and how they are shown.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tp::lttng {

enum class FieldKind : uint8_t {
  Signed,
  Unsigned,
  Pointer,
  String,
  // The following are in descriptions of facilities only.
  Float,
  Text,  // One character.
  Raw,   // Bytes of which only the number is known.
};

// The names of an enumeration's values.
using Labels = std::map<int64_t, std::string>;

struct Field {
  // The flags of a printf conversion.
  enum Flag : uint8_t { kLeft = 1, kPlus = 2, kSpace = 4, kAlternate = 8, kZero = 16 };

  std::string name;
  std::string before;  // Text before the number: "0x" in "ip 0x%lX".
  FieldKind kind = FieldKind::Unsigned;
  char conversion = 'u';  // The printf conversion: d i o u x X c p s.
  uint8_t flags = 0;
  uint8_t size = 0;      // In bytes; 0 for a string, which ends with a NUL byte.
  uint8_t align = 1;     // Alignment, from the beginning of the payload; set by layOut().
  uint32_t offset = 0;   // Offset in the payload, valid if no field before this one varies in size (Marker::fixed).
  bool network = false;  // Big-endian, whatever the byte order of the trace.
  // As the first field of an event in a compact channel, the field is in the bits of the header.
  bool inHeader = false;
  // Arrays of facilities: `count` elements in a row, or, if `lengthSize` is not 0, as many as the number of that many
  // bytes before them says.
  bool repeated = false;
  uint8_t lengthSize = 0;
  uint8_t elementAlign = 1;  // Alignment of an element.
  uint8_t alignFrom = 0;     // Size from which `align` follows, if not from `size`: the largest member of a structure.
  uint32_t count = 1;
  std::shared_ptr<const Labels> labels;  // Null if there are none.
};

// Sizes in bytes of the C types on the traced machine, as each marker states them.
struct TypeSizes {
  uint8_t ofInt = 4;
  uint8_t ofLong = 4;
  uint8_t ofPointer = 4;
  uint8_t ofSizeT = 4;
};

// Returns false if the format cannot be parsed, or has more than `most` fields.
bool parseFormat(std::string_view text, const TypeSizes& sizes, size_t most, std::vector<Field>& out);

}  // namespace tp::lttng
