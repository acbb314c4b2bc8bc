// The settings, over everything else: rows of choices, for keys and the pointer.
#include <cmath>

#include "ui/app/states.h"
#include "ui/base/overlay.h"

namespace tp::ui {
namespace {

constexpr float kRow = 40;
constexpr float kLabel = 150;

struct Choosing {
  const char* title;
  const char* command;
  std::span<const Choice> choices;
  size_t value;
};

// Draws some colours of the palette as a preview.
void drawSwatches(Canvas& c, const Rect& box) {
  float x = box.x, y = box.y;
  float size = std::min(14.0f, std::floor(box.w / static_cast<float>(c.theme.slices.size())));
  for (size_t i = 0; i < c.theme.slices.size(); ++i)
    c.draw->AddRectFilled({x + size * static_cast<float>(i), y}, {x + size * static_cast<float>(i + 1) - 1, y + 16},
                          c.theme.slices[i]);
  x += size * static_cast<float>(c.theme.slices.size()) + 14;
  for (ThreadState state : {ThreadState::Running, ThreadState::Runnable, ThreadState::Uninterruptible}) {
    const char* name = threadStateName(state);
    float width = textWidth(c.fonts.words, kHintSize, name) + 10;
    if (x + width > box.x + box.w) break;
    c.draw->AddRectFilled({x, y}, {x + width, y + 16}, c.theme.stateColour(state));
    drawText(c, c.fonts.words, kHintSize, {x + 5, y + 2}, c.theme.stateInk(state), name);
    x += width + 2;
  }
}

}  // namespace

std::optional<SettingChosen> drawSettings(Context& c) {
  const Settings& settings = c.settings;
  const Choosing rows[] = {{"Theme", "theme", kThemes, static_cast<size_t>(settings.theme)},
                           {"Colours", "colours", kPalettes, static_cast<size_t>(settings.palette)},
                           {"Thread states", "state-colours", kStatePalettes, static_cast<size_t>(settings.states)},
                           {"Times on the axis", "times", kAxisTimes, static_cast<size_t>(settings.times)},
                           {"Workers", "workers", kWorkers, static_cast<size_t>(settings.workers)},
                           {"Indexes", "indexes", kIndexes, static_cast<size_t>(settings.indexes)},
                           {"Memory of an index", "memory", kIndexMemory, static_cast<size_t>(settings.memory)},
                           {"Functions", "signatures", kSignatures, static_cast<size_t>(settings.signatures)}};
  constexpr int kRows = static_cast<int>(std::size(rows));
  std::optional<SettingChosen> chosen;
  auto press = [](ImGuiKey key) { return ImGui::IsKeyPressed(key); };
  if (press(ImGuiKey_Escape)) c.settingsOpen = false;
  int& current = c.settingsRow;
  if (press(ImGuiKey_DownArrow)) current = (current + 1) % kRows;
  if (press(ImGuiKey_UpArrow)) current = (current + kRows - 1) % kRows;
  const Choosing& row = rows[current];
  size_t count = row.choices.size();
  if (press(ImGuiKey_RightArrow)) chosen = SettingChosen{row.command, row.choices[(row.value + 1) % count].value};
  if (press(ImGuiKey_LeftArrow))
    chosen = SettingChosen{row.command, row.choices[(row.value + count - 1) % count].value};

  ImVec2 screen = ImGui::GetIO().DisplaySize;
  float width = std::min(640.0f, screen.x - 16), height = 60 + kRow * kRows + 70;
  Rect box{std::floor((screen.x - width) / 2), std::max(8.0f, std::floor((screen.y - height) / 2.5f)), width, height};
  Overlay overlay(c, "settings", box);
  drawText(c, c.fonts.strong, kTitleSize, {box.x + 20, box.y + 16}, c.theme.text, "Settings");
  float y = box.y + 52;
  for (int i = 0; i < kRows; ++i, y += kRow) {
    if (i == current) c.draw->AddRectFilled({box.x + 8, y - 8}, {box.x + box.w - 8, y + 26}, c.theme.raised, 5);
    drawText(c, c.fonts.words, kWordSize, {box.x + 20, y}, c.theme.text, rows[i].title);
    ImVec2 at{box.x + std::min(kLabel, width * 0.26f), y};
    ImGui::PushID(i);
    for (size_t k = 0; k < rows[i].choices.size(); ++k) {
      if (!chip(c, rows[i].choices[k].title, at, k == rows[i].value)) continue;
      chosen = SettingChosen{rows[i].command, rows[i].choices[k].value};
      current = i;
    }
    ImGui::PopID();
  }
  drawSwatches(c, {box.x + 20, y, box.w - 40, 16});
  drawText(c, c.fonts.words, kHintSize, {box.x + 20, box.y + box.h - 28}, c.theme.dim,
           "\u2191 \u2193 and \u2190 \u2192 choose, Esc closes. Kept on this machine, like everything here.");
  if (overlay.pressedOutside()) c.settingsOpen = false;
  return chosen;
}

}  // namespace tp::ui
