// All views of one window, and what can be done to them. Shared by the page and the desktop.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/context.h"

namespace tp::ui {

class App {
 public:
  // `session` outlives the app. ImGui's context exists, and the fonts are loaded.
  App(Session& session, Host host, Fonts fonts);

  void setTheme(ThemeName name);
  void setScale(float pixelRatio);

  // Builds one frame, between ImGui::NewFrame() and ImGui::Render(). Sizes are device-independent pixels.
  void frame(float width, float height, double seconds);
  // Whether a frame drawn now would differ from the last one, input apart.
  bool wantsFrame() const;

  // An action by its name: "zoom-in", "zoom-out", "pan-left", "pan-right", "fit", "show-all", "toggle-drawer",
  // "collapse-all", "expand-all", "clear", "help", "next", "previous", "parent", "child", "follow",
  // "set-visible" BEGIN END,
  // "select" TRACK DEPTH TIME, "reveal" TRACK, "find" TEXT, "tab" NAME (selection, flame, sandwich, functions, info,
  // scheduling),
  // "function" NAME for the sandwich and the histogram, "flame-zoom" NAME, "flame-back", "flame-invert", "flame-order",
  // "plot" EVENT FIELD [BY [FILTER]], a field as a counter, perhaps a line for each value of BY; "unplot" [EVENT
  // [FIELD]], "copy-details",
  // "latency" [NUMBER], to the next of the worst wakeup latencies, or to that one (from 1). False for one
  // that is not known, or whose arguments are not understood.
  bool command(std::string_view id, std::span<const std::string> args);

  Time visibleBegin() const { return context_.view.beginTime(); }
  Time visibleEnd() const { return context_.view.endTime(); }
  const std::optional<Selection>& selection() const { return context_.selection; }

  const SelectionAround& around() const { return context_.around; }
  const DetailsPlaces& detailsPlaces() const { return context_.places; }
  const Plots& plots() const { return context_.plots; }

  struct TrackView {
    TrackId id = kNoTrack;
    TrackId parent = kNoTrack;
    std::string name;
    std::string detail;
    bool collapsed = false;
    float y = 0;
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
  void drawTrace(const Rect& area);
  void handleKeys();
  void select(const Selection& selection);
  bool step(int direction, int rows);
  // Selects what is there, or shows the place where nothing is.
  bool goTo(TrackId track, Time time, uint16_t depth = 0);

  struct Wanted {
    TrackId track = kNoTrack;
    Time time = 0;
    uint16_t depth = 0;
    bool keepTab = false;
    uint32_t tries = 0;  // some neighbours are never told apart: they have no length
  };

  Context context_;
  std::optional<Wanted> wanted_;  // to be selected when its details have come
  uint64_t wantedVersion_ = 0;    // Session::version() when it was last looked for
  FrameInfo info_;
  const TraceIndex* seen_ = nullptr;
  uint64_t drawnVersion_ = ~uint64_t{0};
  Phase layoutPhase_ = Phase::Empty;
  bool animating_ = false;
  float tracksHeight_ = 0;
};

}  // namespace tp::ui
