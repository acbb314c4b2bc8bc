// Values of fields, and how they are shown.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace tp {

// What one field of one record holds.
struct RowValue {
  enum class Kind : uint8_t {
    None,      // the record lacks it, or some of its bytes
    Signed,    // `number`, sign-extended
    Unsigned,  // `number`
    Address,   // `number`, shown in hexadecimal
    Real,      // `real`
    Text,      // `text`
    List,      // of numbers: `text` is "{1,2}"
    Words,     // `text` for the user, perhaps a number with its unit
  };
  Kind kind = Kind::None;
  uint8_t size = 0;  // for numbers: in bytes
  uint64_t number = 0;
  double real = 0;
  // Views the record's bytes, or the `room` argument. Of a number: how the record's text shows it, which may be
  // rounded; empty if that is not known.
  std::string_view text;
  bool named = false;  // for numbers: `text` is the name of the number

  bool isNumber() const { return isWhole() || kind == Kind::Real; }
  bool isWhole() const { return kind == Kind::Signed || kind == Kind::Unsigned || kind == Kind::Address; }
};

// Appends the exact value: addresses in hexadecimal, real numbers with all their digits.
void appendValue(std::string& out, const RowValue& value);
// Appends the value for people: by its name, if it has one.
void appendNamed(std::string& out, const RowValue& value);

// Only this many numbers of a list are shown.
inline constexpr uint64_t kMaxListed = 256;

// Returns the list of `count` numbers, of which `at(i)` returns one, as "{1,2}". The text is stored in `room`.
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
