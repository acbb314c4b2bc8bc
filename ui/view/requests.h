// What panels ask of the window while they are drawn. App does it at the end of the frame, and takes it away.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/trace/tracks.h"
#include "ui/view/seek.h"
#include "ui/view/view_history.h"

namespace tp::ui {

struct Requests {
  struct Place {
    TrackId track = kNoTrack;
    Time time = 0;
    uint16_t depth = 0;
  };
  std::optional<Place> goTo;        // select what is there, or show the place
  std::optional<Selection> choose;  // select it
  std::optional<TrackId> reveal;    // scroll to the track
  // Whoever asks is a list that people go through: the panel stays what it is.
  bool keepTab = false;
  Seeking seeking;  // something is being looked for, and will be selected when it is found

  std::pair<std::string, std::string> runAction;  // an action's id and its argument; empty: none
  std::pair<std::string, std::string> askFor;  // open the palette for this action, with the beginning of its argument
  std::string siblingWanted;                   // open the trace of this folder, one of Siblings::folders
  bool openAgainWanted = false;                // open what is open, as its files are by now
  bool svgWanted = false;                      // write the next frame's timeline as an SVG file
};

}  // namespace tp::ui
