// The history of what the window showed, for going back and forward.
#pragma once

#include <optional>
#include <vector>

#include "core/index/mark.h"
#include "core/trace/tracks.h"
#include "ui/view/marked_range.h"

namespace tp::ui {

struct Selection {
  TrackId track = kNoTrack;
  Mark mark;
};
bool sameSelection(const std::optional<Selection>& a, const std::optional<Selection>& b);

struct ViewState {
  Time begin = 0, end = 0;  // visible, or the target of a move
  float scroll = 0;         // of the tracks, in device-independent pixels
  std::optional<Selection> selection;
  std::optional<MarkedRange> range;

  bool operator==(const ViewState& other) const;
};

class ViewHistory {
 public:
  // Call once in each frame. Changes within a second of each other count as one.
  void note(const ViewState& state, double seconds);
  // Return the previous or next view, or null if there is none. Valid until the next call.
  const ViewState* back();
  const ViewState* forward();
  bool canGoBack() const { return at_ > 0; }
  bool canGoForward() const { return at_ + 1 < states_.size(); }
  // The state that is noted next replaces the present one, because it was not the user who moved the view.
  void replaceNext() { replacing_ = true; }

 private:
  std::vector<ViewState> states_;
  size_t at_ = 0;
  double changed_ = -1e9;  // in seconds
  bool replacing_ = true;
};

}  // namespace tp::ui
