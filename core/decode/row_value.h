// What a field of a record holds, and how that is shown.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace tp {

// What one field of one record holds.
struct RowValue {
  enum class Kind : uint8_t {
    None,      // the record does not have it, or not all of its bytes
    Signed,    // `number`, extended by its sign
    Unsigned,  // `number`
    Address,   // `number`, shown in hexadecimal
    Real,      // `real`
    Text,      // `text`
    List,      // of numbers: `text` is "{1,2}"
    Words,     // `text`: as people read it, perhaps a number and what it is counted in
  };
  Kind kind = Kind::None;
  uint8_t size = 0;  // of numbers: in bytes
  uint64_t number = 0;
  double real = 0;
  std::string_view text;  // of the record's bytes, or of the `room` that was given

  bool isWhole() const { return kind == Kind::Signed || kind == Kind::Unsigned || kind == Kind::Address; }
};

// Appends it as it is shown: addresses in hexadecimal, fractions with all their digits.
void appendValue(std::string& out, const RowValue& value);

// So many numbers of a list are shown.
inline constexpr uint64_t kMaxListed = 256;

// The list of `count` numbers of which `at(i)` gives one: "{1,2}", kept in `room`.
template <class At>
RowValue listValue(uint64_t count, std::string& room, At&& at) {
  room = "{";
  for (uint64_t i = 0; i < std::min(count, kMaxListed); ++i) {
    if (i > 0) room += ',';
    appendValue(room, at(i));
  }
  room += count > kMaxListed ? ",...}" : "}";
  RowValue value;
  value.kind = RowValue::Kind::List;
  value.text = room;
  return value;
}

}  // namespace tp
