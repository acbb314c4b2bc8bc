#include "ui/base/warm_up.h"

#include <utility>

#include "ui/base/row_list.h"
#include "ui/base/table_columns.h"

namespace tp::ui {
namespace {

constexpr int kColumns = 3, kRows = 4;

void drawTable(Canvas& c) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable |
                                     ImGuiTableFlags_Hideable | ImGuiTableFlags_BordersInner;
  if (!ImGui::BeginTable("table", kColumns, kFlags, {300, 100})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("Calls", ImGuiTableColumnFlags_WidthFixed, 60);
  ImGui::TableSetupColumn("Time", ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_DefaultSort, 60);
  tableTitles(c, 1u << 1);
  ImGui::TableGetSortSpecs();
  ImGuiListClipper clipper;
  clipper.Begin(kRows);
  while (clipper.Step()) {
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      ImGui::TableNextRow(ImGuiTableRowFlags_None, 20);
      ImGui::TableNextColumn();
      ImGui::PushID(row);
      ImGui::Selectable("##row", row == 1, ImGuiSelectableFlags_SpanAllColumns, {0, 16});
      ImGui::PopID();
      while (ImGui::TableGetColumnIndex() + 1 < kColumns && ImGui::TableNextColumn()) ImGui::TextUnformatted("1");
    }
  }
  ImGui::EndTable();
}

}  // namespace

void warmUp(Canvas& c) {
  // Not 0: ImGui skips what is fully transparent.
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.001f);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({320, 400});
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                      ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::Begin("rehearsal", nullptr, kFlags);
  drawTable(c);
  ImDrawList* outer = std::exchange(c.draw, ImGui::GetWindowDrawList());
  for (float y : {120.0f, 220.0f}) {
    ImGui::PushID(static_cast<int>(y));
    drawList(c, "list", {0, y, 300, 80}, kRows, -1, [&](size_t, const Rect& box, bool, bool) {
      drawText(c, c.fonts.mono, kMonoSize, box.min(), c.theme.text, fitText(c.fonts.mono, kMonoSize, "name", box.w));
    });
    ImGui::PopID();
  }
  c.draw = outer;
  ImGui::End();
  ImGui::PopStyleVar();
}

void drawGlyphs(const Fonts& fonts) {
  const std::pair<ImFont*, float> used[] = {
      {fonts.words, kWordSize},   {fonts.words, kHintSize}, {fonts.words, kTitleSize}, {fonts.strong, kWordSize},
      {fonts.strong, kTitleSize}, {fonts.mono, kMonoSize},  {fonts.mono, kHintSize}};
  // Characters beyond ASCII in units, durations and lists.
  constexpr ImWchar kFurther[] = {0xb5, 0xb7, 0xd7, 0x2009, 0x2026, 0x203a, 0x2192, 0x2212};
  for (const auto& [font, size] : used) {
    ImGui::PushFont(font, size);
    ImFontBaked* baked = ImGui::GetFontBaked();
    for (ImWchar letter = ' '; letter <= '~'; ++letter) baked->FindGlyph(letter);
    for (ImWchar letter : kFurther) baked->FindGlyph(letter);
    ImGui::PopFont();
  }
}

}  // namespace tp::ui
