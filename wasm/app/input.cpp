// The functions by which the page's scripts pass on what the browser reports: pointer, keys, text and focus. As in
// wasm/app/main.cpp, texts are UTF-8 and NUL-terminated, and lengths are device-independent pixels.
#include <emscripten.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <nlohmann/json.hpp>

#include "wasm/app/page.h"

namespace tp::wasm {
namespace {

// The names that browsers have for keys: KeyboardEvent.code.
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

// Returns ImGuiKey_None for a key that is not used here.
ImGuiKey keyOf(std::string_view code) {
  if (code.size() == 4 && code.substr(0, 3) == "Key" && code[3] >= 'A' && code[3] <= 'Z')
    return static_cast<ImGuiKey>(ImGuiKey_A + (code[3] - 'A'));
  if (code.size() == 6 && code.substr(0, 5) == "Digit" && code[5] >= '0' && code[5] <= '9')
    return static_cast<ImGuiKey>(ImGuiKey_0 + (code[5] - '0'));
  for (const Named& named : kNamed)
    if (named.code == code) return named.key;
  return ImGuiKey_None;
}

// Returns what was pasted last: a page may read the clipboard only while something is pasted.
const char* pastedText(ImGuiContext*) {
  return page->pasted.c_str();
}

// Where text is typed.
ImVec2 caret() {
  const ui::PaletteState& palette = page->app->context().palette;
  return palette.open ? palette.caret : page->caret;
}

void copyToClipboard(ImGuiContext*, const char* text) {
  callPage("copy", 0, text);
}

}  // namespace

void takeInput() {
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_SetClipboardTextFn = copyToClipboard;
  platform.Platform_GetClipboardTextFn = pastedText;
  platform.Platform_SetImeDataFn = [](ImGuiContext*, ImGuiViewport*, ImGuiPlatformImeData* data) {
    page->caret = data->InputPos;
  };
}

extern "C" {

// Returns the ImGuiMouseCursor that the last frame asked for.
EMSCRIPTEN_KEEPALIVE int tpa_cursor() {
  return ImGui::GetMouseCursor();
}
// Returns whether text is typed somewhere.
EMSCRIPTEN_KEEPALIVE int tpa_wants_text() {
  return ImGui::GetIO().WantTextInput || page->app->context().palette.open ? 1 : 0;
}
// Return where it is typed, in device-independent pixels from the upper left corner.
EMSCRIPTEN_KEEPALIVE float tpa_caret_x() {
  return caret().x;
}
EMSCRIPTEN_KEEPALIVE float tpa_caret_y() {
  return caret().y;
}

EMSCRIPTEN_KEEPALIVE void tpa_mouse(float x, float y) {
  ImGui::GetIO().AddMousePosEvent(x, y);
}
EMSCRIPTEN_KEEPALIVE void tpa_button(int button, int down) {
  ImGui::GetIO().AddMouseButtonEvent(button, down != 0);
}
EMSCRIPTEN_KEEPALIVE void tpa_wheel(float x, float y) {
  ImGui::GetIO().AddMouseWheelEvent(x, y);
}
EMSCRIPTEN_KEEPALIVE void tpa_pinch(float x, float factor, float dx, float dy) {
  Phase phase = page->session.phase();
  if (phase == Phase::Ready || phase == Phase::Indexing) page->app->pinch(x, static_cast<double>(factor), dx, dy);
}
EMSCRIPTEN_KEEPALIVE int tpa_scroll(float x, float y, float by) {
  return page->app->scrollAt(x, y, by) ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE void tpa_modifiers(int ctrl, int shift, int alt, int meta) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl != 0);
  io.AddKeyEvent(ImGuiMod_Shift, shift != 0);
  io.AddKeyEvent(ImGuiMod_Alt, alt != 0);
  io.AddKeyEvent(ImGuiMod_Super, meta != 0);
}
// `code` is KeyboardEvent.code; `down` is 0 when the key goes up, 1 when it goes down, and 2 when the browser repeats
// it, which changes nothing. Returns 1 if the key is known.
EMSCRIPTEN_KEEPALIVE int tpa_key(const char* code, int down) {
  ImGuiKey key = keyOf(code);
  if (key != ImGuiKey_None && down < 2) ImGui::GetIO().AddKeyEvent(key, down != 0);
  return key != ImGuiKey_None ? 1 : 0;
}
// Returns 1 if the key with these modifiers is the views', so that the browser must not handle it. Cmd counts as Ctrl.
EMSCRIPTEN_KEEPALIVE int tpa_bound(const char* code, int ctrl, int shift, int alt) {
  ImGuiKey key = keyOf(code);
  if (key == ImGuiKey_None) return 0;
  if (key == ImGuiKey_Tab) return ctrl + alt == 0 && page->app->keepsTab(shift != 0) ? 1 : 0;
  int chord = key | (ctrl != 0 ? ImGuiMod_Ctrl : 0) | (shift != 0 ? ImGuiMod_Shift : 0) | (alt != 0 ? ImGuiMod_Alt : 0);
  return page->app->bound(chord) ? 1 : 0;
}
// Takes what the keys of the user's keyboard print: a JSON object of characters by KeyboardEvent.code. If `mac` is not
// 0, texts of keys say Cmd for Ctrl.
EMSCRIPTEN_KEEPALIVE void tpa_layout(const char* text, int mac) {
  ui::KeyNames& names = page->app->context().keyNames;
  if (mac != 0) names.control = "Cmd";
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return;
  for (const auto& [code, printed] : json.items()) {
    ImGuiKey key = keyOf(code);
    if (key == ImGuiKey_None || !printed.is_string()) continue;
    names.printed[key] = printed.get<std::string>();
  }
}
EMSCRIPTEN_KEEPALIVE void tpa_text(const char* text) {
  ImGui::GetIO().AddInputCharactersUTF8(text);
}
// Passes on what was pasted, as Ctrl+V, because ImGui's fields read the clipboard only then: the user may have pressed
// Cmd+V, or chosen it in a menu of the browser.
EMSCRIPTEN_KEEPALIVE void tpa_paste(const char* text) {
  page->pasted = text;
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  io.AddKeyEvent(ImGuiKey_V, true);
  io.AddKeyEvent(ImGuiKey_V, false);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
}
// Tab, or Shift+Tab if `back` is not 0, leaves the page: tpa_bound() has said that there is nothing further to go to.
EMSCRIPTEN_KEEPALIVE void tpa_leave(int back) {
  page->app->context().focus.move(back != 0);
  if (ImGui::GetIO().WantTextInput) ImGui::ClearActiveID();
}
// The page has got the keyboard by Tab, or by Shift+Tab if `back` is not 0.
EMSCRIPTEN_KEEPALIVE void tpa_enter(int back) {
  page->app->enterByTab(back != 0);
}
EMSCRIPTEN_KEEPALIVE void tpa_focus(int focused) {
  ImGui::GetIO().AddFocusEvent(focused != 0);
}
}

}  // namespace tp::wasm
