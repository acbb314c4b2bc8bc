// Where the person looks, and what is chosen there: what stays from one frame to the next.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/joint/join_options.h"
#include "core/session/export/export_question.h"
#include "ui/base/memory.h"
#include "ui/base/type_ahead.h"
#include "ui/view/events_view.h"
#include "ui/view/finder.h"
#include "ui/view/flame_graph.h"
#include "ui/view/flame_options.h"
#include "ui/view/key_names.h"
#include "ui/view/layout.h"
#include "ui/view/marked_range.h"
#include "ui/view/markers.h"
#include "ui/view/palette_state.h"
#include "ui/view/plots.h"
#include "ui/view/scheduling.h"
#include "ui/view/selection_around.h"
#include "ui/view/settings.h"
#include "ui/view/track_choice.h"
#include "ui/view/view_history.h"
#include "ui/view/viewport.h"
#include "ui/view/warnings.h"

namespace tp::ui {

// What the colour of a slice says.
enum class ColourBy : uint8_t { Name, Thread, Duration, State };

enum class Tab : uint8_t { Selection, Flame, Sandwich, Functions, Info, Scheduling, Events };

// Where several traces were dropped of which one is open.
struct Siblings {
  std::vector<std::string> folders;
  std::string open;      // which of them
  uint64_t opening = 0;  // Session::opening() of which all this is said
  bool offered = false;  // the list has been shown
};

// Several traces on one axis (ui/timeline/joint.h).
struct JointState {
  JoinOptions options;     // with which the open trace was opened
  uint32_t dragged = 0;    // TracePart::number of the one whose heading is being dragged; 0: none
  float from = 0, by = 0;  // pixels
};

// Where the panel of details has drawn what can be pressed: the middle of each.
struct DetailsPlaces {
  std::vector<ImVec2> callers;
  std::vector<ImVec2> plots;
};

struct WindowState {
  // `session` outlives it.
  explicit WindowState(Session& session) : events(session) {}

  // The timeline. Lengths are device-independent pixels.
  Viewport view;
  std::set<TrackId> collapsed;
  TrackChoice choice;
  Layout layout;
  bool layoutStale = false;  // it is made anew before the next frame
  float scroll = 0;
  float pinnedScroll = 0;
  float labelWanted = 236;        // as wide as the labels were dragged
  float labelWidth = 236;         // as wide as the window lets them be
  TrackId menuTrack = kNoTrack;   // of which the context menu speaks
  TrackId toolsTrack = kNoTrack;  // whose buttons are shown
  float toolsTop = 0;             // and where
  int tool = -1;                  // the one under the pointer
  ColourBy colourBy = ColourBy::Name;
  Markers markers;
  std::optional<MarkedRange> range;  // dragged with Shift, or along the axis
  Plots plots;
  JointState joint;

  // What is selected, and what is under the pointer.
  std::optional<Selection> selection;
  std::optional<Selection> hover;
  std::optional<Selection> counter;  // the sample under the pointer, of a counter
  std::optional<Selection> pointed;  // what hover was in the frame before: what a click meant
  NameId hoveredName = kNoName;      // of the frame before
  SelectionAround around;
  std::string search;
  Finder finder;

  // The drawer and its panels.
  std::optional<float> drawerHeight;  // as it was dragged
  bool drawerOpen = true;
  Tab tab = Tab::Selection;
  NameId function = kNoName;          // of which the sandwich and the histogram speak
  std::optional<TrackId> callsTrack;  // the only thread whose calls count; none: all
  FlameOptions flame;
  FlameGraph flameGraph;
  SchedulingAnswer scheduling;
  SchedulingView schedulingView;
  EventsView events;
  DetailsPlaces places;
  ChosenWarning warning;
  int infoSection = 0;  // where there is no room for all
  Memory memory;        // what panels keep for themselves

  // The window.
  Siblings siblings;
  bool help = false;
  PaletteState palette;
  Settings settings;
  bool settingsOpen = false;
  int settingsRow = 0;
  KeyNames keyNames;
  TypeAhead typeAhead;
  std::shared_ptr<ExportQuestion> exporting;  // null: nothing is being exported
  std::string exportName;
  std::string lastView;  // a link to where this trace was left the last time; empty: it is new
  std::string notice;    // what has just been done, in the footer
  double noticed = 0;    // when, in seconds
};

}  // namespace tp::ui
