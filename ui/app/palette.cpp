#include "ui/app/palette.h"

#include <algorithm>
#include <cmath>

#include "core/text/characters.h"
#include "ui/app/palette_names.h"
#include "ui/base/fuzzy.h"
#include "ui/base/overlay.h"
#include "ui/base/row_move.h"
#include "ui/view/context.h"

namespace tp::ui {
namespace {

constexpr size_t kShown = 12;
constexpr float kRow = 30;
constexpr float kField = 48;
constexpr size_t kRemembered = 20;
constexpr int kRecentBonus = 4;
constexpr int kSpelledOut = 1000;
constexpr int kActionBonus = 8;  // more than a word costs that is not the title's first
constexpr size_t kMaxNames = 40;
constexpr size_t kLongest = 200;  // bytes

void appendUtf8(std::string& text, unsigned code) {
  auto add = [&text](unsigned byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800) return add(0xc0 | code >> 6), add(0x80 | (code & 63));
  add(0xe0 | code >> 12);
  add(0x80 | (code >> 6 & 63));
  add(0x80 | (code & 63));
}

// Not a field of ImGui's, which would need two frames to get the keyboard, and lose what is typed meanwhile.
bool editText(std::string& text) {
  std::string before = text;
  const ImGuiIO& io = ImGui::GetIO();
  for (ImWchar character : io.InputQueueCharacters)
    if (character >= 32 && character != 127 && text.size() < kLongest) appendUtf8(text, character);
  if (ImGui::IsKeyPressed(ImGuiKey_Backspace)) {
    if (io.KeyCtrl || io.KeySuper) text.clear();
    if (!text.empty()) text.resize(characterStart(text, text.size() - 1));
  }
  if ((io.KeyCtrl || io.KeySuper) && ImGui::IsKeyPressed(ImGuiKey_V, false)) {
    const char* pasted = ImGui::GetClipboardText();
    if (pasted != nullptr) text += std::string_view(pasted).substr(0, kLongest - std::min(kLongest, text.size()));
  }
  return text != before;
}

void moveTo(PaletteState& state, size_t row) {
  if (state.rows.empty()) return;
  state.current = std::min(row, state.rows.size() - 1);
  state.first = std::min(state.first, state.current);
  if (state.current >= state.first + kShown) state.first = state.current - kShown + 1;
}

std::optional<Chosen> choose(PaletteState& state) {
  Chosen chosen;
  if (state.asking != nullptr) {
    chosen = {state.asking, state.text};
  } else {
    if (state.current >= state.rows.size()) return std::nullopt;
    const PaletteRow& row = state.rows[state.current];
    chosen.action = row.action;
    // Names are of one trace: they are not among what was used last.
    if (!row.kind.empty()) return state.open = false, Chosen{row.action, row.argument, true};
  }
  auto& recent = state.recent;
  recent.erase(std::remove(recent.begin(), recent.end(), chosen.action), recent.end());
  recent.insert(recent.begin(), chosen.action);
  if (recent.size() > kRemembered) recent.pop_back();
  if (state.asking == nullptr && *chosen.action->asks != '\0') {
    state.asking = chosen.action;
    state.text.clear();
    return std::nullopt;
  }
  state.open = false;
  return chosen;
}

// Handles what is typed, arrows, Enter and Escape.
std::optional<Chosen> handleKeys(Context& c, std::span<const Action> actions) {
  PaletteState& state = c.palette;
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    if (state.asking == nullptr) return state.open = false, std::nullopt;
    state.asking = nullptr;
    state.text.clear();
    fillPalette(c, actions);
  }
  if (editText(state.text)) {
    state.refused = false;
    if (state.asking == nullptr) fillPalette(c, actions);
  }
  size_t count = state.rows.size();
  if (state.asking == nullptr && count > 0) {
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) moveTo(state, (state.current + 1) % count);
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) moveTo(state, (state.current + count - 1) % count);
    if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) moveTo(state, state.current + kShown);
    if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) moveTo(state, state.current - std::min(state.current, kShown));
  }
  return enterPressed() ? choose(state) : std::nullopt;
}

// Highlights the letters that were typed.
void drawTitle(Context& c, const PaletteRow& row, ImVec2 at) {
  std::string_view title = row.title;
  for (size_t i = 0; i < title.size();) {
    bool hit = std::binary_search(row.places.begin(), row.places.end(), i);
    size_t end = i + 1;
    while (end < title.size() && std::binary_search(row.places.begin(), row.places.end(), end) == hit) ++end;
    std::string_view part = title.substr(i, end - i);
    drawText(c, c.fonts.words, kWordSize, at, hit ? c.theme.accent : c.theme.text, part);
    at.x += textWidth(c.fonts.words, kWordSize, part);
    i = end;
  }
}

std::optional<Chosen> drawRows(Context& c, const Rect& box) {
  PaletteState& state = c.palette;
  std::optional<Chosen> chosen;
  if (state.rows.empty())
    drawText(c, c.fonts.words, kWordSize, {box.x + 18, box.y + kField + 12}, c.theme.dim, "Nothing is called so.");
  state.first = std::min(state.first, state.rows.size());
  size_t end = std::min(state.rows.size(), state.first + kShown);
  for (size_t i = state.first; i < end; ++i) {
    const PaletteRow& row = state.rows[i];
    Rect line{box.x + 6, box.y + kField + 4 + kRow * static_cast<float>(i - state.first), box.w - 12, kRow};
    ImGui::SetCursorScreenPos(line.min());
    ImGui::PushID(static_cast<int>(i));
    bool pressed = ImGui::InvisibleButton("row", {line.w, line.h});
    bool moved = ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0;
    if (ImGui::IsItemHovered() && moved) state.current = i;
    ImGui::PopID();
    if (i == state.current) c.draw->AddRectFilled(line.min(), line.max(), c.theme.accentSoft, 5);
    drawTitle(c, row, {line.x + 12, line.y + 7});
    float right = line.x + line.w - 8;
    const bool named = !row.kind.empty();
    for (const Keys& keys : row.action->keys)
      if (!named) right = drawKeyCaps(c, right, line.y + 6, keysText(keys, c.keyNames));
    const std::string_view group = named ? std::string_view(row.kind) : groupTitle(row.action->group);
    drawText(c, c.fonts.words, kHintSize, {right - textWidth(c.fonts.words, kHintSize, group) - 6, line.y + 9},
             c.theme.dim, group);
    if (!pressed) continue;
    state.current = i;
    chosen = choose(state);
    break;
  }
  return chosen;
}

// "plot sched_switch next_prio": the name of an action for scripts, and what it asks for.
std::optional<PaletteRow> spelledOut(const Context& c, std::span<const Action> actions, std::string_view text) {
  const size_t blank = text.find(' ');
  if (blank == std::string_view::npos || text.find_first_not_of(' ', blank) == std::string_view::npos)
    return std::nullopt;
  for (const Action& action : actions) {
    if (action.id != text.substr(0, blank) || *action.asks == '\0' || !action.listed || !applies(c, action)) continue;
    PaletteRow row;
    row.action = &action;
    row.argument = text.substr(text.find_first_not_of(' ', blank));
    row.title = std::string(action.title) + ": " + row.argument;
    row.kind = "action";
    return row;
  }
  return std::nullopt;
}

}  // namespace

void openPalette(Context& c, std::span<const Action> actions) {
  PaletteState& state = c.palette;
  state.open = true;
  state.asking = nullptr;
  state.refused = false;
  state.pointerTime = c.pointerTime;
  state.text.clear();
  fillPalette(c, actions);
}

void fillPalette(Context& c, std::span<const Action> actions) {
  PaletteState& state = c.palette;
  struct Scored {
    PaletteRow row;
    int score = 0;
  };
  std::vector<Scored> found;
  for (const Action& action : actions) {
    if (!action.listed || action.id == std::string_view("palette") || !applies(c, action)) continue;
    Scored one;
    one.row.action = &action;
    one.row.title = action.title;
    one.score = fuzzyScore(state.text, action.title, &one.row.places);
    if (one.score < 0) {
      // If the title does not match, its group and the name for scripts may, with a lower score.
      std::string other = std::string(groupTitle(action.group)) + " " + actionName(action);
      one.score = fuzzyScore(state.text, other) < 0 ? -1 : 0;
    }
    if (one.score < 0) continue;
    if (!state.text.empty() && !one.row.places.empty()) one.score += kActionBonus;
    auto used = std::find(state.recent.begin(), state.recent.end(), &action);
    if (used != state.recent.end()) {
      auto ago = static_cast<int>(used - state.recent.begin());
      one.score += state.text.empty() ? static_cast<int>(kRemembered) - ago : std::max(1, kRecentBonus - ago);
    }
    found.push_back(std::move(one));
  }
  if (std::optional<PaletteRow> row = spelledOut(c, actions, state.text))
    found.push_back({*std::move(row), kSpelledOut});
  if (c.session.phase() == Phase::Ready || c.session.phase() == Phase::Indexing)
    for (NameFound& name : findNames(c, actions, state.text, kMaxNames))
      found.push_back({std::move(name.row), name.score});
  std::stable_sort(found.begin(), found.end(), [](const Scored& a, const Scored& b) { return a.score > b.score; });
  state.fields = knownFields(c, c.session).size();
  state.rows.clear();
  for (Scored& one : found) state.rows.push_back(std::move(one.row));
  state.current = state.first = 0;
}

std::optional<Chosen> drawPalette(Context& c, std::span<const Action> actions) {
  PaletteState& state = c.palette;
  // Names of fields arrive while somebody types.
  if (state.asking == nullptr && knownFields(c, c.session).size() != state.fields) fillPalette(c, actions);
  std::optional<Chosen> chosen = handleKeys(c, actions);
  ImVec2 screen = ImGui::GetIO().DisplaySize;
  float width = std::min(620.0f, screen.x - 24);
  float rows = state.asking != nullptr ? 1 : static_cast<float>(std::clamp<size_t>(state.rows.size(), 1, kShown));
  Rect box{std::floor((screen.x - width) / 2), 72, width, kField + rows * kRow + 10};
  Overlay overlay(c, "palette", box);
  if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0 && state.rows.size() > kShown) {
    auto first = static_cast<float>(state.first) - ImGui::GetIO().MouseWheel * 3;
    state.first = static_cast<size_t>(std::clamp(first, 0.0f, static_cast<float>(state.rows.size() - kShown)));
  }
  float x = box.x + 18, y = box.y + 16;
  drawText(c, c.fonts.words, kTitleSize, {x, y - 1}, c.theme.accent, ">");
  x += 18;
  if (state.asking != nullptr) {
    std::string title = std::string(state.asking->title) + ": ";
    drawText(c, c.fonts.words, kTitleSize, {x, y - 1}, c.theme.dim, title);
    x += textWidth(c.fonts.words, kTitleSize, title);
  }
  const char* hint = state.asking != nullptr ? state.asking->asks : "An action, a function, a thread, a field";
  drawText(c, c.fonts.words, kTitleSize, {x, y - 1}, state.text.empty() ? c.theme.dim : c.theme.text,
           state.text.empty() ? std::string_view(hint) : std::string_view(state.text));
  if (!state.text.empty()) x += textWidth(c.fonts.words, kTitleSize, state.text) + 2;
  c.draw->AddRectFilled({x - 1.5f, y - 2}, {x, y + 17}, c.theme.accent);
  state.caret = {x, y - 2};
  c.draw->AddLine({box.x, box.y + kField}, {box.x + box.w, box.y + kField}, c.theme.line);
  if (state.asking != nullptr) {
    std::string how = state.refused ? "That is not to be found, or not understood. Esc goes back."
                                    : std::string(state.asking->asks) + " \u00b7 Enter does it, Esc goes back.";
    drawText(c, c.fonts.words, kHintSize, {box.x + 18, box.y + kField + 12},
             state.refused ? c.theme.error : c.theme.dim, how);
  } else if (auto clicked = drawRows(c, box); clicked) {
    chosen = std::move(clicked);
  }
  if (overlay.pressedOutside()) state.open = false;
  return chosen;
}

}  // namespace tp::ui
