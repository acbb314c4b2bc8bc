// Samples as counters that grow: each is worth one sample, or as many of its events as it stands for.
#pragma once

#include "core/analysis/call_aggregator.h"
#include "core/decode/sampled_stack.h"

namespace tp {

// Adds a batch of `driver`, a RecordDriver or what has its sampleOf().
template <class Driver>
void addWithSamples(CallAggregator& calls, Driver& driver, const RecordBatch& batch) {
  calls.add(batch);
  if (!calls.wantsSamples()) return;
  SampledStack stack;
  for (uint32_t i = 0; i < batch.count; ++i)
    if (batch.records[i].kind == RecordKind::Instant && driver.sampleOf(batch, i, stack))
      calls.addStack(stack, batch.records[i].time);
}

}  // namespace tp
