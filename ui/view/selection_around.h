// What lies around a selected mark: what called it, what it called, and what its thread did meanwhile.
#pragma once

#include <vector>

#include "core/index/mark.h"
#include "core/session/session.h"

namespace tp::ui {

struct Selection;

class SelectionAround {
 public:
  // Once a frame: looks only where the selection is another one, or details that were missing have come.
  void follow(Session& session, const Selection& selection);

  const std::vector<Mark>& callers() const { return callers_; }  // the nearest first
  uint64_t children() const { return children_; }
  // As long as they are drawn. Some may be of another stream than the selected call, as those of the kernel are amid
  // calls of a program: Mark::total knows nothing of these.
  Time childTime() const { return childTime_; }
  TrackId stateTrack() const { return stateTrack_; }
  // Of the thread, in the order of time: those that touch the selection.
  const std::vector<Mark>& states() const { return states_; }
  bool moreStates() const { return moreStates_; }

 private:
  void look(Session& session, const Selection& selection);

  uint64_t opening_ = 0;  // Session::opening()
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
};

}  // namespace tp::ui
