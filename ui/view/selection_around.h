// What lies around the selected mark: its callers, its callees, and the states of its thread meanwhile.
#pragma once

#include <optional>
#include <vector>

#include "core/index/mark.h"
#include "core/session/session.h"

namespace tp::ui {

struct Selection;

class SelectionAround {
 public:
  // Call once in each frame. Looks again only if the selection has changed, or missing details may have arrived.
  void follow(Session& session, const Selection& selection);

  const std::vector<Mark>& callers() const { return callers_; }  // the nearest first
  // The number of direct callees.
  uint64_t children() const { return children_; }
  // The time for which direct callees are drawn, in clock units. They may be of another stream than the selected call,
  // as kernel records amid calls of a program are; Mark::total does not know of these.
  Time childTime() const { return childTime_; }
  // kNoTrack if the thread has no states.
  TrackId stateTrack() const { return stateTrack_; }
  // The states of the thread that overlap the selection, in the order of time, the first few only. If a state is
  // selected: itself and its neighbours.
  const std::vector<Mark>& states() const { return states_; }
  // Whether there are more states than states() has.
  bool moreStates() const { return moreStates_; }
  // Of lost records: the slice for the time in which nothing was recorded, if there is one.
  const std::optional<Mark>& gap() const { return gap_; }

 private:
  void look(Session& session, const Selection& selection);
  void lookForGap(Session& session);

  uint64_t opening_ = 0;  // Session::opening() of all this
  TrackId track_ = kNoTrack;
  Mark mark_;
  uint64_t version_ = 0;
  int looks_ = 0;
  bool complete_ = false;

  std::vector<Mark> callers_;
  uint64_t children_ = 0;
  Time childTime_ = 0;
  TrackId stateTrack_ = kNoTrack;
  std::vector<Mark> states_;
  bool moreStates_ = false;
  std::optional<Mark> gap_;
};

}  // namespace tp::ui
