#include "core/analysis/open_functions.h"

#include <algorithm>

namespace tp {

bool OpenFunctions::isRecursive(TraceReader& reader, TrackId track, std::span<const OpenSlice> open, size_t depth,
                                NameId name, size_t from) const {
  if (depth >= keys_.size()) return true;
  auto identity = [&](size_t level) {
    Record record;
    record.value = keys_[level].value;
    record.size = keys_[level].size;
    record.depth = static_cast<uint16_t>(level);
    record.name = name;
    record.track = track;
    return reader.callIdentity(record);
  };
  const uint64_t own = identity(depth);
  for (size_t level = std::min(depth, open.size()); level-- > from;)
    if (open[level].name == name && identity(level) == own) return true;
  return false;
}

}  // namespace tp
