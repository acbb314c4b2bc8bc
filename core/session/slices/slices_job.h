// Lists the slices on a worker's streams, or reads the words of some of them.
#pragma once

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "core/session/slices/slice_reading.h"
#include "core/session/slices/state_reading.h"
#include "core/session/slices/word_reading.h"

namespace tp {

// `Reading`: SliceReading or StateReading.
template <class Reading>
class SlicesJob final : public Job {
 public:
  SlicesJob(SliceQuery query, SliceSift sift, TraceReader& reader)
      : query_(std::move(query)), sift_(std::move(sift)), reading_(query_, sift_, reader), told_(Clock::now()) {}

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return reading_.progress(); }

 private:
  using Clock = std::chrono::steady_clock;

  void tell(bool all, WireWriter& answer);

  const SliceQuery query_;
  SliceSift sift_;
  Reading reading_;
  Clock::time_point told_;
  bool systemCalls_ = false;
};

class SliceWordsJob final : public Job {
 public:
  explicit SliceWordsJob(std::vector<SlicesRequest::Wanted> wanted) : reading_(std::move(wanted)) {}

  bool step(const JobSite& site, WireWriter& answer) override {
    if (reading_.step(site)) return true;
    answer(reading_.texts());
    return false;
  }
  float progress() const override { return reading_.progress(); }

 private:
  WordReading reading_;
};

// Reads a request that SlicesQuestion has written. Returns null if it is invalid.
std::unique_ptr<Job> makeSlicesJob(WireReader& request, TraceReader& reader);

}  // namespace tp
