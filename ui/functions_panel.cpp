#include <algorithm>
#include <cstdio>

#include "ui/drawer.h"
#include "ui/time_text.h"

namespace tp::ui {
namespace {

enum Column : int { kName, kCalls, kTotal, kSelf, kAverage, kLeast, kMost, kShare, kColumns };

struct Shown {
  const FunctionTable* table = nullptr;
  std::string search;
  int column = kTotal;
  bool ascending = false;
  std::vector<FunctionStats> rows;
};

void sortRows(Shown& shown, const NameTable& names) {
  auto key = [&](const FunctionStats& row) -> int64_t {
    switch (shown.column) {
      case kCalls:
        return static_cast<int64_t>(row.calls);
      case kSelf:
      case kShare:
        return row.self;
      case kAverage:
        return row.average();
      case kLeast:
        return row.min;
      case kMost:
        return row.max;
      default:
        return row.total;
    }
  };
  std::stable_sort(shown.rows.begin(), shown.rows.end(), [&](const FunctionStats& a, const FunctionStats& b) {
    const FunctionStats& first = shown.ascending ? a : b;
    const FunctionStats& second = shown.ascending ? b : a;
    return shown.column == kName ? names.view(first.name) < names.view(second.name) : key(first) < key(second);
  });
}

void right(Context& c, const std::string& text) {
  float width = textWidth(c.fonts.mono, kMonoSize, text);
  ImVec2 at = ImGui::GetCursorScreenPos();
  float room = ImGui::GetContentRegionAvail().x;
  drawText(c, c.fonts.mono, kMonoSize, {at.x + std::max(0.0f, room - width), at.y + 1}, c.theme.text, text);
}

void drawRow(Context& c, const FunctionStats& row, int64_t selfSum) {
  const ClockInfo& clock = c.clock();
  ImGui::TableNextRow(ImGuiTableRowFlags_None, 20);
  ImGui::TableNextColumn();
  std::string name(c.index().names().view(row.name));
  ImGui::PushID(static_cast<int>(row.name));
  bool chosen = c.search == name;
  if (ImGui::Selectable("##row", chosen, ImGuiSelectableFlags_SpanAllColumns, {0, 16})) c.search = chosen ? "" : name;
  ImGui::PopID();
  ImVec2 at = ImGui::GetItemRectMin();
  c.draw->AddRectFilled({at.x + 2, at.y + 4}, {at.x + 10, at.y + 12}, c.theme.slices[hueOf(name)], 2);
  Rect clip{at.x, at.y, ImGui::GetColumnWidth() - 12, 18};
  drawText(c, c.fonts.mono, kMonoSize, {at.x + 16, at.y + 2}, c.theme.text, name, &clip);
  ImGui::TableNextColumn();
  right(c, countText(row.calls));
  for (int64_t value : {row.total, row.self, row.average(), row.min, row.max}) {
    ImGui::TableNextColumn();
    right(c, durationText(value, clock));
  }
  ImGui::TableNextColumn();
  double share = selfSum > 0 ? static_cast<double>(row.self) / static_cast<double>(selfSum) : 0;
  ImVec2 cell = ImGui::GetCursorScreenPos();
  float width = ImGui::GetContentRegionAvail().x;
  c.draw->AddRectFilled({cell.x, cell.y + 2}, {cell.x + width * static_cast<float>(share), cell.y + 15},
                        c.theme.accentSoft, 2);
  char text[24];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  right(c, text);
}

}  // namespace

void drawFunctionsPanel(Context& c, const Rect& area) {
  static Shown shown;
  bool working = c.session.callsProgress() < 1;
  bool ready = c.session.phase() == Phase::Ready;
  CallScope wanted;
  if (c.range) std::tie(wanted.begin, wanted.end) = *c.range;
  bool stale = c.session.calls() == nullptr || !(c.session.callsAsked() == wanted);
  if (ready && stale && !working && !ImGui::IsMouseDown(0)) {
    c.session.requestCalls(wanted);
    working = true;
  }
  const FunctionTable* table = c.session.calls() != nullptr ? &c.session.calls()->functions : nullptr;
  if (!ready || table == nullptr) {
    std::string text = ready ? "Counting calls \u2026 " : "The statistics come when the trace is indexed.";
    if (ready) text += std::to_string(static_cast<int>(100 * c.session.callsProgress())) + " %";
    drawText(c, c.fonts.words, kWordSize, {area.x + 14, area.y + 12}, c.theme.dim, text);
    return;
  }
  bool refill = shown.table != table || shown.search != c.search;
  if (refill) {
    shown.table = table;
    shown.search = c.search;
    shown.rows.clear();
    for (const FunctionStats& row : table->rows)
      if (c.matches(row.name)) shown.rows.push_back(row);
    sortRows(shown, c.index().names());
  }
  std::string scope =
      (c.range ? "in the marked " + durationText(c.range->second - c.range->first, c.clock()) : "in the whole trace");
  std::string head = countText(shown.rows.size()) + " functions " + scope;
  if (working) head += " \u00b7 counting \u2026";
  drawText(c, c.fonts.words, kHintSize, {area.x + 14, area.y + 7}, c.theme.dim, head);

  ImGui::SetCursorScreenPos({area.x + 6, area.y + 24});
  ImGui::PushFont(c.fonts.words, kHintSize);
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_Sortable | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable | ImGuiTableFlags_BordersInnerH;
  if (ImGui::BeginTable("functions", kColumns, kFlags, {area.w - 12, area.h - 26})) {
    ImGui::TableSetupScrollFreeze(0, 1);
    constexpr ImGuiTableColumnFlags kNumber =
        ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_PreferSortDescending;
    ImGui::TableSetupColumn("Function", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("Calls", kNumber, 90);
    ImGui::TableSetupColumn("Total", kNumber | ImGuiTableColumnFlags_DefaultSort, 84);
    for (const char* name : {"Self", "Average", "Min", "Max"}) ImGui::TableSetupColumn(name, kNumber, 84);
    ImGui::TableSetupColumn("Share of self", kNumber, 110);
    ImGui::TableHeadersRow();
    if (ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
        specs != nullptr && specs->SpecsDirty && specs->SpecsCount > 0) {
      shown.column = specs->Specs[0].ColumnIndex;
      shown.ascending = specs->Specs[0].SortDirection == ImGuiSortDirection_Ascending;
      sortRows(shown, c.index().names());
      specs->SpecsDirty = false;
    }
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown.rows.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
        drawRow(c, shown.rows[static_cast<size_t>(i)], table->selfSum);
    c.draw = outer;
    ImGui::EndTable();
  }
  ImGui::PopFont();
}

}  // namespace tp::ui
