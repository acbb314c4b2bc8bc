// The flame graph of the calls in the marked range or the whole trace.
#include <algorithm>
#include <cstdio>
#include <memory>

#include "core/analysis/call_view.h"
#include "ui/calls.h"
#include "ui/drawer.h"
#include "ui/flame_view.h"
#include "ui/time_text.h"

namespace tp::ui {
namespace {

constexpr float kHead = 30;
// What follows from the calls and is kept until they are others.
struct Kept {
  uint32_t calls = 0;  // Calls::id
  const TraceIndex* index = nullptr;
  std::unique_ptr<CallView> inverted;
  int64_t whole = 0;
  std::string search;
  int64_t found = 0;  // time of what matches the search
};

void keep(Context& c, const Calls& calls, Kept& kept) {
  if (kept.calls != calls.id || kept.index != &c.index()) {
    kept = {};
    kept.calls = calls.id;
    kept.index = &c.index();
    for (const CallNode& node : calls.profile.tree.nodes())
      if (node.parent == CallTree::kRoot) kept.whole += node.total;
    c.flame.zoomed.clear();
  }
  if (kept.search == c.search) return;
  kept.search = c.search;
  kept.found = c.search.empty() ? 0 : timeOf(calls.profile.tree, [&](NameId name) { return c.matches(name); });
}

// The tree to be shown, built on as far as a frame bears it.
const CallTree& treeOf(Context& c, const Calls& calls, Kept& kept) {
  if (!c.flame.inverted) return calls.profile.tree;
  if (!kept.inverted) {
    kept.inverted = std::make_unique<CallView>(calls.profile.tree, CallView::Kind::BottomUp, kNoName);
    c.flame.zoomed.clear();
  }
  buildOn(c, *kept.inverted);
  return kept.inverted->tree();
}

// The stack of the wanted function that takes the most time.
void zoomAsAsked(Context& c, const CallTree& tree) {
  if (c.flame.zoomTo == kNoName) return;
  const std::vector<CallNode>& nodes = tree.nodes();
  uint32_t best = CallTree::kRoot;
  for (uint32_t i = 1; i < nodes.size(); ++i)
    if (nodes[i].name == c.flame.zoomTo && (best == CallTree::kRoot || nodes[i].total > nodes[best].total)) best = i;
  if (best != CallTree::kRoot) c.flame.zoomed.push_back(best);
  c.flame.zoomTo = kNoName;
}

void drawHead(Context& c, const Rect& area, const CallTree& tree, const Kept& kept) {
  ImVec2 at{area.x + 14, area.y + 6};
  FlameOptions& flame = c.flame;
  bool inverted = flame.inverted;
  if (chip(c, "Top-down", at, !inverted)) flame.inverted = false;
  if (chip(c, "Bottom-up", at, inverted)) flame.inverted = true;
  if (inverted != flame.inverted) flame.zoomed.clear();
  at.x += 8;
  if (chip(c, "Left heavy", at, !flame.byTime)) flame.byTime = false;
  if (chip(c, "In order of time", at, flame.byTime)) flame.byTime = true;
  at.x += 8;
  threadChips(c, at);
  if (!flame.zoomed.empty() && chip(c, "\u2190 Back", at, false)) flame.zoomed.pop_back();

  std::string text = durationText(kept.whole, c.clock()) + " " + scopeText(c);
  if (kept.inverted && !kept.inverted->done())
    text = "Turning the stacks over \u2026 " + std::to_string(static_cast<int>(100 * kept.inverted->progress())) + " %";
  if (!c.search.empty() && kept.whole > 0) {
    char share[64];
    std::snprintf(share, sizeof share, "%.1f %% in what matches \u201c",
                  100 * static_cast<double>(kept.found) / static_cast<double>(kept.whole));
    text = share + c.search + "\u201d";
  }
  if (tree.leftOut() > 0 || (kept.inverted && kept.inverted->tree().leftOut() > 0))
    text += " \u00b7 the rarest stacks are not told apart";
  float width = textWidth(c.fonts.words, kHintSize, text);
  float x = std::max(at.x + 8, area.x + area.w - width - 16);
  Rect clip{x, area.y, area.x + area.w - x - 8, kHead};
  drawText(c, c.fonts.words, kHintSize, {x, area.y + 9}, c.search.empty() ? c.theme.dim : c.theme.text, text, &clip);
}

}  // namespace

void drawFlamePanel(Context& c, const Rect& area) {
  static Kept kept;
  static FlameView view;
  const Calls* calls = wantCalls(c, true, area);
  if (calls == nullptr) return;
  keep(c, *calls, kept);
  drawHead(c, area, calls->profile.tree, kept);
  if (calls->profile.tree.empty()) {
    drawText(c, c.fonts.words, kWordSize, {area.x + 14, area.y + kHead + 10}, c.theme.dim, "No calls here.");
    return;
  }
  const CallTree& tree = treeOf(c, *calls, kept);
  zoomAsAsked(c, tree);
  FlameView::Shown shown;
  shown.tree = &tree;
  // A view that is still being built is laid out now and then: that takes time as well.
  uint64_t part = c.flame.inverted && kept.inverted ? static_cast<uint64_t>(16 * kept.inverted->progress()) + 1 : 0;
  if (c.flame.inverted && kept.inverted && kept.inverted->done()) part = 32;
  shown.version = static_cast<uint64_t>(calls->id) << 32 | part;
  shown.byTime = c.flame.byTime;
  shown.whole = kept.whole;
  if (!c.flame.zoomed.empty() && c.flame.zoomed.back() < tree.nodes().size()) shown.top = c.flame.zoomed.back();

  Rect rows{area.x + 8, area.y + kHead, area.w - 16, area.h - kHead - 4};
  ImGui::SetCursorScreenPos(rows.min());
  if (ImGui::BeginChild("flame rows", {rows.w, rows.h}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    FlameView::Answer answer = view.draw(c, rows, shown);
    if (answer.clicked && *answer.clicked != shown.top) c.flame.zoomed.push_back(*answer.clicked);
    if (answer.opened) {
      c.function = tree.nodes()[*answer.opened].name;
      c.tab = Tab::Sandwich;
    }
    c.moreToCome = c.moreToCome || answer.clicked || answer.opened;
    c.draw = outer;
  }
  ImGui::EndChild();
}

}  // namespace tp::ui
