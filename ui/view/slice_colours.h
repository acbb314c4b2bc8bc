// Colours of slices: by name, by thread, by duration, or by what the thread was doing meanwhile.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/view/context.h"

namespace tp::ui {

// The colours of one track's slices in one frame. `view`: what is in view of it; `level`: of detail, for the states of
// the thread. `c` must outlive it.
class SliceColours {
 public:
  SliceColours(Context& c, TrackId track, const VisibleTime& view, int level);

  ImU32 fill(const Mark& mark);
  // The colour of text on the slice.
  ImU32 ink(const Mark& mark);

 private:
  // Whether a CPU was idle then: it is drawn dim, as a gap between those who run.
  bool isIdle(const Mark& mark) const { return kind_ == TrackKind::Cpu && c_.names.isIdleState(mark.name); }
  void loadHits();
  bool isHit(const Mark& mark) const;
  void loadStates(TrackId thread, int level);
  NameId stateAt(const Mark& mark) const;
  ImU32 ofState(NameId state);

  Context& c_;
  const VisibleTime view_;
  TrackKind kind_;
  uint32_t hue_ = 0;          // of the thread
  std::vector<Mark> states_;  // of the thread, in the order of time
  std::vector<Time> hits_;    // of the search, in view, in the order of time; of a track of events
  // Colours of the few states that occur, so that their names are compared once.
  std::vector<std::pair<NameId, ImU32>> stateColours_;
};

const char* colourName(ColourBy by);
// Runs "colour-by" name, thread, duration or state. Returns false for anything else.
bool colourCommand(WindowState& c, std::string_view id, std::span<const std::string> args);

// Draws the legend in the lower right corner of `tracks`, unless slices are coloured by name.
void drawLegend(Context& c, const Rect& tracks);

}  // namespace tp::ui
