#include "core/export/range_note.h"

#include <limits>

#include "core/trace/trace_info.h"

namespace tp {

std::string outsideNote(const TraceIndex& index, Time from, Time to) {
  if (from <= index.end() && to >= index.begin()) return {};
  std::string text = "nothing of the trace lies";
  if (from > clampTime(std::numeric_limits<int64_t>::min())) text += " from " + std::to_string(from);
  if (to < clampTime(std::numeric_limits<int64_t>::max())) text += " to " + std::to_string(to);
  return text + ": its records are from " + std::to_string(index.begin()) + " to " + std::to_string(index.end());
}

}  // namespace tp
