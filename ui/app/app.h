// All views of one window and the actions on them. The page and the desktop program share it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/index/trace_spans.h"
#include "core/link/view_link.h"
#include "core/report/page_text.h"
#include "ui/app/actions.h"
#include "ui/app/kept_view.h"
#include "ui/app/palette.h"
#include "ui/app/panels.h"
#include "ui/view/context.h"

namespace tp::ui {

class App {
 public:
  // `session` and the rows of `panels`, of which there is at least one, must outlive the app. ImGui's context must
  // exist, and the fonts must be loaded.
  App(Session& session, Host host, Fonts fonts, std::span<const Panel> panels = programPanels());

  void setPreferences(const Preferences& preferences);
  // Takes the JSON that Host::saveSettings() was given the last time.
  void loadSettings(std::string_view text);
  // Saves the view of the open trace. Front ends call it a few times a second at most.
  void rememberView();
  void setScale(float pixelRatio);

  // Call before ImGui::NewFrame(): holds back what is typed for a text field that is being opened.
  void beforeFrame();
  // Builds one frame, between ImGui::NewFrame() and ImGui::Render(). Sizes are device-independent pixels; `seconds`
  // count from an arbitrary origin.
  void frame(float width, float height, double seconds);
  // Returns whether a frame drawn now would differ from the last one, even without input.
  bool wantsFrame() const;

  // The panels of the drawer, in the order of their tabs, and all actions, in the order in which they are listed.
  std::span<const Panel> panels() const { return panels_; }
  std::span<const Action> actions() const { return actions_; }
  // Runs one of these actions by its id. Returns false if the id is unknown, the action
  // does not apply, its arguments are invalid, or there is nothing to do.
  bool command(std::string_view id, Args args);
  // Two fingers around `x`: the visible span is multiplied by `factor` and moved by `dx`, the tracks by `dy`.
  // Device-independent pixels.
  void pinch(float x, double factor, float dx, float dy);
  // Scrolls what is at a point by the vertical movement of a finger, in pixels. Returns false if nothing there scrolls,
  // or the point is on a scrollbar: then the finger acts as a mouse.
  bool scrollAt(float x, float y, float by);
  // Returns whether a key with Ctrl, Shift or Alt belongs to an action; then the browser must not handle it.
  bool bound(ImGuiKeyChord chord) const;
  // Whether Tab, or Shift+Tab if `back`, goes to something of the window, and does not leave it.
  bool keepsTab(bool back) const;
  // The keys have come from outside: to the first control of the window, or to the last one if `back`.
  void enterByTab(bool back);

  // Applies the chosen theme and colours.
  void restyle();

  Context& context() { return context_; }
  const Context& context() const { return context_; }
  void select(const Selection& selection, bool keepScroll = false);
  // Selects the mark before or after (`direction` -1 or 1) on the same row, or with `rows` -1 or 1 the one around or
  // within. Returns false if there is none.
  bool step(int direction, int rows);
  // Selects the mark at a place, or shows the place and returns false if there is none.
  bool goTo(TrackId track, Time time, uint16_t depth = 0);
  void reveal(TrackId track);
  // The same for what a row leads to; says so where it is in view already, as nothing moves then.
  void showTrack(TrackId track);
  // Shows the previous or next view of the history; returns false if there is none.
  bool goBack(bool forward);

  // Take what answers Host::askSql(), or why it is not answered. Call them between frames. The first one returns
  // whether files may have changed, so that somebody should look at them.
  bool receiveSql(Bytes reply);
  void failSql(uint32_t id, std::string why);

  // Takes what Host::findSource() was asked for, or that the user has chosen a folder of sources.
  void receiveSource(SourceFound found);
  void sourcesChosen();

  // Takes the page that Host::readPage() was asked for, or why it is not there.
  void receivePage(Result<PageText> page);

  // Call between frames before asking the app about the trace or telling it something: another trace may be open, or
  // none.
  void catchUp();
  // Call before files are opened. `how`: JoinOptions::text(). `again`: the same files, or with others beside them; the
  // view is kept as far as possible.
  void beginOpen(std::string_view how, bool again);

  // Where the panel in the drawer was drawn, without the tabs; empty: it was not.
  const Rect& panelArea() const { return panel_; }

  // The present view as a link. openLink() shows a link's view, at once or when the next trace is indexed.
  ViewLink link() const;
  void openLink(std::string_view text);
  // Returns whether the whole trace has been drawn, at the place that a link or a seek asked for.
  bool shown() const {
    return layoutPhase_ == Phase::Ready && seenOpening_ == context_.session.opening() && !wantedLink_ &&
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
    bool hidden = false;  // by the user; it has no position then
    float y = 0;          // from the top of its list
    float top = 0;        // y on the screen
    float height = 0;
    uint32_t drawn = 0;  // marks drawn in the last frame
  };
  std::vector<TrackView> trackViews() const;

  // About the frames so far: how many, and the CPU time of the last one.
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
  bool handleTab();
  bool handleFocus();
  void handleKeys();
  void hold(const Action& action);
  void perform(const Chosen& chosen);
  void followHand(const Action& action);
  ViewState viewState() const;
  void noteView();
  void showLink();
  void showAwaitedLink();
  bool chooseMachine();
  void sortAsUsual();
  void recallView();
  void saveSettings();
  uint32_t traceMarkNow() const;
  void seekPlace(const LinkPlace& place, Seek::What what = Seek::What::Begins);
  void showKeptView();

  Context context_;
  std::span<const Panel> panels_;
  std::vector<Action> actions_;
  FrameInfo info_;
  std::optional<uint64_t> seenOpening_;  // Session::opening() of what is kept here; nullopt: nothing is
  uint64_t drawnVersion_ = ~uint64_t{0};
  Phase layoutPhase_ = Phase::Empty;
  bool menuOpen_ = false;  // when the frame began
  bool behind_ = false;    // the last frame has left input events for the next
  bool animating_ = false;
  Preferences preferences_;
  Settings saved_;
  ViewHistory history_;
  std::optional<ViewLink> wantedLink_;
  // A link to other traces than those that are open, such as several of which some are still to come: it is shown when
  // they are.
  std::optional<ViewLink> awaitedLink_;
  uint64_t awaitedIn_ = 0;  // Session::opening() of what they were looked for in last
  // traceMark() of what is open. It goes through all lanes, of which there may be 100 000, and links are written often.
  struct KeptMark {
    uint64_t opening = 0, version = 0;  // of the session
    uint32_t mark = 0;
  };
  mutable KeptMark mark_;
  bool awaitedTold_ = false;      // that what is open is not what the link is of
  std::optional<KeptView> kept_;  // shown when the trace has been opened anew
  TimeBounds first_;              // what is shown until the user moves the view
  Rect tracks_;                   // area of the tracks
  Rect panel_;
  float glyphsOf_ = 0;  // Context::scale that glyphs were prepared for
};

}  // namespace tp::ui
