#include "ui/calls/flame_view.h"

#include <algorithm>

#include "ui/base/time_text.h"
#include "ui/base/tooltip.h"
#include "ui/view/flame_graph.h"
#include "ui/view/sampled_weight.h"
#include "ui/view/slice_label.h"

namespace tp::ui {
namespace {

int64_t timeBelow(const CallTree& tree, uint32_t node) {
  return node != CallTree::kRoot ? tree.nodes()[node].total : plus(wholeOf(tree), tree.untold(node));
}

}  // namespace

void FlameView::arrange(const TraceIndex& index, const ShownNames& names, float width, float least) {
  const CallTree& tree = *shown_.tree;
  std::span<const CallNode> nodes = tree.nodes();
  FlameSource source;
  source.parent = [nodes](uint32_t node) { return nodes[node].parent; };
  source.weight = [&](uint32_t node) { return timeBelow(tree, node); };
  source.untold = [&](uint32_t node) { return tree.untold(node); };
  source.children = [&](uint32_t node, std::vector<uint32_t>& out) {
    tree.children(node, out, [&](uint32_t callee) { return nodeText(index, names, tree, callee, shown_.byThread); });
    if (!shown_.byTime)
      std::stable_sort(out.begin(), out.end(), [&](uint32_t a, uint32_t b) { return nodes[a].total > nodes[b].total; });
  };
  laid_ = layFlameBoxes(source, shown_.top, width, least);
  own_.clear();
  if (!bySelf()) return;
  own_.reserve(laid_.boxes.size());
  // What is zoomed into, and its callers, are as strong as they would be by total time.
  const size_t zoomed = shown_.top == CallTree::kRoot ? 0 : laid_.callers + 1;
  for (size_t i = 0; i < laid_.boxes.size(); ++i) {
    const uint32_t node = laid_.boxes[i].node;
    const bool whole = node == CallTree::kRoot || i < zoomed;
    own_.push_back(
        whole ? 1.0f
              : static_cast<float>(static_cast<double>(tree.self(node)) / static_cast<double>(nodes[node].total)));
  }
}

bool FlameView::stale(const Shown& shown, float width, float least) const {
  return shown.tree != shown_.tree || shown.version != shown_.version || shown.top != shown_.top ||
         shown.byTime != shown_.byTime || shown.weight != shown_.weight || width != width_ || least != least_ ||
         shown.tree->nodes().size() < nodes_ || shown.tree->prunings() != prunings_;
}

FlameView::Answer FlameView::draw(Context& c, const Rect& area, const Shown& shown) {
  float least = 1 / c.scale;
  if (stale(shown, area.w, least)) {
    shown_ = shown;
    width_ = area.w;
    least_ = least;
    nodes_ = shown.tree->nodes().size();
    prunings_ = shown.tree->prunings();
    arrange(c.index(), c.names, area.w, least);
  }
  shown_ = shown;
  const Answer byKeys = shown.keys ? keys_.follow(c, laid_, shown_.version, shown_.upwards) : Answer();
  const FlameHit hit = drawFlameRows(c, area, laid_, shown_.upwards, least_, keys_.chosen(), keys_.moved(),
                                     [&](size_t index, const Rect& place, bool dimmed) {
                                       drawBox(c, laid_.boxes[index], own_.empty() ? 1 : own_[index], place, dimmed);
                                     });
  if (hit.box != nullptr) tip(c, hit);
  return flameAnswer(byKeys, hit, shown_.top);
}

bool FlameView::isThread(uint32_t node) const {
  return shown_.byThread && shown_.tree->nodes()[node].parent == CallTree::kRoot;
}

bool FlameView::isNotKnown(const ShownNames& names, uint32_t node) const {
  return !isThread(node) && names.text(shown_.tree->nodes()[node].name) == kNotKnown;
}

bool FlameView::isNoCall(const ShownNames& names, uint32_t node) const {
  return !isThread(node) && names.text(shown_.tree->nodes()[node].name) == kNoCallRecorded;
}

void FlameView::drawBox(Context& c, const FlameBox& box, float own, const Rect& place, bool dimmed) {
  if (box.node == CallTree::kRoot) {
    c.draw->AddRectFilled(place.min(), place.max(), c.theme.line);
    return;
  }
  NameId name = shown_.tree->nodes()[box.node].name;
  // Threads, and what is not known of calls, are no functions.
  const bool thread = isThread(box.node) || isNotKnown(c.names, box.node) || isNoCall(c.names, box.node);
  ImU32 colour = thread ? c.theme.line : c.names.colour(name);
  // By self time, a box is the fainter, the more of its time belongs to callees.
  bool faint = dimmed || own < 0.5f;
  if (dimmed || own < 1)
    colour = (colour & ~IM_COL32_A_MASK) | static_cast<ImU32>(dimmed ? 110 : 70 + 185 * own) << IM_COL32_A_SHIFT;
  c.draw->AddRectFilled(place.min(), place.max(), colour);
  const bool faded = !thread && !c.search.empty() && !c.names.matches(name);
  const ImU32 ink = faded ? c.theme.faint : faint || thread ? c.theme.text : c.theme.sliceText;
  drawFlameLabel(c, place, ink, [&](float room) {
    return fitName(c.fonts.words, kHintSize + 1, nodeText(c.index(), c.names, *shown_.tree, box.node, shown_.byThread),
                   room);
  });
}

void FlameView::tip(Context& c, const FlameHit& hit) const {
  const FlameBox& box = *hit.box;
  std::vector<TipLine> lines;
  if (box.node == CallTree::kRoot) {
    const bool zooms = box.caller != shown_.top;
    lines.push_back({weightText(c.clock(), shown_.weight, shown_.counter, box.narrow) + "   " +
                         percentText(box.narrow, shown_.whole),
                     c.fonts.mono, kMonoSize, c.theme.text});
    const std::string caller = box.caller == CallTree::kRoot
                                   ? std::string()
                                   : (shown_.inverted ? " that call " : " called by ") +
                                         nodeText(c.index(), c.names, *shown_.tree, box.caller, shown_.byThread);
    lines.push_back({"in functions" + caller +
                         (zooms ? ", too narrow to be drawn: click to zoom in" : ", each too narrow to be drawn"),
                     c.fonts.words, kWordSize, c.theme.dim});
  } else {
    const CallNode& node = shown_.tree->nodes()[box.node];
    auto weight = [&](const char* label, int64_t value, bool atMost) {
      lines.push_back({label + weightText(c.clock(), shown_.weight, shown_.counter, value, atMostIf(atMost)) + "   " +
                           percentText(value, shown_.whole),
                       c.fonts.mono, kMonoSize, c.theme.text});
    };
    lines.push_back({nodeText(c.index(), c.names, *shown_.tree, box.node, shown_.byThread), c.fonts.strong, kWordSize,
                     c.theme.text});
    std::string times = countText(node.count) + (node.count == 1 ? " call" : " calls");
    if (sampledBy(c.index().info(), shown_.counter) != nullptr)
      times = "at the end of " + countText(node.count) + (node.count == 1 ? " stack" : " stacks");
    else if (!shown_.counter.empty())
      times = "grew " + countText(node.count) + (node.count == 1 ? " time" : " times");
    if (shown_.states != StateWeight::None)
      times = "began " + countText(node.count) + (node.count == 1 ? " time" : " times");
    if (node.count > 0 && shown_.weight != CallWeight::Calls)
      lines.push_back({times, c.fonts.mono, kMonoSize, c.theme.text});
    const bool noneKnown = node.count > 0 && shown_.tree->open(box.node) == node.count;
    const bool drawn = noneKnown && shown_.weight != CallWeight::Calls;
    const bool self = shown_.inverted && shown_.weight == CallWeight::Self;
    weight(self ? "self  " : drawn ? "drawn for " : "total ", node.total, shown_.tree->longest(box.node).anyAtMost);
    if (noneKnown && shown_.weight != CallWeight::Calls && !shown_.inverted) {
      lines.push_back({"self  not known", c.fonts.mono, kMonoSize, c.theme.text});
    } else if (!shown_.inverted) {
      weight(shown_.weight == CallWeight::Calls ? "own   " : "self  ", shown_.tree->self(box.node),
             shown_.tree->ownLongest(box.node).anyAtMost);
    }
    if (isNotKnown(c.names, box.node))
      for (const char* line : {"Calls without an end, or during which records were lost, without what they called.",
                               "They are drawn for so long; how long they took is not known."})
        lines.push_back({line, c.fonts.words, kWordSize, c.theme.dim});
    if (isNoCall(c.names, box.node))
      lines.push_back({"Meanwhile, no call of the thread was recorded, and no stack when it left its CPU.",
                       c.fonts.words, kWordSize, c.theme.dim});
    if (const uint64_t open = shown_.tree->open(box.node); open > 0 && shown_.weight != CallWeight::Calls)
      lines.push_back({(open == node.count ? "how long " + std::string(open == 1 ? "it" : "they")
                                           : "how long " + countText(open) + " of them") +
                           " took is not known",
                       c.fonts.words, kWordSize, c.theme.dim});
    if (shown_.top != CallTree::kRoot && shown_.tree->nodes()[shown_.top].total > 0)
      lines.push_back({percentText(node.total, shown_.tree->nodes()[shown_.top].total) + " of what is zoomed into",
                       c.fonts.words, kHintSize, c.theme.dim});
  }
  drawFlameTip(c, lines, hit);
}

}  // namespace tp::ui
