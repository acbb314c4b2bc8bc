// Counts the stacks of the calls on a worker's streams: one pass of those that StacksQuestion asks for.
#pragma once

#include <memory>

#include "core/session/calls/call_reading.h"

namespace tp {

class StacksJob final : public Job {
 public:
  StacksJob(WireReader& request, TraceReader& reader);

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return reading_.progress(); }

 private:
  StackSpec spec_;
  StackPass pass_;
  std::unique_ptr<HeavyStacks> heavy_;
  StackCounts counts_;
  CallAggregator calls_;
  CallReading reading_;
  bool begun_ = false;
};

}  // namespace tp
