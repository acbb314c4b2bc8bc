// Computes the profile of the calls on a worker's streams.
#pragma once

#include "core/session/calls/call_reading.h"

namespace tp {

class CallsJob final : public Job {
 public:
  CallsJob(CallScope scope, TraceReader& reader)
      : scope_(std::move(scope)), calls_(scope_, reader), reading_(scope_, calls_) {}

  bool step(const JobSite& site, WireWriter& answer) override {
    if (reading_.step(site)) return true;
    calls_.write(answer);
    return false;
  }
  float progress() const override { return reading_.progress(); }

 private:
  CallScope scope_;
  CallsByTrace calls_;
  CallReading reading_;
};

}  // namespace tp
