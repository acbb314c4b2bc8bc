#include "core/formats/uftrace/arg_text.h"

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>

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

uint64_t loadInteger(Bytes bytes, uint32_t size, Endian endian) {
  Cursor cursor(bytes, endian);
  return cursor.unsignedOf(size);
}

int64_t signExtend(uint64_t value, uint32_t size) {
  if (size >= 8) return static_cast<int64_t>(value);
  unsigned shift = 64 - 8 * size;
  return static_cast<int64_t>(value << shift) >> shift;
}

constexpr int64_t kLargestDecimal = 100000;

// The upper half of a register that holds an int is undefined, so a value that looks like a small negative int is shown
// as one.
void appendAuto(std::string& out, uint64_t raw, uint32_t size) {
  int64_t value = signExtend(raw, size);
  if (size == 8 && raw > 0xffff0000u && raw <= 0xffffffffu) value = static_cast<int32_t>(raw);
  if (value > kLargestDecimal || value < -kLargestDecimal) {
    appendFormat(out, "%#llx", static_cast<unsigned long long>(size < 8 ? raw : static_cast<uint64_t>(value)));
  } else {
    appendFormat(out, "%lld", static_cast<long long>(value));
  }
}

void appendUnsigned(std::string& out, uint64_t raw) {
  appendFormat(out, raw > static_cast<uint64_t>(kLargestDecimal) ? "%#llx" : "%llu",
               static_cast<unsigned long long>(raw));
}

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

void appendFloat(std::string& out, Bytes bytes, uint32_t size, Endian endian) {
  if (size == 4) {
    uint32_t bits = static_cast<uint32_t>(loadInteger(bytes, 4, endian));
    float value;
    std::memcpy(&value, &bits, sizeof value);
    appendFormat(out, "%f", static_cast<double>(value));
  } else if (size == 8) {
    uint64_t bits = loadInteger(bytes, 8, endian);
    double value;
    std::memcpy(&value, &bits, sizeof value);
    appendFormat(out, "%f", value);
  } else {
    appendFormat(out, "%Lf", fromX87(bytes));
  }
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

void appendValue(std::string& out, const ArgSpec& spec, Bytes bytes, Endian endian, const Enums& enums,
                 const SymbolName& symbol) {
  uint64_t raw =
      spec.size <= 8 && (spec.size & (spec.size - 1)) == 0 && spec.size > 0 ? loadInteger(bytes, spec.size, endian) : 0;
  switch (spec.format) {
    case 'i':
      appendFormat(out, "%lld", static_cast<long long>(signExtend(raw, spec.size)));
      break;
    case 'u':
      appendUnsigned(out, raw);
      break;
    case 'x':
      appendFormat(out, "%#llx", static_cast<unsigned long long>(raw));
      break;
    case 'o':
      appendFormat(out, "%#llo", static_cast<unsigned long long>(raw));
      break;
    case 'c':
      out += '\'';
      appendEscaped(out, static_cast<char>(raw));
      out += '\'';
      break;
    case 'f':
      appendFloat(out, bytes, spec.size, endian);
      break;
    case 'p': {
      std::string_view name = raw != 0 ? symbol(raw) : std::string_view{};
      if (!name.empty()) {
        out += '&';
        out += name;
      } else {
        appendFormat(out, raw != 0 ? "%#llx" : "%llx", static_cast<unsigned long long>(raw));
      }
      break;
    }
    case 'e': {
      int64_t value = static_cast<int32_t>(raw);
      std::string text = enums.text(spec.type, value);
      out += text.empty() ? std::to_string(value) : text;
      break;
    }
    case 't':
      out += spec.type + (spec.size > 0 ? "{...}" : "{}");
      break;
    default:
      appendAuto(out, raw, spec.size);
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

void appendArguments(std::string& out, const ArgList& specs, Bytes payload, Endian endian, const Enums& enums,
                     const SymbolName& symbol) {
  Cursor cursor(payload, endian);
  bool first = true;
  for (const ArgSpec& spec : specs) {
    if (!first) out += ", ";
    first = false;
    uint32_t size = spec.isString() ? cursor.u16() : spec.size;
    Bytes bytes = cursor.bytes(size);
    cursor.skip(padded(size + (spec.isString() ? 2 : 0), 4) - size - (spec.isString() ? 2 : 0));
    if (bytes.size() < size) return;
    if (!spec.isString()) {
      appendValue(out, spec, bytes, endian, enums, symbol);
    } else if (size == 4 && loadUnchecked<uint32_t>(bytes.data(), Endian::Little) == 0xffffffffu) {
      out += "NULL";
    } else {
      appendString(out, asText(bytes));
      // The reference tool marks a std::string by this suffix.
      if (spec.format == 'S') out += 's';
    }
  }
}

}  // namespace tp::uftrace
