// What programs write into trace_marker by the conventions of Android's atrace and of hand-made pairs.
// Source: Android's system/core/libcutils/include/cutils/trace.h (B, E, C, S, F, I); the rest is usage.
#pragma once

#include <cstdint>
#include <string_view>

namespace tp::tracecmd {

struct Marker {
  enum class Kind : uint8_t {
    Text,        // anything else
    Begin,       // "B|pid|name": a slice on this thread
    End,         // "E", "E|pid"
    NamedBegin,  // "name begin", "begin name"
    NamedEnd,    // "name end", "end name"
    Counter,     // "C|pid|name|value"
    AsyncBegin,  // "S|pid|name|cookie"
    AsyncEnd,    // "F|pid|name|cookie"
    Instant,     // "I|pid|name"
  };
  Kind kind = Kind::Text;
  int64_t pid = -1;  // the process, where it is told
  std::string_view name;
  int64_t value = 0;  // counter value or cookie
};

// `text` up to its end or a line feed.
Marker parseMarker(std::string_view text);

}  // namespace tp::tracecmd
