// Which worker of a session indexes what.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/decode/format.h"

namespace tp {

// What there is to index: the streams, and after them the merges, which read their inputs once more.
struct IndexUnit {
  std::string_view name;
  uint64_t bytes = 0;
  uint64_t load = 0;  // what it takes, in bytes of a stream
};

std::vector<IndexUnit> unitsOf(const TraceReader& reader);

// The owner of each unit: the largest first, each to the one who has least. The same answer in every worker.
std::vector<uint32_t> assignStreams(const std::vector<IndexUnit>& units, uint32_t shares);

// A packed stream that one worker decodes and another merges.
struct SharedStream {
  uint32_t stream = 0;
  size_t merge = 0;  // the unit
  size_t input = 0;  // of the merge
};

std::vector<SharedStream> sharedStreams(const TraceReader& reader, const std::vector<uint32_t>& owner);

}  // namespace tp
