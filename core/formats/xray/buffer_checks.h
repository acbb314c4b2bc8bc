// What the buffers of a flight data recorder log say of themselves, compared with one another: what contradicts the
// others is damage.
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
  uint64_t firstTsc = 0;  // where there is none, what the clock on the wall said
  uint64_t wall = 0;      // microseconds
  Extent extent;
};

// No thread of a usual system is numbered higher: the most that Linux allows.
inline constexpr int64_t kMaxThreadIds = int64_t{1} << 22;

// Tells of buffers that contradict the others of their log; takes the process from these where one has none or another
// one, and leaves out those whose times are elsewhere than all others by hours, while the clock on the wall is not.
void compareBuffers(std::vector<FdrBuffer>& buffers, const std::string& file, WarningLog& warnings);

}  // namespace tp::xray
