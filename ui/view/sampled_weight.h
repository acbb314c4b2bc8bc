// Stacks of samples, which the views weigh as they weigh stacks by the growth of a counter.
#pragma once

#include <string>

#include "core/analysis/counter_growth.h"
#include "core/index/trace_index.h"
#include "ui/view/context.h"

namespace tp::ui {

// Whether the trace has samples and no calls, so that all stacks are those of samples.
bool isProfile(const TraceIndex& index);

// Returns the label by which samples are the chosen weight; empty if the weight is another one.
std::string sampledWeight(const Context& c);

// For a trace without calls, of which nothing else was asked: weighs it by the samples of its first event from now on.
// Returns whether it does.
bool weighBySamples(Context& c);

// "12 samples", "3 faults", "1.2 ms": a weight by samples, or by the growth of another counter.
std::string gainText(const std::string& counter, int64_t value);

}  // namespace tp::ui
