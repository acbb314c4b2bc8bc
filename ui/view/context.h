// What the views of one window share: the session, the state of the window, what they draw on, and what they ask for.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/session/session.h"
#include "ui/base/canvas.h"
#include "ui/view/host.h"
#include "ui/view/index_figures.h"
#include "ui/view/requests.h"
#include "ui/view/shown_names.h"
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
  explicit Context(Session& of) : WindowState(of), session(of), names(of, theme, *this), figures(of) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Session& session;
  Host host;
  ShownNames names;
  IndexFigures figures;

  const TraceIndex& index() const { return session.index(); }
  const ClockInfo& clock() const { return session.index().info().clock; }
  // The time from which those that are shown count: the beginning of the trace or, for a cut, that of the whole, as a
  // link or else the cut itself tells it. They are the same in a report and in the trace that it is of.
  Time timesFrom() const { return since ? *since : index().origin().value_or(index().begin()); }

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
};

}  // namespace tp::ui
