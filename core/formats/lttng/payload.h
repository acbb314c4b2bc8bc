// The fields of an event: how long they are, and how LTTV shows them.
#pragma once

#include "core/formats/lttng/markers.h"

namespace tp::lttng {

// A number as its bits, sign-extended where it is signed; a string as its text.
struct FieldValue {
  uint64_t number = 0;    // of an array the count of its elements
  std::string_view text;  // of an array all bytes of its elements
  Endian endian = Endian::Little;
};

// Reads one field; the cursor fails where the payload is too short.
FieldValue readField(const Field& field, Cursor& payload);

// Calls each(position, field, value) for the fields from `first` on; false where the payload is too short.
template <class Each>
bool walkFields(const Marker& marker, Cursor& payload, size_t first, Each&& each) {
  for (size_t i = first; i < marker.fields.size(); ++i) {
    FieldValue value = readField(marker.fields[i], payload);
    if (payload.failed()) return false;
    each(i, marker.fields[i], value);
  }
  return true;
}

// How long the fields are, of which the first may be in the header of the event. False: longer than `left`.
bool walkedSize(const Marker& marker, Bytes payload, Endian endian, bool firstInHeader, size_t& size);
inline bool payloadSize(const Marker& marker, const std::byte* payload, size_t left, Endian endian, bool firstInHeader,
                        size_t& size) {
  if (!marker.fixed || firstInHeader) return walkedSize(marker, Bytes(payload, left), endian, firstInHeader, size);
  size = marker.fixedSize;
  return size <= left;
}

// "0x0102ff", in the order in which they stand.
void appendBytes(std::string& out, std::string_view bytes);

// "name = value". Versions up to 1.0 have numbers in decimal whatever the format says.
void appendField(std::string& out, const Field& field, const FieldValue& value, bool decimalOnly);

}  // namespace tp::lttng
