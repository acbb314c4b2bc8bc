#include "core/session/assign_streams.h"

#include <algorithm>
#include <numeric>

namespace tp {

std::vector<IndexUnit> unitsOf(const TraceReader& reader) {
  std::vector<IndexUnit> units;
  for (const StreamInfo& stream : reader.streams()) units.push_back({stream.name, stream.bytes(), stream.bytes()});
  for (const MergeInfo& merge : reader.merges()) {
    uint64_t bytes = 0;
    for (uint32_t input : merge.inputs) bytes += reader.streams()[input].bytes();
    units.push_back({merge.name, bytes, bytes / merge.costDivisor});
  }
  return units;
}

std::vector<uint32_t> assignStreams(const std::vector<IndexUnit>& units, uint32_t shares) {
  std::vector<size_t> order(units.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return units[a].load > units[b].load; });
  std::vector<uint64_t> load(shares, 0);
  std::vector<uint32_t> owner(units.size(), 0);
  for (size_t unit : order) {
    size_t least = static_cast<size_t>(std::min_element(load.begin(), load.end()) - load.begin());
    owner[unit] = static_cast<uint32_t>(least);
    load[least] += units[unit].load + 1;
  }
  return owner;
}

std::vector<SharedStream> sharedStreams(const TraceReader& reader, const std::vector<uint32_t>& owner) {
  const std::vector<StreamInfo>& streams = reader.streams();
  const std::vector<MergeInfo>& merges = reader.merges();
  std::vector<uint32_t> merged(streams.size(), 0);
  for (const MergeInfo& merge : merges)
    for (uint32_t stream : merge.inputs) ++merged[stream];
  std::vector<SharedStream> out;
  for (size_t number = 0; number < merges.size(); ++number) {
    size_t merge = streams.size() + number;
    for (size_t input = 0; input < merges[number].inputs.size(); ++input) {
      uint32_t stream = merges[number].inputs[input];
      bool apart = merged[stream] == 1 && owner[stream] != owner[merge];
      if (streams[stream].packed && apart) out.push_back({stream, merge, input});
    }
  }
  return out;
}

}  // namespace tp
