#include "ui/flame_graph.h"

#include <algorithm>

#include "core/analysis/counter_growth.h"
#include "core/export/folded_stacks.h"
#include "ui/calls.h"
#include "ui/context.h"
#include "ui/time_text.h"

namespace tp::ui {
namespace {

// Threads were never called, and calls that something else cut off do not count where the trace's own tool does not
// count them: what they called is there all the same, and has to have room below them.
bool summed(const CallTree& tree) {
  for (const CallNode& node : tree.nodes())
    if (node.count == 0 && node.total == 0 && node.child != CallTree::kRoot && &node != &tree.nodes().front())
      return false;
  return true;
}

// The time of all stacks, of a tree that need not be summed().
int64_t ownOf(const CallTree& tree) {
  int64_t sum = 0;
  for (uint32_t i = 1; i < tree.nodes().size(); ++i) sum = plus(sum, tree.self(i));
  return sum;
}

}  // namespace

void FlameGraph::update(Context& c, const Calls& calls) {
  CallShape shape = c.flame.shape(calls.scope.byThread);
  if (tree_ == nullptr || calls_ != calls.id || !(shape == shape_) || counter_ != c.flame.counter) {
    calls_ = calls.id;
    shape_ = shape;
    counter_ = c.flame.counter;
    const CallTree& from = counter_.empty() ? calls.profile.tree : calls.profile.growth;
    shaped_ =
        shape.plain() && summed(from) ? nullptr : std::make_unique<ShapedCalls>(from, shape, ShapedCalls::kMostNodes);
    tree_ = &from;
    all_ = shape.focus == kNoName ? 0 : ownOf(from);
    leftOut_ = from.leftOut();
    measured_ = false;
    ++made_;
    c.flame.zoomed.clear();
  }
  if (shaped_) {
    buildOn(c, [this] { return shaped_->step(256); });
    tree_ = &shaped_->tree();
  }
  if (shaped_ && !shaped_->upright()) return;
  const CallTree& upright = shaped_ ? shaped_->uprightTree() : *tree_;
  if (!measured_) whole_ = wholeOf(upright);
  if (shaped_ && shape_.inverted) leftOut_ = upright.leftOut() + tree_->leftOut();
  if (measured_ && search_ == c.search) return;
  measured_ = true;
  search_ = c.search;
  found_ = {};
  if (!search_.empty())
    found_ = findCalls(upright, shape_.weight, shape_.byThread, [&](NameId name) { return c.matches(name); });
}

// Numbers of trees go on: what was laid out of one before is not of this.
void FlameGraph::forget() {
  const uint32_t made = made_;
  *this = {};
  made_ = made;
}

bool FlameGraph::current(const Context& c) const {
  const Calls* calls = c.session.calls();
  return tree_ != nullptr && calls != nullptr && calls->id == calls_;
}

// The tree grows while it is built; it is laid out now and then, as that takes time as well.
uint64_t FlameGraph::version() const {
  uint64_t part = !shaped_ || shaped_->done() ? 32 : static_cast<uint64_t>(16 * shaped_->progress()) + 1;
  return static_cast<uint64_t>(made_) << 32 | part;
}

std::vector<std::string> FlameGraph::folded(const Context& c) const {
  std::vector<std::string> lines;
  if (!current(c)) return lines;
  std::string thread;
  auto nameOf = [&](NameId name, bool isThread) -> std::string_view {
    if (!isThread) return c.index().names().view(name);
    const Track& track = c.index().tracks()[name];
    thread = track.name;
    if (track.key.tid >= 0) thread += '-' + std::to_string(track.key.tid);
    return thread;
  };
  StackValue value = shape_.inverted && shape_.weight == CallWeight::Total ? StackValue::Total : StackValue::Self;
  foldStacks(*tree_, shape_.byThread, value, nameOf, [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

std::string weightText(const Context& c, CallWeight weight, const std::string& counter, int64_t value) {
  std::string count = countText(static_cast<uint64_t>(std::max<int64_t>(0, value)));
  if (weight == CallWeight::Calls) return count + (value == 1 ? " call" : " calls");
  if (counter.empty()) return durationText(value, c.clock());
  std::string_view unit = unitOf(counter);
  return unit.empty() ? count : count + " " + std::string(unit);
}

std::string nodeText(const Context& c, const CallTree& tree, uint32_t node, bool byThread) {
  const CallNode& at = tree.nodes()[node];
  if (!byThread || at.parent != CallTree::kRoot) return std::string(c.index().names().view(at.name));
  if (at.name >= c.index().tracks().size()) return {};
  const Track& track = c.index().tracks()[at.name];
  return track.detail.empty() ? track.name : track.name + " " + track.detail;
}

}  // namespace tp::ui
