// Everything that can be done, as one table: the keys, App::command, the list of keys, the palette and the page's menu
// for screen readers are all made of it.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ui/view/key_names.h"

namespace tp::ui {

class App;
struct Context;

using Args = std::span<const std::string>;

// A key as it lies on the keyboard, with ImGuiMod_...; or the character that a key types, wherever the key lies.
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

// What there must be for an action to make sense.
enum class When : uint8_t { Always, Open, Indexing, Ready, Selected, Marked, Remembered, Exporting, Joined };

struct Action {
  const char* id;
  const char* title;  // also what a screen reader says
  ActionGroup group;
  Keys keys[2] = {};
  When when = When::Open;
  // Returns false where the arguments are not understood, or there is nothing to be done. Actions of one id share it.
  bool (*run)(App& app, std::string_view id, Args args) = nullptr;
  const char* argument = "";  // the one argument that this row stands for
  const char* asks = "";      // what a person has to say for it; "BEGIN END": words apart
  const char* takes = "";     // what it can be told in place of the field on the canvas that it opens
  bool repeats = false;       // while the key is held
  // Instead of run(), for keys that move evenly while they are held: `seconds` since the last frame, 0 when the key
  // goes down; `anchor` is the pointer's share of the width.
  void (*hold)(Context& c, double anchor, double seconds) = nullptr;
  bool listed = true;  // in the palette and the menu: false for what only scripts have the arguments of
};

// Its parts, a file each.
std::span<const Action> viewActions();
std::span<const Action> panelActions();
std::span<const Action> flameActions();
std::span<const Action> trackActions();
std::span<const Action> windowActions();

// In the order in which they are listed.
std::span<const Action> actions();
// The first of that id; null where there is none.
const Action* findAction(std::string_view id);
// The id, with the argument that the row stands for: "tab flame".
std::string actionName(const Action& action);
bool applies(const Context& c, const Action& action);

// What a pointer does: for the list of keys only.
struct Gesture {
  ActionGroup group;
  const char* keys;
  const char* title;
};
std::span<const Gesture> gestures();

std::string keysText(const Keys& keys, const KeyNames& names);
// All keys of an action, apart by `between`.
std::string keysText(const Action& action, const KeyNames& names, const char* between = "  ");

}  // namespace tp::ui
