// The format string of a marker, and a payload read by it: a line of text, then the payload.
#include "core/formats/lttng/payload.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tp;
  using namespace tp::lttng;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  size_t line = text.find('\n');
  std::string_view format = text.substr(0, line);
  std::string_view rest = line == std::string_view::npos ? std::string_view{} : text.substr(line + 1);
  Bytes payload = std::as_bytes(std::span(rest.data(), rest.size()));
  for (uint8_t pointer : {uint8_t{4}, uint8_t{8}}) {
    Marker marker;
    if (!parseFormat(format, {4, pointer, pointer, pointer}, 256, marker.fields)) continue;
    Layout layout;
    layout.major = 2;
    layout.minor = 6;
    for (uint8_t alignment : {uint8_t{0}, pointer}) {
      Marker laid = marker;
      layOut(laid, layout, alignment);
      size_t length = 0;
      bool whole = payloadSize(laid, payload.data(), payload.size(), Endian::Little, false, length);
      if (whole && length > payload.size()) __builtin_trap();
      Cursor cursor(payload, Endian::Big);
      std::string out;
      walkFields(laid, cursor, 0, [&](size_t, const Field& field, const FieldValue& value) {
        appendField(out, field, value, false);
        appendField(out, field, value, true);
      });
    }
  }
  return 0;
}
