// What the keys and window.tracepane do.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "ui/app.h"
#include "ui/events_commands.h"
#include "ui/timeline.h"
#include "ui/track_painter.h"

namespace tp::ui {
namespace {

constexpr double kZoomStep = 0.7;
constexpr double kPanStep = 0.15;

bool number(const std::string& text, int64_t& value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

void setAllCollapsed(Context& c, bool collapsed) {
  c.collapsed.clear();
  if (!collapsed) return;
  for (TrackId id = 0; id < c.index().tracks().size(); ++id) {
    TrackKind kind = c.index().tracks()[id].key.kind;
    if (kind == TrackKind::Group || kind == TrackKind::Process) c.collapsed.insert(id);
  }
}

void fit(Context& c) {
  Time begin = 0, end = 0;
  if (c.range) {
    begin = c.range->first;
    end = c.range->second;
  } else if (c.selection) {
    begin = c.selection->mark.begin;
    end = c.selection->mark.end;
  } else {
    return c.view.showAll();
  }
  Time margin = std::max<Time>((end - begin) / 20, 1);
  c.view.show(begin - margin, end + margin);
}

bool flameCommand(Context& c, std::string_view what, std::span<const std::string> args) {
  if (what == "zoom" && args.size() == 1) return (c.flame.zoomTo = c.index().names().find(args[0])) != kNoName;
  if (what == "back") {
    if (!c.flame.zoomed.empty()) c.flame.zoomed.pop_back();
    return true;
  }
  if (what == "invert") {
    c.flame.zoomed.clear();
    return c.flame.inverted = !c.flame.inverted, true;
  }
  if (what == "order") return c.flame.byTime = !c.flame.byTime, true;
  return false;
}

}  // namespace

void App::select(const Selection& selection) {
  Context& c = context_;
  c.selection = selection;
  if (c.tab != Tab::Events) c.tab = Tab::Selection;
  if (!selection.mark.fold()) c.session.describe(selection.track, selection.mark);
  scrollTo(c, selection.track, selection.mark.depth, tracksHeight_);
  if (selection.mark.end < c.view.beginTime() || selection.mark.begin > c.view.endTime()) {
    c.view.centre(selection.mark.begin + selection.mark.duration() / 2);
  }
  drawnVersion_ = ~uint64_t{0};
}

bool App::goTo(TrackId track, Time time, uint16_t depth) {
  Context& c = context_;
  std::vector<Mark> marks;
  c.session.beginFrame();
  c.session.query(track, time, time, levelFor(c, ImGui::GetIO().DisplaySize.x - c.labelWidth), marks);
  c.session.endFrame();
  for (const Mark& mark : marks) {
    if (mark.depth != depth) continue;
    select({track, mark});
    return true;
  }
  scrollTo(c, track, depth, tracksHeight_);
  c.view.centre(time);
  return false;
}

// To the mark before or after on the same row, or to the one around or within, of what the screen can tell apart.
bool App::step(int direction, int rows) {
  Context& c = context_;
  if (!c.selection) return false;
  const Mark from = c.selection->mark;
  Time span = c.view.endTime() - c.view.beginTime();
  Time begin = rows != 0 ? from.begin : std::min(from.begin, c.view.beginTime()) - span;
  Time end = rows != 0 ? from.end : std::max(from.end, c.view.endTime()) + span;
  int level = levelFor(c, ImGui::GetIO().DisplaySize.x - c.labelWidth);
  std::vector<Mark> marks;
  c.session.beginFrame();
  c.session.query(c.selection->track, begin, end, level, marks);
  c.session.endFrame();
  const Mark* best = nullptr;
  for (const Mark& mark : marks) {
    if (mark.depth != from.depth + rows) continue;
    bool fits = rows < 0        ? mark.begin <= from.begin && mark.end >= from.end
                : rows > 0      ? mark.begin >= from.begin && mark.end <= from.end
                : direction > 0 ? mark.begin >= from.end && mark.begin > from.begin
                                : mark.end <= from.begin && mark.begin < from.begin;
    if (!fits) continue;
    bool nearer = best == nullptr || (direction < 0 ? mark.begin > best->begin : mark.begin < best->begin);
    if (nearer) best = &mark;
  }
  if (best == nullptr) return false;
  select({c.selection->track, *best});
  return true;
}

bool App::command(std::string_view id, std::span<const std::string> args) {
  Context& c = context_;
  drawnVersion_ = ~uint64_t{0};
  if (id == "zoom-in") return c.view.zoom(kZoomStep, 0.5), true;
  if (id == "zoom-out") return c.view.zoom(1 / kZoomStep, 0.5), true;
  if (id == "pan-left") return c.view.pan(-kPanStep), true;
  if (id == "pan-right") return c.view.pan(kPanStep), true;
  if (id == "fit") return fit(c), true;
  if (id == "show-all") return c.view.showAll(), true;
  if (id == "toggle-drawer") return c.drawerOpen = !c.drawerOpen, true;
  if (id == "collapse-all") return setAllCollapsed(c, true), true;
  if (id == "expand-all") return setAllCollapsed(c, false), true;
  if (id == "help") return c.help = !c.help, true;
  if (id == "next") return step(1, 0);
  if (id == "previous") return step(-1, 0);
  if (id == "parent") return step(1, -1);
  if (id == "child") return step(1, 1);
  if (id == "cancel") return c.session.cancel(), true;
  if (id == "clear") {
    c.selection.reset();
    c.range.reset();
    c.search.clear();
    c.help = false;
    return true;
  }
  if (id == "find" && args.size() == 1) return c.search = args[0], true;
  if (id == "tab" && args.size() == 1) {
    static constexpr std::pair<std::string_view, Tab> kTabs[] = {
        {"selection", Tab::Selection}, {"flame", Tab::Flame}, {"sandwich", Tab::Sandwich},
        {"functions", Tab::Functions}, {"info", Tab::Info},   {"events", Tab::Events}};
    for (const auto& [name, tab] : kTabs) {
      if (name != args[0]) continue;
      c.tab = tab;
      c.drawerOpen = true;
      return true;
    }
    return false;
  }
  if (id == "function" && args.size() == 1) {
    NameId name = c.index().names().find(args[0]);
    if (name != kNoName) c.function = name;
    return name != kNoName;
  }
  if (eventsCommand(c, id, args)) return true;
  if (id.substr(0, 6) == "flame-") return flameCommand(c, id.substr(6), args);
  int64_t a = 0, b = 0, t = 0;
  if (id == "set-visible" && args.size() == 2 && number(args[0], a) && number(args[1], b) && a < b)
    return c.view.show(a, b), true;
  if (id == "select" && args.size() == 3 && number(args[0], a) && number(args[1], b) && number(args[2], t)) {
    if (a < 0 || a >= c.index().tracks().size()) return false;
    return goTo(static_cast<TrackId>(a), t, static_cast<uint16_t>(b));
  }
  if (id == "reveal" && args.size() == 1 && number(args[0], a)) {
    if (a < 0 || a >= c.index().tracks().size()) return false;
    return scrollTo(c, static_cast<TrackId>(a), 0, tracksHeight_), true;
  }
  if (id == "follow" && c.session.description() != nullptr && !c.session.description()->links.empty()) {
    const Description::Link& link = c.session.description()->links.front();
    return goTo(link.track, link.time), true;
  }
  return false;
}

void App::handleKeys() {
  Context& c = context_;
  ImGuiIO& io = ImGui::GetIO();
  bool open = c.session.phase() == Phase::Ready || c.session.phase() == Phase::Indexing;
  if (c.keysTaken || io.WantTextInput || !open) return;
  if (eventsKeys(c)) {
    animating_ = true;
    return;
  }
  if (io.KeyCtrl || io.KeySuper || io.KeyAlt) {
    if (io.KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_F, false)) c.focusSearch = animating_ = true;
    return;
  }
  // Held keys move evenly, whatever the frame rate.
  float width = io.DisplaySize.x - c.labelWidth;
  double anchor = std::clamp(static_cast<double>((io.MousePos.x - c.labelWidth) / std::max(1.0f, width)), 0.0, 1.0);
  double held = std::clamp(static_cast<double>(io.DeltaTime), 0.0, 0.05);
  auto moving = [&](ImGuiKey key, auto&& once, auto&& on) {
    if (!ImGui::IsKeyDown(key)) return;
    ImGui::IsKeyPressed(key, false) ? once() : on();
    animating_ = true;
  };
  moving(
      ImGuiKey_W, [&] { c.view.zoom(0.8, anchor); }, [&] { c.view.zoom(std::exp(-2.8 * held), anchor); });
  moving(
      ImGuiKey_S, [&] { c.view.zoom(1.25, anchor); }, [&] { c.view.zoom(std::exp(2.8 * held), anchor); });
  moving(
      ImGuiKey_A, [&] { c.view.pan(-0.06); }, [&] { c.view.pan(-1.2 * held); });
  moving(
      ImGuiKey_D, [&] { c.view.pan(0.06); }, [&] { c.view.pan(1.2 * held); });

  struct Binding {
    ImGuiKey key;
    const char* command;
    bool repeats;
    const char* argument = nullptr;
  };
  static constexpr Binding kBindings[] = {
      {ImGuiKey_F, "fit", false},
      {ImGuiKey_0, "show-all", false},
      {ImGuiKey_Keypad0, "show-all", false},
      {ImGuiKey_Q, "toggle-drawer", false},
      {ImGuiKey_Escape, "clear", false},
      {ImGuiKey_Minus, "collapse-all", false},
      {ImGuiKey_Equal, "expand-all", false},
      {ImGuiKey_RightArrow, "next", true},
      {ImGuiKey_LeftArrow, "previous", true},
      {ImGuiKey_UpArrow, "parent", true},
      {ImGuiKey_DownArrow, "child", true},
      {ImGuiKey_LeftBracket, "follow", false},
      {ImGuiKey_1, "tab", false, "selection"},
      {ImGuiKey_2, "tab", false, "flame"},
      {ImGuiKey_3, "tab", false, "sandwich"},
      {ImGuiKey_4, "tab", false, "functions"},
      {ImGuiKey_5, "tab", false, "info"},
      {ImGuiKey_6, "tab", false, "events"},
      {ImGuiKey_Backspace, "flame-back", false},
  };
  for (const Binding& binding : kBindings) {
    if (!ImGui::IsKeyPressed(binding.key, binding.repeats)) continue;
    std::vector<std::string> arguments;
    if (binding.argument != nullptr) arguments.emplace_back(binding.argument);
    command(binding.command, arguments);
    animating_ = true;
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Slash, false)) {
    if (io.KeyShift) {
      command("help", {});
    } else {
      c.focusSearch = true;
    }
    animating_ = true;
  }
}

}  // namespace tp::ui
