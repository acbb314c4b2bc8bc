// Finds the actions for the keys that are pressed.
#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "ui/app/actions.h"
#include "ui/app/app.h"
#include "ui/calls/slices_commands.h"
#include "ui/events/events_commands.h"
#include "ui/panels/query_commands.h"
#include "ui/view/row_keys.h"

namespace tp::ui {
namespace {

ImGuiKeyChord modifiers() {
  ImGuiKeyChord held = ImGui::GetIO().KeyMods;
  // The Command key counts as Ctrl.
  return (held & ImGuiMod_Super) != 0 ? (held & ~ImGuiMod_Super) | ImGuiMod_Ctrl : held;
}

bool typed(char character) {
  const ImVector<ImWchar>& queue = ImGui::GetIO().InputQueueCharacters;
  return std::find(queue.begin(), queue.end(), static_cast<ImWchar>(character)) != queue.end();
}

// Returns whether it is a chord that text fields do not use.
bool overText(const Keys& keys) {
  constexpr ImGuiKeyChord kBoth = ImGuiMod_Ctrl | ImGuiMod_Shift;
  return (keys.chord & kBoth) == kBoth;
}

bool pressed(const Keys& keys, bool repeats) {
  if (keys.typed != 0) return typed(keys.typed);
  return keys.chord != 0 && modifiers() == (keys.chord & ImGuiMod_Mask_) &&
         ImGui::IsKeyPressed(static_cast<ImGuiKey>(keys.chord & ~ImGuiMod_Mask_), repeats);
}

bool pressed(const Action& action) {
  return std::any_of(std::begin(action.keys), std::end(action.keys),
                     [&](const Keys& keys) { return pressed(keys, action.repeats); });
}

bool anyMenu() {
  return ImGui::GetCurrentContext()->OpenPopupStack.Size > 0;
}

// The keys are at a stop now.
void giveKeys(WindowState& c, const FocusStop& stop) {
  if (stop.kind == FocusStop::Kind::Field) c.typeAhead.want(stop.field);
  if (stop.kind != FocusStop::Kind::Rows) return;
  c.memory.of<RowKeys>().take();
  c.events.focused = c.slices.focused = true;
  if (c.tab == Tab::Query) takeQueryRows(c);
}

void sayMissing(Context& c, const Action& action) {
  c.say(std::string(action.title) + ": " + whatIsMissing(c.session, action));
  c.refused = true;
}

}  // namespace

// Held keys move evenly, whatever the frame rate.
void App::hold(const Action& action) {
  constexpr ImGuiKeyChord kOthers = ImGuiMod_Ctrl | ImGuiMod_Alt;
  auto key = static_cast<ImGuiKey>(action.keys[0].chord);
  if ((modifiers() & kOthers) != 0 || !ImGui::IsKeyDown(key)) return;
  const ImGuiIO& io = ImGui::GetIO();
  float width = std::max(1.0f, io.DisplaySize.x - context_.labelWidth);
  double anchor = std::clamp(static_cast<double>((io.MousePos.x - context_.labelWidth) / width), 0.0, 1.0);
  double seconds = std::clamp(static_cast<double>(io.DeltaTime), 1e-6, 0.05);
  action.hold(context_, anchor, ImGui::IsKeyPressed(key, false) ? 0 : seconds);
  animating_ = true;
}

// Tab goes from one control to the next. Returns whether it did.
bool App::handleTab() {
  Context& c = context_;
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsKeyPressed(ImGuiKey_Tab) || io.KeyCtrl || io.KeyAlt || io.KeySuper) return false;
  if (c.tabTaken && !io.KeyShift) return false;
  if (io.WantTextInput) ImGui::ClearActiveID();
  if (const FocusStop* stop = c.focus.move(io.KeyShift)) giveKeys(c, *stop);
  return animating_ = true;
}

// The keys of the control that Tab has gone to. Returns whether one was pressed.
bool App::handleFocus() {
  Context& c = context_;
  if (c.palette.open || menuOpen_ || anyMenu()) return false;
  if (handleTab()) return true;
  const FocusStop* stop = c.focus.shown();
  if (stop == nullptr) return false;
  // What lies over the window is closed by this key, and the keys go back to where they were.
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false) && stop->part != FocusPart::Over) {
    const bool control = stop->kind == FocusStop::Kind::Control;
    c.focus.leave();
    animating_ = true;
    return control;
  }
  const ImGuiIO& io = ImGui::GetIO();
  const bool wanted = enterPressed() || ImGui::IsKeyPressed(ImGuiKey_Space, false);
  if (io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.KeySuper || !wanted || !c.focus.press()) return false;
  return animating_ = true;
}

bool App::keepsTab(bool back) const {
  const Context& c = context_;
  if (c.palette.open || menuOpen_ || anyMenu() || (c.tabTaken && !back)) return true;
  return c.focus.hasNext(back);
}

void App::enterByTab(bool back) {
  if (const FocusStop* stop = context_.focus.enter(back)) giveKeys(context_, *stop);
  drawnVersion_ = ~uint64_t{0};
}

// Call after an action that a person has chosen, and that did something: takes back what sayNothing() said of the one
// before, and gives the keyboard to what was opened.
void App::followHand(const Action& action) {
  Context& c = context_;
  if (std::exchange(c.refused, false) && c.noticed < c.seconds) c.notice.clear();
  const Panel* panel = std::string_view(action.id) == "tab" ? findPanel(panels_, action.argument) : nullptr;
  if (panel != nullptr && panel->opened != nullptr) panel->opened(c);
}

void App::handleKeys() {
  const bool left = leavesDigit(context_) || filterLeavesKey(context_);
  const bool typing = (context_.keysTaken || ImGui::GetIO().WantTextInput) && !left;
  if (context_.palette.open) return;
  // While a menu is open, keys choose in it, and Esc closes it.
  constexpr ImGuiPopupFlags kAny = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;
  if (menuOpen_ || ImGui::IsPopupOpen("", kAny)) {
    // Dear ImGui may have closed it in this frame.
    const bool open = ImGui::IsPopupOpen("", kAny);
    if (open && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) ImGui::ClosePopupToLevel(0, true);
    // Dear ImGui does in the next frame what a key has asked for.
    for (ImGuiKey key : {ImGuiKey_Escape, ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_Enter, ImGuiKey_Space})
      animating_ = animating_ || ImGui::IsKeyPressed(key);
    return;
  }
  // If the list of keys is open, Esc closes it first.
  if (!typing && !context_.help &&
      (eventsKeys(context_) || slicesKeys(context_) || queryKeys(context_) ||
       context_.memory.of<RowKeys>().handle(context_))) {
    animating_ = true;
    return;
  }
  for (const Action& action : actions_) {
    if (!applies(context_, action)) {
      if (!typing && context_.hasTrace() && pressed(action)) sayMissing(context_, action);
      continue;
    }
    if (action.hold != nullptr) {
      if (!typing) hold(action);
      continue;
    }
    for (const Keys& keys : action.keys) {
      if ((typing && !overText(keys)) || !pressed(keys, action.repeats)) continue;
      std::vector<std::string> arguments;
      if (*action.argument != '\0') arguments.emplace_back(action.argument);
      if (command(action.id, arguments))
        followHand(action);
      else
        sayNothing(context_, action);
      animating_ = true;
      break;
    }
    // The palette takes the rest of what is typed.
    if (context_.palette.open) return;
  }
}

bool App::bound(ImGuiKeyChord chord) const {
  for (const Action& action : actions_)
    for (const Keys& keys : action.keys)
      if (keys.chord == chord && chord != 0) return true;
  return false;
}

}  // namespace tp::ui
