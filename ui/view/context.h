// What the views of one window share: the session they read, where the person looks, what they draw on, and what they
// ask for.
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

// What the frame at hand has found out about the tracks.
struct FrameNotes {
  uint32_t marksDrawn = 0;
  std::vector<std::pair<TrackId, uint32_t>> drawnOfTrack;
  std::optional<Time> pointerTime;  // of the pointer, where it is above times
  bool keysTaken = false;           // a text field has the keyboard
  bool mouseOnTracks = false;       // the pointer is on the tracks, and no drag is under way
};

// A view that needs less takes one of the parts.
struct Context : Canvas, WindowState, Requests, FrameNotes {
  // `session` outlives it.
  explicit Context(Session& of) : WindowState(of), session(of) {}

  Session& session;
  Host host;

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
  // Whether the panel in the drawer is drawn, so that what it waits for will come.
  bool awaitsPanel() const {
    const Phase phase = session.phase();
    return drawerOpen && (phase == Phase::Opening || phase == Phase::Indexing || phase == Phase::Ready);
  }
  // Empty when it has been there long enough.
  std::string_view noticeNow() const { return seconds - noticed < 6 ? std::string_view(notice) : std::string_view(); }
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

}  // namespace tp::ui
