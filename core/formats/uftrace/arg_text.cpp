#include "core/formats/uftrace/arg_text.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "core/text/number_text.h"

namespace tp::uftrace {
namespace {

uint32_t padded(uint32_t size, uint32_t to) {
  return (size + to - 1) / to * to;
}

void appendFormat(std::string& out, const char* format, ...) {
  char text[512];
  va_list list;
  va_start(list, format);
  int length = std::vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (length > 0) out.append(text, std::min<size_t>(static_cast<size_t>(length), sizeof text - 1));
}

// Returns the number that up to 8 bytes hold.
uint64_t loadInteger(Bytes bytes, Endian endian) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    value = value << 8 | static_cast<uint8_t>(bytes[endian == Endian::Big ? i : bytes.size() - 1 - i]);
  return value;
}

int64_t signExtend(uint64_t value, uint32_t size) {
  if (size >= 8) return static_cast<int64_t>(value);
  unsigned shift = 64 - 8 * size;
  return static_cast<int64_t>(value << shift) >> shift;
}

RowValue wholeNumber(RowValue::Kind kind, uint64_t number, size_t size) {
  RowValue value;
  value.kind = kind;
  value.number = number;
  value.size = static_cast<uint8_t>(size);
  return value;
}

RowValue realNumber(double number) {
  RowValue value;
  value.kind = RowValue::Kind::Real;
  value.real = number;
  return value;
}

constexpr int64_t kLargestDecimal = 100000;

// The upper half of a register that holds an int is undefined, so a value that looks like a small negative int is taken
// for one.
RowValue appendAuto(std::string& out, uint64_t raw, uint32_t size) {
  int64_t value = signExtend(raw, size);
  if (size == 8 && raw > 0xffff0000u && raw <= 0xffffffffu) value = static_cast<int32_t>(raw);
  if (value > kLargestDecimal || value < -kLargestDecimal) {
    appendFormat(out, "%#llx", static_cast<unsigned long long>(size < 8 ? raw : static_cast<uint64_t>(value)));
  } else {
    appendFormat(out, "%lld", static_cast<long long>(value));
  }
  return wholeNumber(RowValue::Kind::Signed, static_cast<uint64_t>(value), size);
}

void appendUnsigned(std::string& out, uint64_t raw) {
  appendFormat(out, raw > static_cast<uint64_t>(kLargestDecimal) ? "%#llx" : "%llu",
               static_cast<unsigned long long>(raw));
}

constexpr size_t kX87 = 10;  // bytes

// The x87 format: 64 bits of mantissa, then 16 bits of sign and exponent.
long double fromX87(Bytes bytes) {
  Cursor cursor(bytes);
  uint64_t mantissa = cursor.u64();
  uint16_t head = cursor.u16();
  int exponent = head & 0x7fff;
  long double sign = (head & 0x8000) != 0 ? -1.0L : 1.0L;
  if (exponent == 0x7fff)
    return (mantissa << 1) == 0 ? sign * static_cast<long double>(INFINITY) : static_cast<long double>(NAN);
  return sign * std::ldexp(static_cast<long double>(mantissa), exponent - 16383 - 63);
}

// Of a size that is no number's, the bytes are shown.
void appendBytes(std::string& out, Bytes bytes, Endian endian) {
  out += "0x";
  for (size_t i = 0; i < bytes.size(); ++i)
    appendHex(out, static_cast<uint8_t>(bytes[endian == Endian::Big ? i : bytes.size() - 1 - i]), 2);
}

RowValue appendFloat(std::string& out, Bytes bytes, Endian endian) {
  if (bytes.size() >= kX87) {
    const long double value = fromX87(bytes);
    appendFormat(out, "%Lf", value);
    return realNumber(static_cast<double>(value));
  }
  double value = 0;
  if (bytes.size() == sizeof(float)) {
    const auto bits = static_cast<uint32_t>(loadInteger(bytes, endian));
    float narrow;
    std::memcpy(&narrow, &bits, sizeof narrow);
    value = static_cast<double>(narrow);
  } else if (bytes.size() == sizeof(double)) {
    const uint64_t bits = loadInteger(bytes, endian);
    std::memcpy(&value, &bits, sizeof value);
  } else {
    appendBytes(out, bytes, endian);
    return {};
  }
  appendFormat(out, "%f", value);
  return realNumber(value);
}

void appendEscaped(std::string& out, char c) {
  switch (c) {
    case '\0':
      out += "\\0";
      break;
    case '\b':
      out += "\\b";
      break;
    case '\n':
      out += "\\n";
      break;
    default:
      out += c;
  }
}

void appendString(std::string& out, std::string_view text) {
  bool plain = true;
  for (char c : text) plain = plain && static_cast<unsigned char>(c) < 0x80;
  out += '"';
  if (plain) {
    for (char c : text) appendEscaped(out, c);
  } else {
    out += text;
  }
  out += '"';
}

RowValue appendPointer(std::string& out, uint64_t raw, uint32_t size, const SymbolName& symbol) {
  RowValue value = wholeNumber(RowValue::Kind::Address, raw, size);
  const std::string_view name = raw != 0 ? symbol(raw) : std::string_view{};
  value.named = !name.empty();
  if (value.named) {
    out += '&';
    out += name;
  } else {
    appendFormat(out, raw != 0 ? "%#llx" : "%llx", static_cast<unsigned long long>(raw));
  }
  return value;
}

RowValue appendEnum(std::string& out, const std::string& type, uint64_t raw, const Enums& enums) {
  const int64_t number = static_cast<int32_t>(raw);
  RowValue value = wholeNumber(RowValue::Kind::Signed, static_cast<uint64_t>(number), sizeof(int32_t));
  const std::string text = enums.text(type, number);
  value.named = !text.empty();
  out += value.named ? text : std::to_string(number);
  return value;
}

// Returns the value if it is a number.
RowValue appendOne(std::string& out, const ArgSpec& spec, Bytes bytes, Endian endian, const Enums& enums,
                   const SymbolName& symbol) {
  using Kind = RowValue::Kind;
  if (spec.format == 'f') return appendFloat(out, bytes, endian);
  if (spec.format == 't') {
    out += spec.type + (spec.size > 0 ? "{...}" : "{}");
    return {};
  }
  if (spec.size > sizeof(uint64_t) || spec.size == 0) {
    appendBytes(out, bytes, endian);
    return {};
  }
  const uint64_t raw = loadInteger(bytes, endian);
  const auto shown = static_cast<unsigned long long>(raw);
  switch (spec.format) {
    case 'i': {
      const int64_t value = signExtend(raw, spec.size);
      appendFormat(out, "%lld", static_cast<long long>(value));
      return wholeNumber(Kind::Signed, static_cast<uint64_t>(value), spec.size);
    }
    case 'u':
      appendUnsigned(out, raw);
      return wholeNumber(Kind::Unsigned, raw, spec.size);
    case 'x':
      appendFormat(out, "%#llx", shown);
      return wholeNumber(Kind::Unsigned, raw, spec.size);
    case 'o':
      appendFormat(out, "%#llo", shown);
      return wholeNumber(Kind::Unsigned, raw, spec.size);
    case 'c':
      out += '\'';
      appendEscaped(out, static_cast<char>(raw));
      out += '\'';
      return {};
    case 'p':
      return appendPointer(out, raw, spec.size, symbol);
    case 'e':
      return appendEnum(out, spec.type, raw, enums);
    default:
      return appendAuto(out, raw, spec.size);
  }
}

}  // namespace

uint32_t payloadSize(const ArgList& specs, Bytes data, Endian endian, bool& known) {
  uint32_t at = 0;
  known = true;
  for (const ArgSpec& spec : specs) {
    uint32_t size = spec.size;
    if (spec.isString()) {
      if (data.size() < at + 2u) {
        known = false;
        return 0;
      }
      size = 2u + loadUnchecked<uint16_t>(data.data() + at, endian);
    }
    at += padded(size, 4);
  }
  return padded(at, 8);
}

void appendArguments(std::string& out, std::vector<ShownValue>& values, const ArgList& specs, Bytes payload,
                     Endian endian, const Enums& enums, const SymbolName& symbol) {
  Cursor cursor(payload, endian);
  bool first = true;
  for (const ArgSpec& spec : specs) {
    if (!first) out += ", ";
    first = false;
    uint32_t size = spec.isString() ? cursor.u16() : spec.size;
    Bytes bytes = cursor.bytes(size);
    cursor.skip(padded(size + (spec.isString() ? 2 : 0), 4) - size - (spec.isString() ? 2 : 0));
    if (bytes.size() < size) return;
    ShownValue value;
    value.begin = static_cast<uint32_t>(out.size());
    if (!spec.isString()) {
      value.number = appendOne(out, spec, bytes, endian, enums, symbol);
    } else if (size == 4 && loadUnchecked<uint32_t>(bytes.data(), Endian::Little) == 0xffffffffu) {
      out += "NULL";
    } else {
      appendString(out, asText(bytes));
      // The reference tool marks a std::string by this suffix.
      if (spec.format == 'S') out += 's';
    }
    value.end = static_cast<uint32_t>(out.size());
    values.push_back(value);
  }
}

}  // namespace tp::uftrace
