// What the views of one window share: the session, the state of the window, what they draw on, and what they ask for.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session/session.h"
#include "ui/base/canvas.h"
#include "ui/view/host.h"
#include "ui/view/requests.h"
#include "ui/view/window_state.h"

namespace tp::ui {

// What drawing the current frame has found out about the tracks.
struct FrameNotes {
  uint32_t marksDrawn = 0;
  // How many marks were drawn on each track.
  std::vector<std::pair<TrackId, uint32_t>> drawnOfTrack;
  // The same of the tracks that queries make, by QueryTrack::number.
  std::vector<std::pair<uint32_t, uint32_t>> drawnOfQuery;
  std::optional<Time> pointerTime;  // under the pointer; none if it is not above the tracks or the axis
  bool keysTaken = false;           // a text field has the keyboard
  bool tabTaken = false;            // Tab completes a word in it, and does not leave the page
  bool mouseOnTracks = false;       // the pointer is on the tracks, and no drag is under way
};

// Functions that need less take a reference to one of the bases.
struct Context : Canvas, WindowState, Requests, FrameNotes {
  // `session` must outlive it.
  explicit Context(Session& of) : WindowState(of), session(of) {}

  Session& session;
  Host host;

  const TraceIndex& index() const { return session.index(); }
  const ClockInfo& clock() const { return session.index().info().clock; }
  // The time from which those that are shown count: the beginning of the trace or, for a cut, that of the whole, as a
  // link or else the cut itself tells it. They are the same in a report and in the trace that it is of.
  Time timesFrom() const { return since ? *since : index().origin().value_or(index().begin()); }

  // The name to be shown, as NameTable::told() returns it for the chosen length of signatures.
  std::string_view nameOf(NameId name) const {
    return index().names().told(name, settings.signatures == Signatures::Full);
  }
  // The colour of a name's slices, faded if the name does not match the search. Cached by name id.
  ImU32 colourOf(NameId name);
  ImU32 stateColour(NameId name) { return theme.stateColour(threadStateOf(index().names().view(name))); }
  // Whether the name matches the search; true without a search. Cached by name id.
  bool matches(NameId name);
  // Whether slices of this name stand for time off the CPU, or for time that was not recorded. Cached by name id.
  bool isOffCpu(NameId name) { return timeOf(name) != TimeOf::Call; }
  // Whether they stand for time that was not recorded. Cached as well.
  bool isNotRecorded(NameId name) { return timeOf(name) == TimeOf::NotRecorded; }
  // Empties these caches.
  void forgetNames();
  // Figures of the index, computed again only when Session::version() has changed.
  const std::vector<TrackLosses>& losses();
  uint64_t indexBytes();
  // Whether a trace is open, or is being opened.
  bool hasTrace() const {
    const Phase phase = session.phase();
    return phase == Phase::Opening || phase == Phase::Indexing || phase == Phase::Ready;
  }
  // Whether the panel in the drawer is drawn, so that what it waits for will arrive.
  bool awaitsPanel() const { return drawerOpen && hasTrace(); }
  // The notice for the footer; empty if the last one was given 6 seconds ago or earlier.
  std::string_view noticeNow() const { return seconds - noticed < 6 ? std::string_view(notice) : std::string_view(); }
  // Shows a notice in the footer.
  void say(std::string text) {
    notice = std::move(text);
    noticed = seconds;
  }
  // Shows above the tracks, until something else is opened or the user closes it, why something was not opened.
  void refuse(std::string why) {
    say(why);
    problem = std::move(why);
  }

 private:
  std::vector<uint8_t> hues_;  // hue + 1; 0: not asked yet
  // What the time of a slice is, as its name says.
  enum class TimeOf : uint8_t { Unasked, Call, OffCpu, NotRecorded };
  TimeOf timeOf(NameId name);
  std::vector<TimeOf> timesOf_;
  std::vector<uint8_t> matches_;  // 0: not asked yet, 1: no, 2: yes
  std::string matchedFor_;
  void lookUp();
  std::vector<TrackLosses> losses_;
  uint64_t indexBytes_ = 0;
  uint64_t lookedUpFor_ = ~uint64_t{0};  // Session::version() of the figures
};

}  // namespace tp::ui
