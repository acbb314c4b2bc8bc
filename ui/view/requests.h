// What panels ask of the window while they are drawn. App does it at the end of the frame and resets it.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/trace/tracks.h"
#include "ui/view/seek.h"
#include "ui/view/slice_listing.h"
#include "ui/view/view_history.h"

namespace tp::ui {

struct Requests {
  struct Place {
    TrackId track = kNoTrack;
    Time time = 0;
    uint16_t depth = 0;
  };
  std::optional<Place> goTo;        // select the mark there, or show the place if there is none
  std::optional<Selection> choose;  // select it
  std::optional<TrackId> reveal;    // scroll to the track
  Seeking seeking;                  // a search or a place under way; what it finds is selected

  std::pair<std::string, std::string> runAction;  // an action's id and its argument; empty: none
  // Open the palette for this action id, with the beginning of its argument.
  std::pair<std::string, std::string> askFor;
  std::optional<SliceListing> listSlices;  // open the tab Slices and list these there
  std::string siblingWanted;               // open the trace of this folder, one of Siblings::folders
  bool sliceMenuWanted = false;            // open the menu of the selection, where it is drawn
  bool cpuMeanwhileWanted = false;         // show who used the CPU for which the selected thread waited
  bool openAgainWanted = false;            // open the same files again, as they are now
  bool svgWanted = false;                  // write the next frame's timeline as an SVG file
  bool panelSvgWanted = false;             // the same of the drawer's panel
  bool pngWanted = false;                  // the next frame is saved as a picture, without hints
};

}  // namespace tp::ui
