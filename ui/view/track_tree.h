// The tracks in the order in which they are shown.
#pragma once

#include <vector>

#include "core/index/trace_index.h"
#include "ui/view/track_choice.h"

namespace tp::ui {

// Returns whether tracks of this kind are headings, which can be collapsed.
bool isHeading(TrackKind kind);

// The track that stands for what is shown, moved and hidden as one: a heading, or a thread with its states, events and
// counters.
TrackId unitOf(const TrackTable& tracks, TrackId track);

class TrackTree {
 public:
  // Reflects the index as it is now. `index` and `choice` must outlive the tree.
  TrackTree(const TraceIndex& index, const TrackChoice& choice);

  // `parent` kNoTrack: the tracks without a parent.
  const std::vector<TrackId>& children(TrackId parent) const { return children_[parent < count_ ? parent : count_]; }
  // Returns whether the process has a single child that is shown in its place. Only so if there are many processes.
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
  std::vector<std::vector<TrackId>> children_;  // by track; the last: tracks without a parent
  std::vector<uint64_t> records_;               // by track, with all below it; only for TrackSort::Activity
};

// Swaps a track's unit with the previous (-1) or next (1) shown one among its siblings; returns false if there is none.
// `shown`: by track.
bool moveTrack(const TraceIndex& index, TrackChoice& choice, TrackId track, int by, const std::vector<bool>& shown);

}  // namespace tp::ui
