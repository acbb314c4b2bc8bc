// The format string of a marker: what its fields are, and how they are shown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tp::lttng {

enum class FieldKind : uint8_t { Signed, Unsigned, Pointer, String };

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
  bool network = false;   // big-endian, whatever the trace is
  bool inHeader = false;  // as the first field of an event in a compact channel: in the bits of the header
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
