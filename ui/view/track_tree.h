// The tracks in the order in which they are shown, as a person has chosen it.
#pragma once

#include <vector>

#include "core/index/trace_index.h"
#include "ui/view/track_choice.h"

namespace tp::ui {

// Whether it stands above tracks of its own, and can be collapsed.
bool isHeading(TrackKind kind);

// What is shown, moved and hidden as one: a heading, or a thread with its state, events and counters.
TrackId unitOf(const TrackTable& tracks, TrackId track);

class TrackTree {
 public:
  // Of the index as it is now; both outlive the tree.
  TrackTree(const TraceIndex& index, const TrackChoice& choice);

  // kNoTrack: those without a parent.
  const std::vector<TrackId>& children(TrackId parent) const { return children_[parent < count_ ? parent : count_]; }
  // A process whose only thread stands for it, where there are many.
  bool isFolded(TrackId process) const;

 private:
  void sort(std::vector<TrackId>& siblings) const;
  void arrange(std::vector<TrackId>& siblings, const std::vector<TrackId>& moved) const;
  void countRecords();
  bool before(TrackId a, TrackId b) const;

  const TraceIndex& index_;
  const TrackChoice& choice_;
  TrackId count_;
  bool crowded_ = false;
  std::vector<std::vector<TrackId>> children_;  // the last: tracks without a parent
  std::vector<uint64_t> records_;               // by track, with all below it; where they are sorted by that
};

// A track's unit changes places with what is shown before (-1) or after (1) it among its siblings; false at the end.
// `shown`: by track.
bool moveTrack(const TraceIndex& index, TrackChoice& choice, TrackId track, int by, const std::vector<bool>& shown);

}  // namespace tp::ui
