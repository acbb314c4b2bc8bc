// Where the person has looked, to go back to and forth again.
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
  Time begin = 0, end = 0;  // what is visible, or soon will be
  float scroll = 0;         // of the tracks, in device-independent pixels
  std::optional<Selection> selection;
  std::optional<MarkedRange> range;

  bool operator==(const ViewState& other) const;
};

class ViewHistory {
 public:
  // Once a frame. Changes that follow each other within a second are one.
  void note(const ViewState& state, double seconds);
  // The view before, or after, the present one; null where there is none.
  const ViewState* back();
  const ViewState* forward();
  bool canGoBack() const { return at_ > 0; }
  bool canGoForward() const { return at_ + 1 < states_.size(); }
  // What is noted next replaces the present view: it is no move of the person's.
  void replaceNext() { replacing_ = true; }

 private:
  std::vector<ViewState> states_;
  size_t at_ = 0;
  double changed_ = -1e9;  // seconds
  bool replacing_ = true;
};

}  // namespace tp::ui
