// StateReading goes through the states of threads for a list of slices, as Scheduling counts them.
#pragma once

#include <map>
#include <tuple>

#include "core/analysis/slice_sift.h"
#include "core/session/scheduling/scheduling_job.h"

namespace tp {

class StateReading final : public SliceWords {
 public:
  // Both must outlive this.
  StateReading(const SliceQuery& query, SliceSift& sift, TraceReader& reader);

  // Decodes some chunks. Returns false when all is done.
  bool step(const JobSite& site);
  float progress() const { return scheduling_.progress(); }
  bool tells() const { return scheduling_.switches(); }

  EventRow& rowOf(const SeenCall& call) override;

 private:
  void add(uint32_t unit, const StateSpan& span);
  // Returns the name of what woke the thread: to the state, if it is runnable, else out of it. kNoName if no waking
  // did.
  NameId wakerOf(const StateSpan& span);
  NameId wakerOf(TrackId waker, WakeContext context, NameId handler);

  SliceSift& sift_;
  TraceReader& reader_;
  SchedulingJob scheduling_;
  EventRow row_;
  std::map<std::tuple<TrackId, WakeContext, NameId>, NameId> wakers_;
};

}  // namespace tp
