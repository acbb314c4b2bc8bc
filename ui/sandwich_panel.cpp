// One function over all stacks: who calls it above, what it calls below.
#include <algorithm>
#include <memory>

#include "core/analysis/call_view.h"
#include "ui/calls.h"
#include "ui/drawer.h"
#include "ui/flame_view.h"
#include "ui/time_text.h"
#include "ui/tooltip.h"

namespace tp::ui {
namespace {

constexpr float kHead = 30;
constexpr float kTable = 330;

struct Kept {
  uint32_t calls = 0;  // Calls::id
  NameId function = kNoName;
  bool fresh = false;  // in the frame at hand
  std::unique_ptr<CallView> callers;
  std::unique_ptr<CallView> callees;
  uint32_t made = 0;  // counts them
  FlameView above, below;
};

void keep(Context& c, const Calls& calls, Kept& kept) {
  kept.fresh = kept.calls != calls.id || kept.function != c.function;
  if (!kept.fresh) return;
  kept.calls = calls.id;
  kept.function = c.function;
  const CallTree& tree = calls.profile.tree;
  kept.callers = std::make_unique<CallView>(tree, CallView::Kind::Callers, c.function);
  kept.callees = std::make_unique<CallView>(tree, CallView::Kind::Callees, c.function);
  ++kept.made;
}

// The function of the largest self time: what one would look at first.
NameId firstChoice(const Calls& calls) {
  const FunctionStats* best = nullptr;
  for (const FunctionStats& row : calls.functions.rows)
    if (best == nullptr || row.self > best->self) best = &row;
  return best != nullptr ? best->name : kNoName;
}

void chosen(Context& c, const CallTree& tree, const FlameView::Answer& answer) {
  std::optional<uint32_t> node = answer.clicked ? answer.clicked : answer.opened;
  if (!node) return;
  c.function = tree.nodes()[*node].name;
  c.moreToCome = true;
}

void drawHalf(Context& c, FlameView& view, const char* id, const CallView& half, const Rect& area, bool upwards,
              bool fresh, uint32_t made, int64_t whole) {
  FlameView::Shown shown;
  shown.tree = &half.tree();
  shown.version = static_cast<uint64_t>(made) << 32 | (half.done() ? 32 : static_cast<uint64_t>(16 * half.progress()));
  shown.upwards = upwards;
  shown.whole = whole;
  ImGui::SetCursorScreenPos(area.min());
  if (ImGui::BeginChild(id, {area.w, area.h}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    chosen(c, half.tree(), view.draw(c, area, shown));
    // Callers are read from the function upwards.
    if (upwards && (fresh || ImGui::IsWindowAppearing())) ImGui::SetScrollHereY(1);
    c.draw = outer;
  }
  ImGui::EndChild();
}

// The direct callers or callees, the most time first.
void drawTable(Context& c, const char* title, const CallTree& tree, const Rect& area) {
  drawText(c, c.fonts.words, kHintSize, {area.x, area.y + 2}, c.theme.dim, title);
  uint32_t function = tree.nodes()[CallTree::kRoot].child;
  if (function == CallTree::kRoot) return;
  std::vector<uint32_t> rows;
  tree.children(function, rows, [&](uint32_t row) { return c.index().names().view(tree.nodes()[row].name); });
  std::stable_sort(rows.begin(), rows.end(),
                   [&](uint32_t a, uint32_t b) { return tree.nodes()[a].total > tree.nodes()[b].total; });
  float y = area.y + 19;
  if (rows.empty()) drawText(c, c.fonts.words, kHintSize, {area.x, y}, c.theme.faint, "none");
  for (uint32_t row : rows) {
    if (y + 16 > area.y + area.h) break;
    const CallNode& node = tree.nodes()[row];
    std::string time = durationText(node.total, c.clock());
    float right = area.x + area.w;
    float width = textWidth(c.fonts.mono, kMonoSize, time);
    drawText(c, c.fonts.mono, kMonoSize, {right - width, y}, c.theme.text, time);
    std::string count = countText(node.count) + "\u00d7";
    float counted = textWidth(c.fonts.mono, kMonoSize, count);
    drawText(c, c.fonts.mono, kMonoSize, {right - 84 - counted, y}, c.theme.dim, count);
    Rect clip{area.x, y - 2, std::max(40.0f, area.w - 96 - counted), 18};
    ImGui::SetCursorScreenPos(clip.min());
    ImGui::PushID(static_cast<int>(row));
    if (ImGui::InvisibleButton(title, {clip.w, clip.h})) {
      c.function = node.name;
      c.moreToCome = true;
    }
    bool hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    drawCell(c, c.fonts.mono, kMonoSize, {area.x, y}, hovered ? c.theme.accent : c.theme.text,
             c.index().names().view(node.name), clip);
    y += 17;
  }
}

}  // namespace

void drawSandwichPanel(Context& c, const Rect& area) {
  Kept& kept = c.memory.of<Kept>();
  const Calls* calls = wantCalls(c, true, area);
  if (calls == nullptr) return;
  if (c.function == kNoName) c.function = firstChoice(*calls);
  keep(c, *calls, kept);
  buildOn(c, [&kept] { return kept.callers->step(256); });
  buildOn(c, [&kept] { return kept.callees->step(256); });

  ImVec2 at{area.x + 14, area.y + 6};
  std::string name(c.index().names().view(c.function));
  Rect clip{at.x, area.y, area.w * 0.45f, kHead};
  drawCell(c, c.fonts.strong, kWordSize, {at.x, at.y + 1}, c.theme.text, name, clip);
  at.x += std::min(clip.w, textWidth(c.fonts.strong, kWordSize, name)) + 14;
  const std::vector<FunctionStats>& rows = calls->functions.rows;
  auto row = std::find_if(rows.begin(), rows.end(), [&](const FunctionStats& one) { return one.name == c.function; });
  if (row == rows.end()) {
    drawText(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.dim, "is not called " + scopeText(c));
    return;
  }
  std::string figures = countText(row->calls) + (row->calls == 1 ? " call, " : " calls, ") +
                        durationText(row->total, c.clock()) + " total, " + durationText(row->self, c.clock()) +
                        " self " + scopeText(c);
  drawText(c, c.fonts.words, kHintSize, {at.x, at.y + 3}, c.theme.dim, figures);
  at.x += textWidth(c.fonts.words, kHintSize, figures) + 14;
  threadChips(c, at);
  float head = kHead + at.y - area.y - 6;

  bool tables = area.w >= 900;
  float width = area.w - 16 - (tables ? kTable + 20 : 0);
  float half = (area.h - head - 6) / 2;
  Rect top{area.x + 8, area.y + head, width, half};
  Rect bottom{area.x + 8, area.y + head + half + 2, width, half};
  drawHalf(c, kept.above, "callers", *kept.callers, top, true, kept.fresh, kept.made, row->total);
  c.draw->AddLine({top.x, bottom.y - 1}, {top.x + width, bottom.y - 1}, c.theme.accent);
  drawHalf(c, kept.below, "callees", *kept.callees, bottom, false, false, kept.made, row->total);
  if (!tables) return;
  float x = area.x + area.w - kTable - 14;
  c.draw->AddLine({x - 10, area.y + head}, {x - 10, area.y + area.h}, c.theme.line);
  drawTable(c, "Called by", kept.callers->tree(), {x, top.y, kTable, top.h});
  drawTable(c, "Calls", kept.callees->tree(), {x, bottom.y, kTable, bottom.h});
}

}  // namespace tp::ui
