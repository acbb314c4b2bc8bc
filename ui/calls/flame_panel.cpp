#include "ui/calls/flame_panel.h"

// The flame graph of the calls in the marked range or the whole trace.
#include <algorithm>

#include "ui/base/time_text.h"
#include "ui/calls/figure_text.h"
#include "ui/calls/flame_menu.h"
#include "ui/calls/flame_view.h"
#include "ui/view/calls.h"
#include "ui/view/sampled_weight.h"
#include "ui/view/slice_label.h"

namespace tp::ui {
namespace {

constexpr float kHead = 30, kLine = 16;

struct Kept {
  FlameView view;
  uint64_t shownAt = 0;  // FlameGraph::version()
  bool upwards = false;
};

// Zooms into the stack of the wanted function that weighs the most.
void zoomAsAsked(WindowState& c) {
  if (c.flame.zoomTo == kNoName || !c.flameGraph.done()) return;
  const CallTree& tree = *c.flameGraph.tree();
  std::span<const CallNode> nodes = tree.nodes();
  bool byThread = c.flameGraph.shape().byThread;
  uint32_t best = CallTree::kRoot;
  for (uint32_t i = 1; i < nodes.size(); ++i) {
    if (nodes[i].name != c.flame.zoomTo || (byThread && nodes[i].parent == CallTree::kRoot)) continue;
    if (best == CallTree::kRoot || nodes[i].total > nodes[best].total) best = i;
  }
  if (best != CallTree::kRoot) c.flame.zoomed.push_back(pathOf(tree, best));
  c.flame.zoomTo = kNoName;
}

const char* whatOf(const FlameGraph& graph, const TraceInfo& info) {
  if (graph.states() != StateWeight::None) return "of this time";
  if (graph.shape().weight == CallWeight::Calls) return "of calls";
  if (const SampledEvent* event = sampledBy(info, graph.counter()))
    return graph.counter() == event->countLabel() ? "of the samples" : "of the periods";
  if (!graph.counter().empty()) return "of its growth";
  return graph.shape().weight == CallWeight::Self ? "self time" : "of time";
}

// The weight of all stacks, or how much of it matches the search.
std::string headText(WindowState& c, const Session& session) {
  const FlameGraph& graph = c.flameGraph;
  if (!graph.current() && graph.counted() < 1)
    return "Counting calls \u2026 " + std::to_string(static_cast<int>(100 * graph.counted())) + " %";
  if (!graph.done())
    return "Sorting the stacks \u2026 " + std::to_string(static_cast<int>(100 * graph.progress())) + " %";
  const CallShape& shape = graph.shape();
  std::string text = weightText(session.index().info().clock, shape.weight, graph.counter(), graph.whole()) + " " +
                     scopeText(c, session);
  if (shape.focus != kNoName && shape.weight != CallWeight::Calls)
    text = percentText(graph.whole(), graph.all()) + " of all, " + text;
  if (graph.cut()) text += ", as far as it can still be read";
  text += uncertainText(graph.uncertain(), session.index().info().clock);
  if (const FoundCalls* found = graph.found())
    text = percentText(found->weight, graph.whole(), graph.foundAtLeast() ? Bound::AtLeast : Bound::None) + " " +
           whatOf(graph, session.index().info()) + " in " + countText(found->frames) +
           (found->frames == 1 ? " frame" : " frames") + " of \u201c" + c.search + "\u201d";
  const uint32_t top = graph.top();
  const int64_t whole = top != CallTree::kRoot ? graph.tree()->nodes()[top].total : graph.whole();
  if (graph.untold() > 0)
    text += " \u00b7 " + percentText(graph.untold(), whole) + " in stacks too small to tell apart here";
  const bool time = graph.states() == StateWeight::None && shape.weight != CallWeight::Calls && graph.counter().empty();
  if (time && shape.focus == kNoName) text += countedTwiceText(c, session);
  return text;
}

// Draws the chips and what is counted; returns their height in pixels.
float drawHead(Context& c, const Rect& area) {
  ImVec2 at{area.x + 14, area.y + 6};
  FlameOptions& flame = c.flame;
  if (chip(c, "Top-down", at, !flame.inverted)) flame.invert(false);
  if (chip(c, "Bottom-up", at, flame.inverted)) flame.invert(true);
  at.x += 8;
  if (chip(c, "Left heavy", at, !flame.byTime)) flame.byTime = false;
  if (chip(c, "In order of time", at, flame.byTime)) flame.byTime = true;
  at.x += 8;
  drawFlameMenus(c, at);
  at.x += 8;
  threadChips(c, at);
  if (flame.focus != kNoName) {
    std::string label = "Only " + fitName(c.names.text(flame.focus), 24) + " \u00d7";
    if (chip(c, label.c_str(), at, true)) flame.focus = kNoName;
  }
  if (!flame.zoomed.empty() && chip(c, "\u2190 Back", at, false)) flame.zoomed.pop_back();
  float height = kHead + at.y - area.y - 6;
  if (c.flameGraph.tree() == nullptr) return height;

  const std::string text = headText(c, c.session);
  const ImU32 ink = c.search.empty() ? c.theme.dim : c.theme.text;
  const float width = textWidth(c.fonts.words, kHintSize, text), right = area.x + area.w - 16;
  if (at.x + 8 + width <= right) {
    drawText(c, c.fonts.words, kHintSize, {right - width, at.y + 3}, ink, text);
    return height;
  }
  // Where it does not fit beside the chips, it has lines of its own.
  for (const std::string_view line : wrapText(c.fonts.words, kHintSize, text, area.w - 30)) {
    drawText(c, c.fonts.words, kHintSize, {area.x + 14, area.y + height - 2}, ink, line);
    height += kLine;
  }
  return height;
}

// Returns whether the panel has to scroll to the bottom: if flames point upwards since this frame, or the tree has
// changed.
bool turned(WindowState& c) {
  Kept& kept = c.memory.of<Kept>();
  uint64_t version = c.flameGraph.version();
  bool is = c.flame.upwards && (kept.shownAt != version || !kept.upwards);
  kept.shownAt = version;
  kept.upwards = c.flame.upwards;
  return is;
}

}  // namespace

void drawFlamePanel(Context& c, const Rect& area) {
  CallScope wanted = viewedCalls(c, true);
  wanted.functions = false;
  wanted.byThread = c.flame.byThread;
  wanted.counter = c.flame.counter;
  wanted.states = c.flame.states;
  const FlameGraph& graph = c.flameGraph;
  c.flameGraph.update(c, wanted);
  if (graph.tree() == nullptr) return sayCounting(c, c.session, graph.counted(), area);
  const bool plain = graph.counter().empty() && graph.states() == StateWeight::None;
  if (graph.done() && graph.tree()->empty() && plain && weighBySamples(c)) return;
  float head = drawHead(c, area);
  if (graph.done() && graph.tree()->empty()) {
    const char* why = sampledBy(c.index().info(), graph.counter()) != nullptr ? "No samples here."
                      : !graph.counter().empty()            ? "This counter did not grow within any call here."
                      : graph.states() != StateWeight::None ? "No thread is known to have spent such time here."
                                                            : "No calls here.";
    drawText(c, c.fonts.words, kWordSize, {area.x + 14, area.y + head + 10}, c.theme.dim, why);
    return;
  }
  zoomAsAsked(c);
  FlameView::Shown shown;
  shown.tree = graph.tree();
  shown.version = graph.version();
  shown.byTime = c.flame.byTime;
  shown.upwards = c.flame.upwards;
  shown.byThread = graph.shape().byThread;
  shown.inverted = graph.shape().inverted;
  shown.weight = graph.shape().weight;
  shown.counter = graph.counter();
  shown.states = graph.states();
  shown.whole = graph.whole();
  shown.top = graph.top();
  shown.keys = true;

  FlameView::Answer answer;
  Rect rows{area.x + 8, area.y + head, area.w - 16, area.h - head - 4};
  ImGui::SetCursorScreenPos(rows.min());
  if (ImGui::BeginChild("flame rows", {rows.w, rows.h}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNav)) {
    ImDrawList* outer = c.draw;
    c.draw = ImGui::GetWindowDrawList();
    answer = c.memory.of<Kept>().view.draw(c, rows, shown);
    if (turned(c)) ImGui::SetScrollHereY(1);
    c.draw = outer;
  }
  ImGui::EndChild();
  if (answer.clicked && *answer.clicked != shown.top) c.flame.zoomed.push_back(pathOf(*shown.tree, *answer.clicked));
  if (answer.opened) {
    const CallNode& node = shown.tree->nodes()[*answer.opened];
    bool thread = shown.byThread && node.parent == CallTree::kRoot;
    openFrameMenu(c, thread ? kNoName : node.name, pathOf(*shown.tree, *answer.opened),
                  shown.tree->longest(*answer.opened), answer.at);
  }
  c.moreToCome = c.moreToCome || answer.clicked || answer.opened;
  drawFrameMenu(c);
}

std::vector<PanelTable> flameTables(Context& c) {
  PanelTable table{"Flame graph", {"Function", "Called by", "Calls", "Not ended", "Total", "Self"}, {}};
  if (c.flameGraph.stacks() == nullptr) return {table};
  const CallTree& tree = *c.flameGraph.stacks();
  std::span<const CallNode> nodes = tree.nodes();
  std::vector<uint32_t> order;
  for (uint32_t i = 1; i < nodes.size(); ++i)
    if (nodes[i].count > 0) order.push_back(i);
  size_t shown = std::min(order.size(), kMaxPanelRows);
  std::partial_sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(shown), order.end(),
                    [&](uint32_t a, uint32_t b) { return nodes[a].total > nodes[b].total; });
  auto nameOf = [&](uint32_t node) {
    // Nodes without calls are threads.
    if (node == CallTree::kRoot || nodes[node].count == 0) return std::string();
    return std::string(c.names.text(nodes[node].name));
  };
  for (size_t i = 0; i < shown; ++i) {
    const CallNode& node = nodes[order[i]];
    table.rows.push_back({nameOf(order[i]), nameOf(node.parent), countText(node.count), countText(tree.open(order[i])),
                          durationText(node.total, c.clock(), atMostIf(tree.longest(order[i]).anyAtMost)),
                          durationText(tree.self(order[i]), c.clock(), atMostIf(tree.ownLongest(order[i]).anyAtMost))});
  }
  return {table};
}

}  // namespace tp::ui
