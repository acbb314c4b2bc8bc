// Reads the fields of an event, and shows them as LTTV does.
#pragma once

#include "core/formats/lttng/markers.h"

namespace tp::lttng {

// The value of a field: a number's bits, sign-extended if it is signed, or a string's text.
struct FieldValue {
  uint64_t number = 0;    // The number of elements if the field is an array.
  std::string_view text;  // A view into the payload. For an array, the bytes of all elements.
  Endian endian = Endian::Little;
};

// Reads one field. The cursor fails if the payload is too short.
FieldValue readField(const Field& field, Cursor& payload);

// Calls each(position, field, value) for the fields from `first` on. Returns false if the payload is too short.
template <class Each>
bool walkFields(const Marker& marker, Cursor& payload, size_t first, Each&& each) {
  for (size_t i = first; i < marker.fields.size(); ++i) {
    FieldValue value = readField(marker.fields[i], payload);
    if (payload.failed()) return false;
    each(i, marker.fields[i], value);
  }
  return true;
}

// Computes how many bytes the fields take, the first of which may be in the event's header. Returns false if that is
// more than there are.
bool walkedSize(const Marker& marker, Bytes payload, Endian endian, bool firstInHeader, size_t& size);
inline bool payloadSize(const Marker& marker, const std::byte* payload, size_t left, Endian endian, bool firstInHeader,
                        size_t& size) {
  if (!marker.fixed || firstInHeader) return walkedSize(marker, Bytes(payload, left), endian, firstInHeader, size);
  size = marker.fixedSize;
  return size <= left;
}

// Appends the bytes in their order as "0x0102ff".
void appendBytes(std::string& out, std::string_view bytes);

// Appends "name = value". With `decimalOnly`, numbers are decimal whatever the format says, as LTTV shows versions up
// to 1.0.
void appendField(std::string& out, const Field& field, const FieldValue& value, bool decimalOnly);

}  // namespace tp::lttng
