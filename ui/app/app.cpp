#include "ui/app/app.h"

#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "ui/app/compare_file.h"
#include "ui/app/drawer.h"
#include "ui/app/export.h"
#include "ui/app/frame_bars.h"
#include "ui/app/palette.h"
#include "ui/app/panels.h"
#include "ui/app/picture.h"
#include "ui/app/query_file.h"
#include "ui/app/states.h"
#include "ui/base/tooltip.h"
#include "ui/base/warm_up.h"
#include "ui/panels/apart.h"
#include "ui/panels/siblings.h"
#include "ui/panels/strips.h"
#include "ui/timeline/align_calls.h"
#include "ui/timeline/overlays.h"
#include "ui/timeline/overview.h"
#include "ui/timeline/query_strip.h"
#include "ui/timeline/time_axis.h"
#include "ui/timeline/timeline.h"
#include "ui/timeline/track_area.h"
#include "ui/timeline/track_commands.h"
#include "ui/view/cpu_meanwhile.h"
#include "ui/view/leads.h"
#include "ui/view/navigation.h"
#include "ui/view/row_keys.h"

namespace tp::ui {
namespace {

struct NoticedSelection {
  uint64_t opening = 0;  // of the session
  std::optional<Selection> selection;
};

// Returns whether a menu will be shown in the next frame: ImGui measures it hidden at first.
bool menuToCome() {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->Active && window->Hidden) return true;
  return false;
}

// What was said before something else was selected may have been about what was selected then; not so where the trace
// was opened once more.
void forgetNotice(Context& c) {
  NoticedSelection& before = c.memory.of<NoticedSelection>();
  const bool another = before.selection && !sameSelection(before.selection, c.selection);
  if (before.opening == c.session.opening() && another && c.noticed < c.seconds) c.notice.clear();
  before = {c.session.opening(), c.selection};
}

double milliseconds() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Labels take at most half of the window, and less of a narrow one.
float labelWidthIn(float window, float wanted) {
  return std::min(wanted, std::max(100.0f, window * (window < 700 ? 0.36f : 0.5f)));
}

}  // namespace

App::App(Session& session, Host host, Fonts fonts, std::span<const Panel> panels)
    : context_(session), panels_(panels), actions_(listActions(panels)) {
  context_.host = std::move(host);
  context_.fonts = std::move(fonts);
  restyle();
}

void App::setScale(float pixelRatio) {
  context_.scale = pixelRatio;
  drawnVersion_ = ~uint64_t{0};
}

bool App::wantsFrame() const {
  // ImGui spreads input that arrived at once over several frames.
  bool more = ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
  return more || animating_ || drawnVersion_ != context_.session.version();
}

// Follows what has been indexed since the last frame.
void App::follow() {
  Context& c = context_;
  if (seenOpening_ != c.session.opening()) forgetTrace();
  seenOpening_ = c.session.opening();
  c.layoutStale = c.layoutStale || drawnVersion_ != c.session.version() || layoutPhase_ != c.session.phase();
  layOut(c, c.session);
  bool ready = c.session.phase() == Phase::Ready;
  if (ready && layoutPhase_ != Phase::Ready) {
    recallView();
    sortAsUsual();
  }
  bool arrived = ready && layoutPhase_ != Phase::Ready;
  layoutPhase_ = c.session.phase();
  followTime(arrived);
  if (arrived && kept_) showKeptView();
}

void App::beforeFrame() {
  // Input from before the end of the last frame is handled in this frame, with hardly any time between: a key that only
  // a slow frame kept down has not been held, and must not be repeated.
  if (behind_) ImGui::GetIO().DeltaTime = std::min(ImGui::GetIO().DeltaTime, 1e-3f);
  // Arrows and Enter choose in an open menu; elsewhere they are actions.
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  constexpr ImGuiConfigFlags kByKeys = ImGuiConfigFlags_NavEnableKeyboard;
  ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
  menuOpen_ = gui.OpenPopupStack.Size > 0;
  flags = menuOpen_ ? flags | kByKeys : flags & ~kByKeys;
  context_.typeAhead.hold(ImGui::GetCurrentContext()->WantTextInputNextFrame == 1, context_.palette.open);
}

void App::frame(float width, float height, double seconds) {
  double started = milliseconds();
  Context& c = context_;
  c.typeAhead.release();
  c.seconds = seconds;
  c.frame = info_.count + 1;
  c.marksDrawn = 0;
  c.drawnOfTrack.clear();
  c.drawnOfQuery.clear();
  c.controls.clear();
  c.focus.begin();
  followPointer(c);
  c.labelWidth = labelWidthIn(width, c.labelWanted);
  uint64_t version = c.session.version();
  const bool pictured = c.pngWanted;
  follow();
  animating_ = c.view.animate(seconds);
  c.moreToCome = false;
  c.pointerTime.reset();
  c.hint.clear();
  c.hoveredName = c.hover && !c.hover->mark.aggregate() ? c.hover->mark.name : kNoName;
  c.pointed = c.hover ? c.hover : c.counter;
  c.hover.reset();
  c.counter.reset();
  c.counters.clear();

  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({width, height});
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                      ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNavInputs;
  ImGui::PushFont(c.fonts.words, kWordSize);
  if (std::exchange(glyphsOf_, c.scale) != c.scale) drawGlyphs(c.fonts);
  ImGui::Begin("tracepane", nullptr, kFlags);
  c.draw = ImGui::GetWindowDrawList();
  c.keysTaken = ImGui::GetIO().WantTextInput;
  c.tabTaken = false;
  // Dear ImGui itself would go from field to field.
  if (!menuOpen_) ImGui::SetKeyOwner(ImGuiKey_Tab, ImGui::GetID("tab"));
  c.focus.enterPart(FocusPart::Strip);
  float top = kHeaderHeight + drawRefused(c, kHeaderHeight, width);
  top += drawChanged(c, top, width);
  top += drawApart(c, top, width);
  top += drawUnnamed(c, top, width);
  c.focus.enterPart(FocusPart::Timeline);
  Rect body{0, top, width, height - top - kFooterHeight};
  c.session.beginFrame();
  switch (c.session.phase()) {
    case Phase::Empty:
      drawLanding(c, body, wantedLink_.has_value());
      break;
    case Phase::Opening:
      drawOpening(c, c.session, body);
      break;
    case Phase::Failed:
      drawFailed(c, body);
      break;
    default:
      drawTrace(body);
  }
  c.queryTracks.follow(c);
  c.finder.update(c);
  c.events.update(c);
  c.slices.update(c);
  const bool stays = c.seeking.seek && c.seeking.seek->keepScroll;
  if (auto found = continueSeek(c)) select(*found, stays);
  c.session.endFrame();
  c.focus.enterPart(FocusPart::Header);
  drawHeader(c, {0, 0, width, kHeaderHeight}, actions_);
  drawFooter(c, {0, height - kFooterHeight, width, kFooterHeight}, actions_, info_.cpuMs);
  c.focus.enterPart(FocusPart::Over);
  if (c.help) drawHelp(c, actions_);
  c.plots.follow(c);
  c.durations.follow(c);
  c.warning.follow(c);
  followCpuMeanwhile(c);
  followAligning(c);
  if (auto chosen = std::exchange(c.choose, std::nullopt)) select(*chosen);
  if (auto listing = std::exchange(c.listSlices, std::nullopt)) {
    c.slices.list(std::move(*listing));
    openTab(c, Tab::Slices);
  }
  if (auto track = std::exchange(c.reveal, std::nullopt)) showTrack(*track);
  if (auto place = std::exchange(c.goTo, std::nullopt)) {
    // What the filter hides is there in the next frame.
    if (liftFilterFrom(c, place->track))
      c.goTo = place;
    else
      goTo(place->track, place->time, place->depth);
  }
  const bool covered = c.palette.open || c.settingsOpen;
  if (c.palette.open) {
    if (auto chosen = drawPalette(c, actions_)) perform(*chosen);
    animating_ = animating_ || !c.palette.open;
  } else if (c.settingsOpen) {
    if (auto chosen = drawSettings(c)) command(chosen->command, std::vector<std::string>{chosen->value});
    animating_ = animating_ || !c.settingsOpen;
  }
  c.focus.end();
  if (!handleFocus() && !covered) handleKeys();
  forgetNotice(c);
  followExport(c);
  followQueryFile(c);
  followCompareFile(c);
  noteView();
  if (std::string folder = std::exchange(c.siblingWanted, {}); !folder.empty()) openSibling(c, folder);
  if (std::exchange(c.openAgainWanted, false)) c.host.openAgain();
  if (auto wanted = std::exchange(c.runAction, {}); !wanted.first.empty())
    command(wanted.first, wanted.second.empty() ? std::vector<std::string>() : std::vector{wanted.second});
  if (auto wanted = std::exchange(c.askFor, {}); !wanted.first.empty()) {
    openPalette(c, actions_);
    c.palette.asking = findAction(actions_, wanted.first);
    c.palette.text = wanted.second;
  }
  if (pictured) c.pngWanted = false;
  saveSettings();
  // A menu that a key has opened is gone on with by keys.
  if (c.focus.pressing() && ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) ImGui::SetNavCursorVisible(true);
  if (!pictured) c.focus.draw(c.theme);
  ImGui::End();
  // Not in the first frame, which the user waits for.
  if (info_.count == 1) warmUp(c);
  ImGui::PopFont();

  // The name under the pointer is brightened everywhere, beginning with the next frame.
  NameId hovered = c.hover && !c.hover->mark.aggregate() ? c.hover->mark.name : kNoName;
  animating_ = animating_ || hovered != c.hoveredName || c.moreToCome || c.layoutStale || menuToCome();
  drawnVersion_ = version;
  if (c.marksDrawn > 0) info_.tracePixels = true;
  ++info_.count;
  behind_ = ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
  info_.cpuMs = milliseconds() - started;
}

bool App::receiveSql(Bytes reply) {
  catchUp();
  const bool mayHaveChanged = context_.sql.receive(reply);
  drawnVersion_ = ~uint64_t{0};
  return mayHaveChanged;
}

void App::failSql(uint32_t id, std::string why) {
  context_.sql.fail(id, std::move(why));
  drawnVersion_ = ~uint64_t{0};
}

void App::perform(const Chosen& chosen) {
  const Action& action = *chosen.action;
  if (!context_.pointerTime) context_.pointerTime = context_.palette.pointerTime;
  std::vector<std::string> one;
  if (*action.argument != '\0') one.emplace_back(action.argument);
  if (*action.asks != '\0' || chosen.named) one.push_back(chosen.text);
  if (command(action.id, one)) return followHand(action);
  if (*action.asks == '\0') return sayNothing(context_, action);
  context_.palette.open = context_.palette.refused = true;
}

bool App::scrollAt(float x, float y, float by) {
  Context& c = context_;
  drawnVersion_ = ~uint64_t{0};
  ImGuiWindow* window = nullptr;
  ImGui::FindHoveredWindowEx({x, y}, false, &window, nullptr);
  auto scrolls = [](const ImGuiWindow& one) {
    return one.ScrollMax.y > 0 && (one.Flags & ImGuiWindowFlags_NoScrollWithMouse) == 0;
  };
  while (window != nullptr && !scrolls(*window)) window = window->ParentWindow;
  if (window != nullptr) {
    if (x >= window->InnerRect.Max.x) return false;  // the scrollbar, which is dragged
    ImGui::SetScrollY(window, window->Scroll.y - by);
    return true;
  }
  if (c.help || c.settingsOpen || c.palette.open || !c.scrolls.contains({x, y})) return false;
  c.scrolledBy += by;
  return true;
}

void App::pinch(float x, double factor, float dx, float dy) {
  Context& c = context_;
  double width = static_cast<double>(std::max(1.0f, ImGui::GetIO().DisplaySize.x - c.labelWidth));
  c.view.zoom(factor, std::clamp(static_cast<double>(x - c.labelWidth) / width, 0.0, 1.0));
  c.view.jump();
  c.view.drag(-static_cast<double>(dx) / width);
  c.scroll -= dy;
  drawnVersion_ = ~uint64_t{0};
}

void App::drawTrace(const Rect& area) {
  context_.scrolls = {};
  Context& c = context_;
  float head = kOverviewHeight + kAxisHeight;
  float drawer = c.drawerOpen ? drawerHeight(c, area.h) : 0;
  const float strip = queryStripHeight(c, area.h - head - drawer);
  Rect tracks{area.x, area.y + head + strip, area.w, area.h - head - strip - drawer};
  tracks_ = tracks;
  SvgPicture picture(c, c.svgWanted);
  c.memory.of<RowKeys>().follow(c, panelOf(panels_, c.tab).rowKeys);
  if (c.selection) c.around.follow(c.session, *c.selection);
  drawOverview(c, {area.x, area.y, area.w, head});
  drawQueryStrip(c, {area.x, area.y + head, area.w, strip});
  drawTimeline(c, tracks);
  if (!hasTime(c.session)) drawNoRecords(c, c.session, tracks);
  picture.save({area.x, area.y, area.w, area.h - drawer}, c.theme.canvas);
  SvgPicture panelPicture(c, c.panelSvgWanted);
  panel_ = c.drawerOpen ? drawDrawer(c, {area.x, area.y + area.h - drawer, area.w, drawer}, panels_) : Rect();
  panelPicture.save(panel_, c.theme.panel);
  drawTooltip(c, tracks);
}

std::vector<App::TrackView> App::trackViews() const {
  const Context& c = context_;
  TrackArea area = splitArea(c, tracks_);
  std::vector<TrackView> views;
  auto viewOf = [&](TrackId id) {
    const Track& track = c.index().tracks()[id];
    TrackView view;
    view.id = id;
    view.parent = track.parent;
    view.name = track.name;
    view.detail = track.detail;
    return view;
  };
  for (bool pinned : {true, false}) {
    for (const Row& row : pinned ? c.layout.pinned : c.layout.rows) {
      if (row.idle > 0) continue;
      TrackView view = viewOf(row.track);
      view.collapsed = row.collapsed;
      view.pinned = pinned;
      view.y = row.y;
      view.top = screenTop(c, area, row, pinned);
      view.height = row.height;
      for (const auto& [id, drawn] : c.drawnOfTrack)
        if (id == row.track) view.drawn = drawn;
      views.push_back(std::move(view));
    }
  }
  for (TrackId id : c.choice.hidden) {
    views.push_back(viewOf(id));
    views.back().hidden = true;
  }
  return views;
}

}  // namespace tp::ui
