// Asks what the scheduler did within a scope.
#pragma once

#include "core/analysis/scheduling.h"
#include "core/analysis/scheduling_unseen.h"
#include "core/session/question.h"

namespace tp {

class SchedulingQuestion final : public Question {
 public:
  explicit SchedulingQuestion(SchedulingScope scope) { scheduling_.scope = scope; }

  const SchedulingScope& scope() const { return scheduling_.scope; }
  // Valid once done().
  const Scheduling& scheduling() const { return scheduling_; }

  JobKind kind() const override { return JobKind::Scheduling; }
  // The scope is limited to what is drawn: of uftrace, the time before the first call is in no view.
  void write(const TraceIndex& index, uint32_t, uint32_t, WireWriter& out) const override {
    out(scheduling_.scope.within(index.begin(), index.end()));
  }
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override {
    const auto theirs = in.read<Scheduling>();
    if (in.failed()) return false;
    scheduling_.merge(theirs, {[&](TrackId track) { return index.toTrack(worker, track); },
                               [&](NameId name) { return index.toName(worker, name); }});
    return true;
  }
  void finish(const TraceIndex& index) override {
    if (scheduling_.scope.ranged()) addUnseenThreads(scheduling_, index);
    limitToTraces(scheduling_, index);
    scheduling_.finish(index.begin(), index.end(), index.tracks(), index.names());
  }

 private:
  Scheduling scheduling_;
};

}  // namespace tp
