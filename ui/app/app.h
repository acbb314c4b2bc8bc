// All views of one window, and what can be done to them. Shared by the page and the desktop.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/index/trace_spans.h"
#include "ui/app/actions.h"
#include "ui/app/kept_view.h"
#include "ui/app/palette.h"
#include "ui/app/view_link.h"
#include "ui/view/context.h"

namespace tp::ui {

class App {
 public:
  // `session` outlives the app. ImGui's context exists, and the fonts are loaded.
  App(Session& session, Host host, Fonts fonts);

  void setPreferences(const Preferences& preferences);
  // What Host::saveSettings() was given the last time.
  void loadSettings(std::string_view text);
  // Keeps where this trace was left; front ends say when, a few times a second at most.
  void rememberView();
  void setScale(float pixelRatio);

  // Before ImGui::NewFrame(): what has been typed for a field that is being opened waits for it.
  void beforeFrame();
  // Builds one frame, between ImGui::NewFrame() and ImGui::Render(). Sizes are device-independent pixels.
  void frame(float width, float height, double seconds);
  // Whether a frame drawn now would differ from the last one, input apart.
  bool wantsFrame() const;

  // An action of the table (ui/app/action_table.cpp) by its id. False for one that is not known, does not apply, or
  // whose arguments are not understood.
  bool command(std::string_view id, Args args);
  // Two fingers around `x`: what is visible grows by `factor` and moves with them; device-independent pixels.
  void pinch(float x, double factor, float dx, float dy);
  // A finger that moves up or down: scrolls what it is on. False: nothing there scrolls, and the finger is a mouse.
  bool scrollAt(float x, float y, float by);
  // Whether a key with Ctrl, Shift or Alt means something here, and should not mean anything else.
  bool bound(ImGuiKeyChord chord) const;

  // The colours that are chosen, from now on.
  void restyle();

  Context& context() { return context_; }
  const Context& context() const { return context_; }
  void select(const Selection& selection);
  // To the mark before or after on the same row, or to the one around or within.
  bool step(int direction, int rows);
  // Selects what is there, or shows the place where nothing is.
  bool goTo(TrackId track, Time time, uint16_t depth = 0);
  void reveal(TrackId track);
  // To the view before, or after; false where there is none.
  bool goBack(bool forward);

  // Between frames, before the app is asked or told something about the trace: another may have taken its place, or
  // none.
  void catchUp();
  // The front end is about to open files: anew, or in another way (`how`: JoinOptions::text()) or with others beside
  // them; the view stays then what it is, as far as it can.
  void beginOpen(std::string_view how, bool again);

  // The present view, and the one to be shown: at once, or when the next trace is there.
  ViewLink link() const;
  void openLink(std::string_view text);
  // The whole trace has been drawn, and where somebody wanted to look.
  bool shown() const {
    return layoutPhase_ == Phase::Ready && seen_ == context_.session.opening() && !wantedLink_ &&
           !context_.seeking.seek;
  }

  Time visibleBegin() const { return context_.view.beginTime(); }
  Time visibleEnd() const { return context_.view.endTime(); }
  const std::optional<Selection>& selection() const { return context_.selection; }
  const std::optional<MarkedRange>& range() const { return context_.range; }
  const Markers& markers() const { return context_.markers; }
  ColourBy colourBy() const { return context_.colourBy; }
  const TrackChoice& choice() const { return context_.choice; }

  const SelectionAround& around() const { return context_.around; }
  const DetailsPlaces& detailsPlaces() const { return context_.places; }
  const Plots& plots() const { return context_.plots; }

  struct TrackView {
    TrackId id = kNoTrack;
    TrackId parent = kNoTrack;
    std::string name;
    std::string detail;
    bool collapsed = false;
    bool pinned = false;
    bool hidden = false;  // by choice: it has no place then
    float y = 0;          // from the top of its list
    float top = 0;        // on the screen
    float height = 0;
    uint32_t drawn = 0;  // marks in the last frame
  };
  std::vector<TrackView> trackViews() const;

  struct FrameInfo {
    uint64_t count = 0;
    double cpuMs = 0;
    bool tracePixels = false;  // something of the trace has been drawn
  };
  FrameInfo frameInfo() const { return info_; }

 private:
  void follow();
  void followTime(bool arrived);
  void forgetTrace();
  void drawTrace(const Rect& area);
  void handleKeys();
  void hold(const Action& action);
  void perform(const Chosen& chosen);
  ViewState viewState() const;
  void noteView();
  void showLink();
  void recallView();
  void saveSettings();
  void seekPlace(const LinkPlace& place);
  void showKeptView();

  Context context_;
  FrameInfo info_;
  std::optional<uint64_t> seen_;  // Session::opening() of what is kept here; none: nothing is
  uint64_t drawnVersion_ = ~uint64_t{0};
  Phase layoutPhase_ = Phase::Empty;
  bool behind_ = false;  // the last frame has left input for the next
  bool animating_ = false;
  Preferences preferences_;
  Settings saved_;
  ViewHistory history_;
  std::optional<ViewLink> wantedLink_;
  std::optional<KeptView> kept_;  // to be shown once the trace is open anew
  TimeBounds first_;              // what is shown until somebody moves the view
  Rect tracks_;                   // where they are
  float glyphsOf_ = 0;            // Context::scale whose glyphs have been drawn
};

}  // namespace tp::ui
