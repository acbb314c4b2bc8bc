// What the views of one window share: the session they read, and where the person looks.
#pragma once

#include <imgui.h>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/joint/join_options.h"
#include "core/session/export_question.h"
#include "core/session/session.h"
#include "ui/apart.h"
#include "ui/changed.h"
#include "ui/events_view.h"
#include "ui/finder.h"
#include "ui/flame_graph.h"
#include "ui/flame_options.h"
#include "ui/layout.h"
#include "ui/marked_range.h"
#include "ui/markers.h"
#include "ui/memory.h"
#include "ui/palette.h"
#include "ui/plots.h"
#include "ui/scheduling.h"
#include "ui/seek.h"
#include "ui/selection_around.h"
#include "ui/settings.h"
#include "ui/svg.h"
#include "ui/theme.h"
#include "ui/track_choice.h"
#include "ui/type_ahead.h"
#include "ui/view_history.h"
#include "ui/viewport.h"
#include "ui/warnings.h"

namespace tp::ui {

// What the platform does for the views.
struct Host {
  std::function<void()> openFiles;
  std::function<void()> openDirectory;
  std::function<void(const JoinOptions&)> reopen;        // what is open, in another way: ends in App::beginOpen()
  std::function<void()> openAgain;                       // what is open, as its files are by now: as reopen()
  std::function<void(bool directory)> addTrace;          // asks for files or a directory that are to lie beside it
  std::function<void(int)> openSample;                   // 0 or 1
  std::vector<std::string> samples;                      // their names; empty: there are none
  std::function<void(const std::string&)> saveSettings;  // JSON, for App::loadSettings() next time
  // A file for the person: begun under a name (the answer says what it is called in the end; empty: it can't be),
  // filled part after part, and ended; whole, or not to be kept: why it could not be written, empty where it was or
  // where that is told later.
  std::function<std::string(const std::string& name)> beginFile;
  std::function<void(std::string_view part)> putFile;
  std::function<std::string(bool whole)> endFile;
  std::function<void(const std::string& name)> takePicture;  // of the next frame, as a PNG file
  std::string address;                                       // of the page, without a fragment; empty: there is none
};

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  ImVec2 min() const { return {x, y}; }
  ImVec2 max() const { return {x + w, y + h}; }
  bool contains(ImVec2 p) const { return p.x >= x && p.x < x + w && p.y >= y && p.y < y + h; }
};

// A narrower window is a phone's, or a strip beside others: what matters most has the room.
inline constexpr float kNarrow = 560;

// Where the panel of details has drawn what can be pressed: the middle of each.
struct DetailsPlaces {
  std::vector<ImVec2> callers;
  std::vector<ImVec2> plots;
};

// What can be pressed: a button, a chip, an item of a menu.
struct Control {
  std::string label;
  ImVec2 middle;
  bool on = false;
  bool enabled = true;
};

// What the colour of a slice says.
enum class ColourBy : uint8_t { Name, Thread, Duration, State };

enum class Tab : uint8_t { Selection, Flame, Sandwich, Functions, Info, Scheduling, Events };

// Where several traces were dropped of which one is open.
struct Siblings {
  std::vector<std::string> folders;
  std::string open;      // which of them
  std::string wanted;    // to be opened at the end of the frame
  uint64_t opening = 0;  // Session::opening() of which all this is said
  bool offered = false;  // the list has been shown
};

// The place of lost records that was shown last (ui/losses.h).
struct ShownLoss {
  uint64_t opening = 0;  // Session::opening() of which this is said
  TrackId track = kNoTrack;
  Time time = 0;
};

// Several traces on one axis (ui/joint.h).
struct JointState {
  JoinOptions options;                         // with which the open trace was opened
  std::pair<std::string, std::string> wanted;  // a command and what it is told; at the end of the frame
  uint32_t dragged = 0;                        // whose heading is; 0: none
  float from = 0, by = 0;                      // pixels
};

struct Context {
  explicit Context(Session& of) : session(of), events(of) {}

  Session& session;
  Host host;
  Theme theme;
  Fonts fonts;
  float scale = 1;

  Viewport view;
  std::set<TrackId> collapsed;
  TrackChoice choice;
  Layout layout;
  bool layoutStale = false;  // it is made anew before the next frame
  float scroll = 0;
  float pinnedScroll = 0;
  float labelWanted = 236;            // as wide as the labels were dragged
  float labelWidth = 236;             // as wide as the window lets them be
  std::optional<float> drawerHeight;  // as it was dragged
  bool drawerOpen = true;
  bool help = false;
  PaletteState palette;
  Settings settings;
  bool settingsOpen = false;
  int settingsRow = 0;
  std::shared_ptr<ExportQuestion> exporting;  // null: nothing is being exported
  std::string exportName;
  bool svgWanted = false;
  std::string lastView;  // a link to where this trace was left the last time; empty: it is new
  KeyNames keyNames;
  Tab tab = Tab::Selection;

  std::optional<Selection> selection;
  std::optional<Selection> hover;
  std::optional<Selection> counter;  // the sample under the pointer, of a counter
  std::optional<Selection> pointed;  // what hover was in the frame before: what a click meant
  struct Place {
    TrackId track = kNoTrack;
    Time time = 0;
    uint16_t depth = 0;
  };
  std::optional<Place> goTo;        // a place that a link leads to; taken up at the end of the frame
  std::optional<Selection> choose;  // to be selected, likewise
  Seeking seeking;
  std::optional<MarkedRange> range;  // dragged with Shift, or along the axis
  Markers markers;
  std::optional<TrackId> reveal;  // a track to be scrolled to, likewise
  bool keepTab = false;           // whoever leads there is a list that people go through
  Siblings siblings;
  JointState joint;
  std::string search;
  std::string notice;  // what has just been done, in the footer
  double noticed = 0;  // when, in seconds
  TypeAhead typeAhead;
  TrackId menuTrack = kNoTrack;       // of which the context menu speaks
  TrackId toolsTrack = kNoTrack;      // whose buttons are shown
  float toolsTop = 0;                 // and where
  int tool = -1;                      // the one under the pointer
  NameId function = kNoName;          // of which the sandwich and the histogram speak
  std::optional<TrackId> callsTrack;  // the only thread whose calls count; none: all
  FlameOptions flame;
  FlameGraph flameGraph;
  ColourBy colourBy = ColourBy::Name;
  SchedulingAnswer scheduling;
  SchedulingView schedulingView;
  Plots plots;
  EventsView events;
  Finder finder;
  SelectionAround around;
  DetailsPlaces places;
  int infoSection = 0;  // where there is no room for all
  Memory memory;        // of the panels
  ChosenWarning warning;
  ToldChanges toldChanges;
  ToldApart toldApart;
  ShownLoss lossSeen;
  bool openAgainWanted = false;  // at the end of the frame

  Rect chips;            // between where chips stand; no width: anywhere
  Rect scrolls;          // what scrolls by itself in the panel at hand, and is no window of ImGui's
  float scrolledBy = 0;  // a finger, there
  // Of the frame at hand.
  ImDrawList* draw = nullptr;
  std::vector<DrawnText>* texts = nullptr;  // null: nobody wants to know what is written
  double seconds = 0;
  uint64_t frame = 0;  // counts them
  uint32_t marksDrawn = 0;
  std::vector<std::pair<TrackId, uint32_t>> drawnOfTrack;
  std::vector<Control> controls;
  std::optional<Time> pointerTime;  // of the pointer, where it is above times
  bool keysTaken = false;           // a text field has the keyboard
  bool moreToCome = false;          // the next frame will differ by itself
  bool mouseOnTracks = false;       // the pointer is on the tracks, and no drag is under way
  std::string hint;                 // about the button under the pointer
  NameId hoveredName = kNoName;     // of the frame before

  const TraceIndex& index() const { return session.index(); }
  const ClockInfo& clock() const { return session.index().info().clock; }

  // What a function, or anything else, is called wherever it is shown: as NameTable::told() has it.
  std::string_view nameOf(NameId name) const {
    return index().names().told(name, settings.signatures == Signatures::Full);
  }
  // Colours by name, kept by name id; a search's answer as well.
  ImU32 colourOf(NameId name);
  ImU32 stateColour(NameId name) { return theme.stateColour(index().names().view(name)); }
  bool matches(NameId name);
  // Whether slices of this name stand for time off the CPU, or for such of which nothing is known.
  bool isOffCpu(NameId name);
  void forgetNames();
  // Of the index, looked up when it has changed.
  const std::vector<TrackLosses>& losses();
  uint64_t indexBytes();
  // Empty when it has been there long enough.
  std::string_view noticeNow() const { return seconds - noticed < 6 ? std::string_view(notice) : std::string_view(); }
  // ImGui's last item is one.
  void noteControl(std::string_view label, bool on, bool enabled = true);
  void say(std::string text) {
    notice = std::move(text);
    noticed = seconds;
  }

 private:
  std::vector<uint8_t> hues_;     // hue + 1
  std::vector<uint8_t> offCpu_;   // 0 not asked, 1 no, 2 yes
  std::vector<uint8_t> matches_;  // 0 not asked, 1 no, 2 yes
  std::string matchedFor_;
  void lookUp();
  std::vector<TrackLosses> losses_;
  uint64_t indexBytes_ = 0;
  uint64_t lookedUpFor_ = ~uint64_t{0};  // Session::version()
};

// Text in one of the look's sizes at a place of the window's draw list.
void drawText(Context& c, ImFont* font, float size, ImVec2 at, ImU32 colour, std::string_view text,
              const Rect* clip = nullptr);
float textWidth(ImFont* font, float size, std::string_view text);
// What fits of a text, with an ellipsis where that is not all.
std::string fitText(ImFont* font, float size, std::string_view text, float width);

// A small switch in a panel's head, at `at`; true when it was pressed. `at` moves behind it. Where Context::chips has
// no room for it on the line, it begins the next one.
inline constexpr float kChipLine = 24;
bool chip(Context& c, const char* label, ImVec2& at, bool on);

// A flat button; true when it was pressed.
bool button(Context& c, const char* label, ImVec2 at, ImVec2 size, bool primary = false);

}  // namespace tp::ui
