// Compares what the buffers of a flight data recorder log say about themselves: what contradicts the others is damage.
#pragma once

#include <string>
#include <vector>

#include "core/decode/format.h"

namespace tp::xray {

struct FdrBuffer {
  int64_t pid = 0;
  int64_t tid = 0;
  bool hasPid = false;
  bool hasTsc = false;
  uint64_t firstTsc = 0;  // TSC at which the buffer begins; if !hasTsc, `wall` instead.
  uint64_t wall = 0;      // Wall-clock time in microseconds; 0 if not known.
  Extent extent;
  bool cut = false;    // The file ends before the buffer does.
  bool lacks = false;  // Bytes are missing somewhere within.
};

// The largest thread id that Linux allows.
inline constexpr int64_t kMaxThreadIds = int64_t{1} << 22;

// Warns of buffers that contradict the others of their log. Buffers without a process, or with a contradicting one, get
// the process of the others. Buffers whose TSC is hours away from all others, while their wall-clock time is not, are
// removed.
void compareBuffers(std::vector<FdrBuffer>& buffers, const std::string& file, WarningLog& warnings);

}  // namespace tp::xray
