#include "wasm/app/keys.h"

namespace tp::wasm {
namespace {

struct Named {
  std::string_view code;
  ImGuiKey key;
};

constexpr Named kNamed[] = {
    {"ArrowLeft", ImGuiKey_LeftArrow},
    {"ArrowRight", ImGuiKey_RightArrow},
    {"ArrowUp", ImGuiKey_UpArrow},
    {"ArrowDown", ImGuiKey_DownArrow},
    {"Enter", ImGuiKey_Enter},
    {"NumpadEnter", ImGuiKey_KeypadEnter},
    {"Escape", ImGuiKey_Escape},
    {"Backspace", ImGuiKey_Backspace},
    {"Delete", ImGuiKey_Delete},
    {"Tab", ImGuiKey_Tab},
    {"Space", ImGuiKey_Space},
    {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},
    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
    {"Minus", ImGuiKey_Minus},
    {"Equal", ImGuiKey_Equal},
    {"Slash", ImGuiKey_Slash},
    {"BracketLeft", ImGuiKey_LeftBracket},
    {"BracketRight", ImGuiKey_RightBracket},
    {"Period", ImGuiKey_Period},
    {"Comma", ImGuiKey_Comma},
    {"ShiftLeft", ImGuiKey_LeftShift},
    {"ShiftRight", ImGuiKey_RightShift},
    {"ControlLeft", ImGuiKey_LeftCtrl},
    {"ControlRight", ImGuiKey_RightCtrl},
    {"AltLeft", ImGuiKey_LeftAlt},
    {"AltRight", ImGuiKey_RightAlt},
    {"MetaLeft", ImGuiKey_LeftSuper},
    {"MetaRight", ImGuiKey_RightSuper},
    {"Numpad0", ImGuiKey_Keypad0},
    {"Semicolon", ImGuiKey_Semicolon},
    {"Quote", ImGuiKey_Apostrophe},
    {"Backquote", ImGuiKey_GraveAccent},
    {"Backslash", ImGuiKey_Backslash},
    {"F1", ImGuiKey_F1},
    {"F10", ImGuiKey_F10},
    {"ContextMenu", ImGuiKey_Menu},
};

}  // namespace

ImGuiKey keyOf(std::string_view code) {
  if (code.size() == 4 && code.substr(0, 3) == "Key" && code[3] >= 'A' && code[3] <= 'Z')
    return static_cast<ImGuiKey>(ImGuiKey_A + (code[3] - 'A'));
  if (code.size() == 6 && code.substr(0, 5) == "Digit" && code[5] >= '0' && code[5] <= '9')
    return static_cast<ImGuiKey>(ImGuiKey_0 + (code[5] - '0'));
  for (const Named& named : kNamed)
    if (named.code == code) return named.key;
  return ImGuiKey_None;
}

}  // namespace tp::wasm
