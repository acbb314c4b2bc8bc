// What programs write into trace_marker, by the conventions of Android's atrace and as begin and end pairs.
// Source: Android's system/core/libcutils/include/cutils/trace.h (B, E, C, S, F, I); the rest is usage.
#pragma once

#include <cstdint>
#include <string_view>

namespace tp::tracecmd {

struct Marker {
  enum class Kind : uint8_t {
    Text,        // Any other text.
    Begin,       // "B|pid|name": a slice of this thread.
    End,         // "E" or "E|pid".
    NamedBegin,  // "name begin" or "begin name".
    NamedEnd,    // "name end" or "end name".
    Counter,     // "C|pid|name|value".
    AsyncBegin,  // "S|pid|name|cookie".
    AsyncEnd,    // "F|pid|name|cookie".
    Instant,     // "I|pid|name".
  };
  Kind kind = Kind::Text;
  int64_t pid = -1;  // The process, or -1 if the text does not name it.
  std::string_view name;
  int64_t value = 0;  // Value of the counter, or the cookie.
};

// Parses `text` up to its first line feed. `name` is a view into `text`.
Marker parseMarker(std::string_view text);

}  // namespace tp::tracecmd
