// Asks for the nearest beginning of a slice or instant of one name, before or after a time: on one track, or on all.
#pragma once

#include <utility>
#include <vector>

#include "core/session/question.h"

namespace tp {

// Where to look from, and what for. Ids are the worker's.
struct FindScope {
  std::vector<NameId> names;  // names that read the same
  TrackId track = kNoTrack;   // look only there; kNoTrack: on all tracks of `kind`
  TrackKind kind = TrackKind::Thread;
  Time from = 0;
  uint16_t depth = 0;  // of what begins at `from`: on `track`, deeper ones that begin with it come after it
  bool forward = true;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.names, self.track, atMost(self.kind, TrackKind::Async), self.from, self.depth, self.forward);
    if constexpr (Wire::kReads) self.from = clampTime(self.from);
  }
};

// A place where something begins. Of two at the same time, the lesser depth comes first, then the lesser key of the
// track.
struct FoundPlace {
  TrackId track = kNoTrack;
  Time time = 0;
  uint16_t depth = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.track, self.time, self.depth);
  }
  // Returns whether it is nearer to where the search began than `other`, which may have no track. `tracks` has both
  // tracks.
  bool nearer(const FoundPlace& other, bool forward, const TrackTable& tracks) const;
};

class FindQuestion final : public Question {
 public:
  // `scope` has the session's ids; only the first of its names is used.
  explicit FindQuestion(FindScope scope) : scope_(std::move(scope)) {}

  const FindScope& scope() const { return scope_; }
  // Valid once done(). Its track is kNoTrack if nothing was found.
  const FoundPlace& found() const { return found_; }

  JobKind kind() const override { return JobKind::Find; }
  void write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const override;
  bool read(const TraceIndex& index, uint32_t worker, WireReader& in) override;

 private:
  FindScope scope_;
  FoundPlace found_;
};

}  // namespace tp
