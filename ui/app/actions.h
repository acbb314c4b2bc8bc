// The actions of a window. Keys, App::command(), the list of keys, the palette and the page's menu for screen readers
// are made of their list, App::actions().
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/session/session.h"
#include "ui/view/key_names.h"

namespace tp::ui {

class App;
struct Context;
struct Panel;

using Args = std::span<const std::string>;

// A key by its position on the keyboard, with ImGuiMod_...; or a character, whichever key types it.
struct Keys {
  ImGuiKeyChord chord = 0;
  char typed = 0;

  constexpr Keys() = default;
  constexpr Keys(ImGuiKeyChord chord) : chord(chord) {}
  constexpr Keys(char typed) : typed(typed) {}
  constexpr bool none() const { return chord == 0 && typed == 0; }
};

enum class ActionGroup : uint8_t { Move, Select, Search, Panels, Tracks, Markers, Trace, Look, Window, Count };
const char* groupTitle(ActionGroup group);

// The state in which an action applies.
enum class When : uint8_t {
  Always,
  Open,
  Indexing,
  Ready,
  Selected,
  Marked,
  Remembered,
  Exporting,
  Joined,
  Running,
  States,
  Kernel,
  Desktop
};

struct Action {
  const char* id;
  const char* title;  // for the user, also read by screen readers
  ActionGroup group;
  Keys keys[2] = {};
  When when = When::Open;
  // Returns false if the arguments are invalid, or there is nothing to do. Actions of the same id share it.
  bool (*run)(App& app, std::string_view id, Args args) = nullptr;
  const char* argument = "";  // the argument that this row stands for; empty: none
  const char* asks = "";      // what the user has to enter for it; "BEGIN END": separate words
  const char* takes = "";     // argument that it accepts instead of opening an input field on the canvas
  bool repeats = false;       // while the key is held
  // Replaces run() for keys that move evenly while they are held. `seconds`: since the last frame, 0 when the key goes
  // down. `anchor`: the pointer's share of the width of the tracks.
  void (*hold)(Context& c, double anchor, double seconds) = nullptr;
  bool listed = true;  // in palette and menu; false if only scripts can supply its arguments
};

// The parts of the list, a file each.
std::span<const Action> viewActions();
std::span<const Action> selectionActions();
std::span<const Action> panelActions();
std::span<const Action> sourceActions();
std::span<const Action> slicesActions();
std::span<const Action> queryActions();
std::span<const Action> flameActions();
std::span<const Action> trackActions();
std::span<const Action> windowActions();

// All actions of a window that has these panels, in the order in which they are listed.
std::vector<Action> listActions(std::span<const Panel> panels);
// The first action of this id; null if there is none.
const Action* findAction(std::span<const Action> actions, std::string_view id);
// The id and the argument that the row stands for: "tab flame".
std::string actionName(const Action& action);
// Returns whether the state is the one that the action needs.
bool applies(const Context& c, const Action& action);
// What is missing if it does not apply, for the user.
const char* whatIsMissing(const Session& session, const Action& action);

// Says that an action found nothing to do, unless it has said why itself in this frame.
void sayNothing(Context& c, const Action& action);

// An action of the pointer, for the list of keys only.
struct Gesture {
  ActionGroup group;
  const char* keys;
  const char* title;
};
std::span<const Gesture> gestures();

// "Ctrl+Shift+P"; empty for keys of the keypad, which are listed with those of the same name.
std::string keysText(const Keys& keys, const KeyNames& names);
// All keys of an action, separated by `between`.
std::string keysText(const Action& action, const KeyNames& names, const char* between = "  ");

}  // namespace tp::ui
