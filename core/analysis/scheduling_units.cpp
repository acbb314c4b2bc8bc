#include "core/analysis/scheduling_units.h"

#include <algorithm>

namespace tp {
namespace {

// Returns whether a merge shows the calls of the stream's threads on CPUs. The merge then tells what runs; that a
// thread is within a call does not say that it runs.
bool isRetold(const TraceReader& reader, size_t stream) {
  return std::any_of(reader.merges().begin(), reader.merges().end(), [&](const MergeInfo& merge) {
    return merge.duplicatesThreadCalls &&
           std::find(merge.inputs.begin(), merge.inputs.end(), stream) != merge.inputs.end();
  });
}

}  // namespace

bool tellsScheduling(const TraceReader& reader, size_t unit, bool drawsThreads) {
  const bool merge = unit >= reader.streams().size();
  return merge || (drawsThreads && !isRetold(reader, unit));
}

uint32_t traceOfUnit(const TraceReader& reader, size_t unit) {
  const size_t streams = reader.streams().size();
  if (unit < streams) return reader.streams()[unit].trace;
  const std::vector<uint32_t>& inputs = reader.merges()[unit - streams].inputs;
  return inputs.empty() ? 0 : reader.streams()[inputs.front()].trace;
}

}  // namespace tp
