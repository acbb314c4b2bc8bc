// Where the keys are: Tab goes from one control of the window to the next, whoever draws them.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/base/theme.h"
#include "ui/base/type_ahead.h"

namespace tp::ui {

// The parts of the window, in the order in which Tab goes through them. As long as something lies over the window, Tab
// stays in that.
enum class FocusPart : uint8_t { Header, Strip, Timeline, Tabs, Panel, Over };

// One place where the keys can be.
struct FocusStop {
  enum class Kind : uint8_t {
    Control,   // Enter and Space press it
    Field,     // what is typed goes there
    Timeline,  // the keys are those of the tracks
    Rows,      // those of the open panel's table
  };
  ImGuiID id = 0;
  Kind kind = Kind::Control;
  FocusPart part = FocusPart::Header;
  Field field = Field::None;
  ImVec2 low, high;          // its corners, in device-independent pixels
  ImVec2 clipLow, clipHigh;  // what of the window is visible there
  std::string label;
};

class FocusRing {
 public:
  // Call before anything of a frame is drawn.
  void begin();
  // What is noted from now on belongs to this part.
  void enterPart(FocusPart part) { part_ = part; }
  // Notes ImGui's last item. Items of menus are left out: there, ImGui moves by itself.
  void note(std::string_view label, FocusStop::Kind kind = FocusStop::Kind::Control, Field field = Field::None);
  // Notes an area that is no item.
  void noteArea(std::string_view label, FocusStop::Kind kind, ImVec2 low, ImVec2 high);
  // Whether the tracks, which are drawn already in this frame, have just been clicked: the keys go from the rows of the
  // open panel to them. A click on a button leaves the keys where they are.
  bool clickedTimeline() const;
  // Call when all is drawn: follows the mouse and the field that has the keyboard.
  void end();

  // Whether there is a further stop in a direction, so that Tab stays in the window.
  bool hasNext(bool back) const { return next(back) != nullptr; }
  // Moves to the next stop, and returns it; null after the last one: the keys are outside of the window then, and the
  // next move comes in from there.
  const FocusStop* move(bool back);
  // The keys come in from outside: to the first stop, or to the last one if `back`. Returns it, null if there is none.
  const FocusStop* enter(bool back);
  // The keys are the timeline's again.
  void leave();
  // Presses the control where the keys are, in the next frame. Returns false if they are at none that is shown.
  bool press();
  // Whether a control is pressed so in this frame.
  bool pressing() const { return pressing_ == 1; }
  // Where the keys are, as it is shown; null if it is not: then they are the timeline's, or the mouse was used since.
  const FocusStop* shown() const;
  // Draws it over everything else.
  void draw(const Theme& theme) const;

 private:
  // Where the keys are in the window, and in what lies over it.
  struct Place {
    ImGuiID id = 0;  // 0: at the timeline
    FocusPart part = FocusPart::Timeline;
    bool outside = false;
  };
  bool isOver() const;
  const FocusStop* stopOf(ImGuiID id) const;
  const FocusStop* next(bool back) const;
  void go(const FocusStop& stop);

  std::vector<FocusStop> stops_;  // of the last frame that was drawn
  FocusPart part_ = FocusPart::Header;
  Place places_[2];  // in the window, and in what lies over it
  bool shown_ = false;
  bool reveal_ = false;  // the stop is to be scrolled into view
  int pressing_ = 0;     // frames until the press is over
};

}  // namespace tp::ui
