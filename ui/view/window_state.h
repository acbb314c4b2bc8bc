// The state of a window that stays from one frame to the next: what is visible, selected and chosen.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/index/time_bounds.h"
#include "core/joint/join_options.h"
#include "core/joint/stretch.h"
#include "core/session/export/export_question.h"
#include "ui/base/memory.h"
#include "ui/base/type_ahead.h"
#include "ui/view/compare_view.h"
#include "ui/view/duration_plots.h"
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
#include "ui/view/query_tracks.h"
#include "ui/view/scheduling.h"
#include "ui/view/selection_around.h"
#include "ui/view/settings.h"
#include "ui/view/slices_view.h"
#include "ui/view/sql_asker.h"
#include "ui/view/track_choice.h"
#include "ui/view/view_history.h"
#include "ui/view/viewport.h"
#include "ui/view/warnings.h"

namespace tp::ui {

// What determines the colour of slices.
enum class ColourBy : uint8_t { Name, Thread, Duration, State };

// A panel of the drawer, by its name in commands and links; ui/app/panels.h has the rest. Those that others open have a
// name here, too.
struct Tab {
  const char* id;  // a literal

  bool operator==(const Tab& other) const { return std::string_view(id) == other.id; }

  static const Tab Selection, Flame, Sandwich, Functions, Info, Scheduling, Events, Query, Slices, Source, Why, Compare;
};
inline constexpr Tab Tab::Selection{"selection"}, Tab::Flame{"flame"}, Tab::Sandwich{"sandwich"},
    Tab::Functions{"functions"}, Tab::Info{"info"}, Tab::Scheduling{"scheduling"}, Tab::Events{"events"},
    Tab::Query{"query"}, Tab::Slices{"slices"}, Tab::Source{"source"}, Tab::Why{"why"}, Tab::Compare{"compare"};

// The folders of several traces that were dropped together, if one of them is open.
struct Siblings {
  std::vector<std::string> folders;
  std::string open;      // folder of the open one
  uint64_t opening = 0;  // Session::opening() that this is about
  bool offered = false;  // the list has been shown
};

// The state of several traces on one axis (ui/timeline/joint.h).
struct JointState {
  JoinOptions options;     // that the open trace was opened with
  uint32_t dragged = 0;    // TracePart::number of the trace whose heading is being dragged; 0: none
  float from = 0, by = 0;  // where the drag began, and how far it is, in pixels
  // Of traces that are drawn stretched, with their shifts, and the times of the axis at which anything is drawn then;
  // see setStretches().
  std::vector<Stretch> stretches;
  TimeBounds drawn;
};

// Where the Selection panel has drawn what can be pressed: the middle of each, in device-independent pixels.
struct DetailsPlaces {
  std::vector<ImVec2> callers;
  std::vector<ImVec2> plots;
};

struct WindowState {
  // `session` must outlive it.
  explicit WindowState(Session& session) : events(session) {}

  // The timeline. Lengths are device-independent pixels.
  Viewport view;
  std::set<TrackId> collapsed;
  TrackChoice choice;
  Layout layout;
  bool layoutStale = false;  // it has to be made anew before the next frame
  float scroll = 0;
  float pinnedScroll = 0;
  float labelWanted = 236;        // as wide as the user has dragged them
  float labelWidth = 236;         // as wide as the window allows
  TrackId menuTrack = kNoTrack;   // track that the context menu is about
  TrackId toolsTrack = kNoTrack;  // track whose buttons are shown
  float toolsTop = 0;             // y of these buttons
  int tool = -1;                  // index of the button under the pointer; -1: none
  ColourBy colourBy = ColourBy::Name;
  Markers markers;
  std::optional<MarkedRange> range;  // dragged with Shift, or along the axis
  Plots plots;
  DurationPlots durations;
  QueryTracks queryTracks;
  JointState joint;
  std::string
      linkAwaits;  // of a link that was opened: what it waits for, or may not fit, as a sentence; empty: nothing
  std::optional<Time> since;  // ViewLink::since of the link that was shown; see Context::timesFrom()

  // The selection, and what is under the pointer.
  std::optional<Selection> selection;
  std::optional<Selection> hover;
  std::optional<Selection> counter;  // sample of a counter under the pointer
  std::vector<Selection> counters;   // at the same time, those of all plots on its track, if there are several
  std::optional<Selection> pointed;  // `hover` of the frame before, which is what a click refers to
  NameId hoveredName = kNoName;      // name of `pointed`
  SelectionAround around;
  std::string search;
  Finder finder;

  // The drawer and its panels.
  std::optional<float> drawerHeight;  // as the user has dragged it
  bool drawerOpen = true;
  Tab tab = Tab::Selection;
  NameId function = kNoName;          // function that the sandwich and the histogram show
  std::optional<TrackId> callsTrack;  // only thread whose calls count; none: all
  FlameOptions flame;
  FlameGraph flameGraph;
  SchedulingAnswer scheduling;
  SchedulingView schedulingView;
  EventsView events;
  SlicesView slices;
  CompareView compare;
  std::optional<CompareFileWanted> compareFile;
  SqlAsker sql;
  DetailsPlaces places;
  ChosenWarning warning;
  int infoSection = 0;  // section that is shown if there is no room for all
  Memory memory;        // private state of the panels

  // The window.
  Siblings siblings;
  bool help = false;
  PaletteState palette;
  Settings settings;
  bool settingsOpen = false;
  int settingsRow = 0;
  KeyNames keyNames;
  TypeAhead typeAhead;
  std::shared_ptr<FileQuestion> exporting;  // null: nothing is being exported
  bool awaitsPage = false;                  // a report waits for the page that it is made of (Host::readPage)
  std::string exportName;
  uint64_t exportBytes = 0;  // written so far, of a file that whoever answers queries writes
  std::string lastView;      // link to where this trace was left the last time; empty: it is not known
  std::string notice;        // text in the footer about what has just been done
  std::string problem;       // why something was not opened; empty: nothing was refused
  double noticed = 0;        // when `notice` was set, in seconds
  bool refused = false;      // `notice` says why the last action was not done
};

}  // namespace tp::ui
