// The format string of a marker: what its fields are, and how they are shown.
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
  // These in descriptions of facilities only.
  Float,
  Text,  // one character
  Raw,   // bytes of which only the number is known
};

// Names of the values of an enumeration.
using Labels = std::map<int64_t, std::string>;

struct Field {
  // Flags of printf that change how a number looks.
  enum Flag : uint8_t { kLeft = 1, kPlus = 2, kSpace = 4, kAlternate = 8, kZero = 16 };

  std::string name;
  std::string before;  // text that stands before the number: "0x" of "ip 0x%lX"
  FieldKind kind = FieldKind::Unsigned;
  char conversion = 'u';  // of printf: d i o u x X c p s
  uint8_t flags = 0;
  uint8_t size = 0;       // in bytes; 0: up to a NUL
  uint8_t align = 1;      // from the beginning of the payload; set by whoever knows the trace
  uint32_t offset = 0;    // in the payload, where nothing before it varies in size (Marker::fixed)
  bool network = false;   // big-endian, whatever the trace is
  bool inHeader = false;  // as the first field of an event in a compact channel: in the bits of the header
  // Arrays of facilities: `count` elements in a row, or as many as a number of `lengthSize` bytes before them says.
  bool repeated = false;
  uint8_t lengthSize = 0;
  uint8_t elementAlign = 1;  // as `align`
  uint8_t alignFrom = 0;     // what `align` follows from where that is not `size`: the largest member of a structure
  uint32_t count = 1;
  std::shared_ptr<const Labels> labels;  // null where there are none
};

// Bytes of the C types on the traced machine, as each marker gives them.
struct TypeSizes {
  uint8_t ofInt = 4;
  uint8_t ofLong = 4;
  uint8_t ofPointer = 4;
  uint8_t ofSizeT = 4;
};

// False where the format can't be read, or has more than `most` fields.
bool parseFormat(std::string_view text, const TypeSizes& sizes, size_t most, std::vector<Field>& out);

}  // namespace tp::lttng
