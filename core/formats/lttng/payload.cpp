#include "core/formats/lttng/payload.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>

namespace tp::lttng {
namespace {

template <class T>
void appendDecimal(std::string& out, T value) {
  std::array<char, 24> buffer;
  auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out.append(buffer.data(), end);
}

void appendHex(std::string& out, uint64_t value) {
  std::array<char, 24> buffer;
  auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, 16).ptr;
  out += "0x";
  out.append(buffer.data(), end);
}

// Uses snprintf() for rare formats. The format is made from flags and a conversion that were checked.
void appendPrinted(std::string& out, const Field& field, uint64_t value) {
  constexpr std::string_view kFlags = "-+ #0";
  std::string format = "%";
  for (size_t i = 0; i < kFlags.size(); ++i)
    if ((field.flags >> i & 1) != 0) format += kFlags[i];
  format += "ll";
  format += field.conversion;
  std::array<char, 40> buffer;
  int length = std::snprintf(buffer.data(), buffer.size(), format.c_str(), static_cast<unsigned long long>(value));
  if (length > 0) out.append(buffer.data(), static_cast<size_t>(length));
}

void appendText(std::string& out, std::string_view text) {
  out += '"';
  out += text;
  out += '"';
}

void appendFloat(std::string& out, const Field& field, uint64_t bits) {
  double value = 0;
  if (field.size == sizeof(float)) {
    uint32_t half = static_cast<uint32_t>(bits);
    float single = 0;
    std::memcpy(&single, &half, sizeof single);
    value = static_cast<double>(single);
  } else {
    std::memcpy(&value, &bits, sizeof value);
  }
  std::array<char, 40> buffer;
  int length = std::snprintf(buffer.data(), buffer.size(), "%g", value);
  if (length > 0) out.append(buffer.data(), static_cast<size_t>(length));
}

void appendNumber(std::string& out, const Field& field, uint64_t number, bool decimalOnly) {
  if (field.labels != nullptr) {
    auto found = field.labels->find(static_cast<int64_t>(number));
    if (found != field.labels->end()) {
      out += found->second;
      return;
    }
  }
  if (field.kind == FieldKind::Pointer) return appendHex(out, number);
  if (field.kind == FieldKind::Float) return appendFloat(out, field, number);
  char conversion = field.conversion;
  if (field.kind == FieldKind::Text) {
    conversion = 'c';
  } else if (decimalOnly) {
    conversion = field.kind == FieldKind::Signed ? 'd' : 'u';
  } else {
    out += field.before;
  }
  switch (conversion) {
    case 'p':
      return appendHex(out, number);
    case 'c':
      if ((number & 0xff) != 0) out += static_cast<char>(number & 0xff);
      return;
    case 'd':
    case 'i':
      if (decimalOnly || field.flags == 0) return appendDecimal(out, static_cast<int64_t>(number));
      break;
    case 'u':
      if (decimalOnly || field.flags == 0) return appendDecimal(out, number);
      break;
    default:
      break;
  }
  appendPrinted(out, field, number);
}

uint64_t readNumber(const Field& field, Cursor& cursor) {
  return field.kind == FieldKind::Signed ? static_cast<uint64_t>(cursor.signedOf(field.size))
                                         : cursor.unsignedOf(field.size);
}

// Further elements are not shown.
constexpr uint64_t kMaxShown = 256;

void appendElements(std::string& out, const Field& field, const FieldValue& value, bool decimalOnly) {
  if (field.kind == FieldKind::Raw) return appendBytes(out, value.text.substr(0, kMaxShown));
  if (field.kind == FieldKind::Text) return appendText(out, value.text.substr(0, value.text.find('\0')));
  Cursor cursor(std::as_bytes(std::span(value.text.data(), value.text.size())),
                field.network ? Endian::Big : value.endian);
  out += '{';
  for (uint64_t i = 0; i < value.number && i < kMaxShown; ++i) {
    out += i == 0 ? " " : ", ";
    appendNumber(out, field, readNumber(field, cursor), decimalOnly);
  }
  out += value.number > kMaxShown ? ", ... }" : " }";
}

FieldValue readElements(const Field& field, Cursor& payload) {
  FieldValue value;
  value.number = field.count;
  value.endian = payload.endian();
  if (field.lengthSize > 0) {
    value.number = payload.unsignedOf(field.lengthSize);
    payload.align(field.elementAlign);
  }
  // No payload is that long; the limit keeps the product from wrapping.
  constexpr uint64_t kMaxElements = uint64_t{1} << 32;
  value.text = asText(payload.bytes(value.number < kMaxElements ? value.number * field.size : ~uint64_t{0}));
  return value;
}

}  // namespace

void appendBytes(std::string& out, std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "0x";
  for (char byte : bytes) {
    out += kDigits[static_cast<unsigned char>(byte) >> 4];
    out += kDigits[static_cast<unsigned char>(byte) & 15];
  }
}

FieldValue readField(const Field& field, Cursor& payload) {
  FieldValue value;
  if (field.kind == FieldKind::String) {
    value.text = payload.cString();
    return value;
  }
  payload.align(field.align);
  if (field.repeated) return readElements(field, payload);
  if (!field.network) {
    value.number = readNumber(field, payload);
    return value;
  }
  Bytes raw = payload.bytes(field.size);
  if (payload.failed()) return value;
  Cursor number(raw, Endian::Big);
  value.number = readNumber(field, number);
  return value;
}

bool walkedSize(const Marker& marker, Bytes payload, Endian endian, bool firstInHeader, size_t& size) {
  Cursor cursor(payload, endian);
  bool whole = walkFields(marker, cursor, firstInHeader ? 1 : 0, [](size_t, const Field&, const FieldValue&) {});
  size = cursor.position();
  return whole;
}

void appendField(std::string& out, const Field& field, const FieldValue& value, bool decimalOnly) {
  out += field.name;
  out += " = ";
  if (field.kind == FieldKind::String) return appendText(out, value.text);
  if (field.repeated) return appendElements(out, field, value, decimalOnly);
  appendNumber(out, field, value.number, decimalOnly);
}

}  // namespace tp::lttng
