#include "core/tables/unit_groups.h"

namespace tp {

std::vector<size_t> groupUnits(const TraceReader& reader) {
  constexpr uint64_t kEnough = uint64_t{16} << 20;
  std::vector<uint64_t> bytes;
  for (const StreamInfo& stream : reader.streams()) bytes.push_back(stream.bytes());
  for (const MergeInfo& merge : reader.merges()) {
    uint64_t& sum = bytes.emplace_back(0);
    for (uint32_t input : merge.inputs) sum += bytes[input];
  }
  std::vector<size_t> groups{0};
  uint64_t held = 0;
  for (size_t unit = 0; unit < bytes.size(); ++unit) {
    if (held > 0 && held + bytes[unit] > kEnough) {
      groups.push_back(unit);
      held = 0;
    }
    held += bytes[unit];
  }
  groups.push_back(bytes.size());
  return groups;
}

}  // namespace tp
