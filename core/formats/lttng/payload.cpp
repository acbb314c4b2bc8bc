#include "core/formats/lttng/payload.h"

#include <array>
#include <charconv>
#include <cstdio>

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

// By printf, for what is rare; the format is put together from letters that were checked.
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

}  // namespace

FieldValue readField(const Field& field, Cursor& payload) {
  FieldValue value;
  if (field.kind == FieldKind::String) {
    value.text = payload.cString();
    return value;
  }
  payload.align(field.align);
  if (!field.network && field.kind != FieldKind::Signed) {
    value.number = payload.unsignedOf(field.size);
    return value;
  }
  Bytes raw = payload.bytes(field.size);
  if (payload.failed()) return value;
  Cursor number(raw, field.network ? Endian::Big : payload.endian());
  value.number = field.kind == FieldKind::Signed ? static_cast<uint64_t>(number.signedOf(field.size))
                                                 : number.unsignedOf(field.size);
  return value;
}

bool payloadSize(const Marker& marker, Bytes payload, Endian endian, size_t first, size_t& size) {
  if (marker.fixed && first == 0) {
    size = marker.fixedSize;
    return size <= payload.size();
  }
  Cursor cursor(payload, endian);
  bool whole = walkFields(marker, cursor, first, [](size_t, const Field&, const FieldValue&) {});
  size = cursor.position();
  return whole;
}

void appendField(std::string& out, const Field& field, const FieldValue& value, bool decimalOnly) {
  out += field.name;
  out += " = ";
  if (field.kind == FieldKind::String) {
    out += '"';
    out += value.text;
    out += '"';
    return;
  }
  if (field.kind == FieldKind::Pointer) return appendHex(out, value.number);
  char conversion = field.conversion;
  if (decimalOnly) {
    conversion = field.kind == FieldKind::Signed ? 'd' : 'u';
  } else {
    out += field.before;
  }
  switch (conversion) {
    case 'p':
      return appendHex(out, value.number);
    case 'c':
      if ((value.number & 0xff) != 0) out += static_cast<char>(value.number & 0xff);
      return;
    case 'd':
    case 'i':
      if (decimalOnly || field.flags == 0) return appendDecimal(out, static_cast<int64_t>(value.number));
      break;
    case 'u':
      if (decimalOnly || field.flags == 0) return appendDecimal(out, value.number);
      break;
    default:
      break;
  }
  appendPrinted(out, field, value.number);
}

}  // namespace tp::lttng
