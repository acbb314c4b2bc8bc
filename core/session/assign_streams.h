// Assigns streams and merges to the workers of a session.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/decode/format.h"

namespace tp {

// What is indexed: a stream or, after all streams, a merge, which reads its inputs once more.
struct IndexUnit {
  std::string_view name;
  uint64_t bytes = 0;
  uint64_t load = 0;  // what indexing costs, in bytes of a stream
};

// Returns the streams, then the merges.
std::vector<IndexUnit> unitsOf(const TraceReader& reader);

// Returns the worker of each unit: the largest unit first, each to the worker with the least load. All workers get the
// same answer.
std::vector<uint32_t> assignStreams(const std::vector<IndexUnit>& units, uint32_t shares);

// A packed stream that one worker decodes and another worker merges.
struct SharedStream {
  uint32_t stream = 0;
  size_t merge = 0;  // the unit
  size_t input = 0;  // index in the inputs of the merge
};

// `owner` is what assignStreams() returned.
std::vector<SharedStream> sharedStreams(const TraceReader& reader, const std::vector<uint32_t>& owner);

}  // namespace tp
