// What the colour of a slice says: its name, its thread, how long it took, or what the thread was doing meanwhile.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/view/context.h"

namespace tp::ui {

// Of the slices of one track, in one frame.
class SliceColours {
 public:
  SliceColours(Context& c, TrackId track, int level);

  ImU32 fill(const Mark& mark);
  // Of the words on it.
  ImU32 ink(const Mark& mark);

 private:
  void loadStates(TrackId thread, int level);
  NameId stateAt(const Mark& mark) const;
  ImU32 ofState(NameId state);

  Context& c_;
  TrackKind kind_;
  uint32_t hue_ = 0;          // of the thread
  std::vector<Mark> states_;  // of the thread, in the order of time
  // Of the few states that there are, so that their words are compared once.
  std::vector<std::pair<NameId, ImU32>> known_;
};

const char* colourName(ColourBy by);
// "colour-by" name, thread, duration or state.
bool colourCommand(Context& c, std::string_view id, std::span<const std::string> args);

// In the lower right corner, while it is not by name.
void drawLegend(Context& c, const Rect& tracks);

}  // namespace tp::ui
