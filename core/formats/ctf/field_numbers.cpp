#include "core/formats/ctf/field_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/text/number_text.h"

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

double halfOf(uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const double fraction = static_cast<double>(bits & 1023), sign = (bits >> 15) != 0 ? -1 : 1;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VAL : std::nan("");
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

void appendNumber(std::string& out, const FieldClass& field, const Number& number) {
  if (field.isBoolean) {
    out += number.value != 0 ? "true" : "false";
    return;
  }
  const uint64_t low = number.bits < 64 ? number.value & ((uint64_t{1} << number.bits) - 1) : number.value;
  if (field.base == 16) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    out += "0x";
    int shift = 60;
    while (shift > 0 && low >> shift == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) out += kDigits[low >> shift & 15];
  } else if (field.base == 8) {
    out += '0';
    int shift = 63;
    while (shift > 0 && low >> shift == 0) shift -= 3;
    for (; shift >= 0; shift -= 3) out += static_cast<char>('0' + (low >> shift & 7));
  } else if (field.base == 2) {
    out += "0b";
    for (unsigned bit = std::min(number.bits, 64u); bit-- > 0;) out += (low >> bit & 1) != 0 ? '1' : '0';
  } else if (field.isSigned) {
    appendDecimal(out, static_cast<int64_t>(number.value));
  } else {
    appendDecimal(out, number.value);
  }
}

// Calls each(name) for the labels of a value.
template <class Each>
void eachLabel(const FieldClass& field, uint64_t value, Each&& each) {
  for (const Label& label : field.labels) {
    bool matches = !field.isFlags && contains(label.ranges, value, field.isSigned);
    if (field.isFlags)
      for (const Range& bits : label.ranges)
        for (uint64_t bit = bits.first; bit <= bits.last && bit < 64; ++bit) matches |= (value >> bit & 1) != 0;
    if (matches) each(label.name);
  }
}

void appendLabels(std::string& out, const FieldClass& field, uint64_t value) {
  size_t count = 0;
  std::string names;
  eachLabel(field, value, [&](const std::string& name) {
    if (count++ > 0) names += ", ";
    appendQuoted(names, name);
  });
  if (count == 0) {
    out += "<unknown>";
  } else if (count == 1) {
    out += names;
  } else {
    out += "{ " + names + " }";
  }
}

}  // namespace

Number readNumber(const Node& node, BitReader& in, Told& told) {
  const FieldClass& field = *node.field;
  Number out;
  if (field.kind == Kind::VariableInteger) {
    out.value = readVariable(in, field.isSigned, out.bits);
  } else {
    out.bits = field.size;
    out.value = in.number(field.size, node.endian);
    if (field.isReversed) out.value = reversedBits(out.value, field.size);
    if (field.isSigned) out.value = signExtended(out.value, field.size);
  }
  told.take(node, out.value, out.bits);
  return out;
}

bool readReal(const Node& node, BitReader& in, double& out) {
  const unsigned size = node.field->size;
  if (size > 64) {
    in.skip(size);
    return false;
  }
  const uint64_t bits = in.number(size, node.endian);
  if (size == 16) {
    out = halfOf(bits);
  } else if (size == 32) {
    const auto half = static_cast<uint32_t>(bits);
    float single = 0;
    std::memcpy(&single, &half, sizeof single);
    out = static_cast<double>(single);
  } else if (size == 64) {
    std::memcpy(&out, &bits, sizeof out);
  } else {
    return false;
  }
  return true;
}

RowValue numberValue(const Node& node, const Number& number, std::string& room) {
  const FieldClass& field = *node.field;
  RowValue out;
  out.number = number.value;
  out.size = static_cast<uint8_t>((std::min(number.bits, 64u) + 7) / 8);
  out.kind = field.isSigned     ? RowValue::Kind::Signed
             : field.base == 16 ? RowValue::Kind::Address
                                : RowValue::Kind::Unsigned;
  if (field.labels.empty()) return out;
  room.clear();
  eachLabel(field, number.value, [&](const std::string& name) { room += (room.empty() ? "" : "|") + name; });
  if (room.empty()) return out;
  out.text = room;
  out.named = true;
  return out;
}

void appendQuoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    constexpr std::string_view kEscaped("\n\t\r\a\b\f\v\x1b\"'?\\", 12), kLetters("ntrabfve\"'?\\");
    const size_t found = kEscaped.find(c);
    if (found == std::string_view::npos) {
      out += c;
    } else {
      (out += '\\') += kLetters[found];
    }
  }
  out += '"';
}

void printNumber(const Node& node, BitReader& in, Told& told, std::string& out) {
  const Number number = readNumber(node, in, told);
  if (!node.field->isEnumeration && !node.field->isFlags) return appendNumber(out, *node.field, number);
  out += "( ";
  appendLabels(out, *node.field, number.value);
  out += " : container = ";
  appendNumber(out, *node.field, number);
  out += " )";
}

void printWide(const Node& node, BitReader& in, std::string& out) {
  const unsigned size = node.field->size;
  if (node.field->isReversed || !in.has(size)) {
    in.skip(size);
    out += "<" + std::to_string(size) + " bits>";
    return;
  }
  std::string digits;
  // From the highest bits on, of which there are those that are no whole digit.
  for (unsigned done = 0, part = size % 4 == 0 ? 4 : size % 4; done < size; done += part, part = 4) {
    const unsigned at = node.endian == Endian::Little ? size - done - part : done;
    const uint64_t digit = in.numberAhead(at, part, node.endian);
    if (digit != 0 || !digits.empty()) digits += "0123456789ABCDEF"[digit & 15];
  }
  in.pass(size);
  out += "0x" + (digits.empty() ? "0" : digits);
}

}  // namespace tp::ctf
