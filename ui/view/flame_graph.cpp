#include "ui/view/flame_graph.h"

#include <algorithm>

#include "core/export/folded_stacks.h"
#include "ui/base/time_text.h"
#include "ui/view/calls.h"
#include "ui/view/context.h"
#include "ui/view/sampled_weight.h"

namespace tp::ui {
namespace {

// Returns whether every node with callees has a count or a total. Threads have none, because they were never called,
// nor have calls that were cut, if the trace's own tool does not count these. Their callees need room nevertheless:
// then ShapedCalls sums up the tree.
bool summed(const CallTree& tree) {
  for (const CallNode& node : tree.nodes())
    if (node.count == 0 && node.total == 0 && node.child != CallTree::kRoot && &node != &tree.nodes().front())
      return false;
  return true;
}

// The weight of all stacks of a tree, which need not be summed().
int64_t ownOf(const CallTree& tree) {
  int64_t sum = 0;
  for (uint32_t i = 1; i < tree.nodes().size(); ++i) sum = plus(sum, tree.self(i));
  return sum;
}

// The node of a path, or the last node of the path that exists.
uint32_t nodeAt(const CallTree& tree, const std::vector<NameId>& path) {
  uint32_t at = CallTree::kRoot;
  for (NameId name : path) {
    const uint32_t next = tree.find(at, name);
    if (next == CallTree::kNone) break;
    at = next;
  }
  return at;
}

int64_t untoldBelow(const CallTree& tree, uint32_t top) {
  if (tree.complete()) return 0;
  std::vector<uint8_t> below(tree.nodes().size(), 0);
  below[top] = 1;
  int64_t sum = tree.untold(top);
  for (uint32_t i = top + 1; i < tree.nodes().size(); ++i) {
    if (below[tree.nodes()[i].parent] == 0) continue;
    below[i] = 1;
    sum = plus(sum, tree.untold(i));
  }
  return sum;
}

// The shape that the workers count by. Unshaped stacks are the same by total and by self time.
CallShape countedAs(CallShape shape) {
  if (shape.plain()) shape.weight = CallWeight::Total;
  return shape;
}

}  // namespace

void FlameGraph::update(Context& c, const CallScope& scope) {
  StackQuery query;
  query.scope = scope;
  query.shape.byThread = scope.byThread;
  const CallShape shape = c.flame.shape(scope.byThread);
  std::shared_ptr<const StacksQuestion> answer = answers_.want(c.session, query, true);
  const bool other = !(shape == shape_) || counter_ != scope.counter || states_ != scope.states;
  if (answer) base_ = answer;
  // Inverted, few stacks may become too many.
  const bool many = shaped_ && shaped_->done() && shaped_->tree().leftOut() > 0;
  if (many && answer == shown_ && !other) tooMany_ = {answer, shape};
  if (answer && (!answer->complete() || (tooMany_.first == answer && tooMany_.second == shape))) {
    query.shape = countedAs(shape);
    query.root = rootFor(c, query);
    if (!(query == base_->query())) answer = answers_.want(c.session, query, false);
  }
  current_ = answer != nullptr;
  if (answer && (answer != shown_ || other)) {
    if (other || !shown_ || !(shown_->query().scope == scope)) c.flame.zoomed.clear();
    shape_ = shape;
    counter_ = scope.counter;
    states_ = scope.states;
    show(c, std::move(answer));
  }
  if (shaped_) {
    buildOn(c, [this] { return shaped_->step(256); });
    tree_ = &shaped_->tree();
  }
  if (tree_ != nullptr) measure(c);
}

// The answer for a stack that was zoomed into before, and contains this one, is good enough as long as all stacks are
// told apart here.
std::vector<NameId> FlameGraph::rootFor(const WindowState& c, const StackQuery& query) const {
  if (c.flame.zoomed.empty()) return {};
  const std::vector<NameId>& path = c.flame.zoomed.back();
  if (!shown_) return path;
  // With another scope or shape, the stack that was zoomed into may not exist.
  if (!(shown_->query().scope == query.scope) || !(shown_->query().shape == query.shape)) return {};
  const std::vector<NameId>& root = shown_->query().root;
  const bool within = root.size() <= path.size() && std::equal(root.begin(), root.end(), path.begin());
  const bool told = path == zoomed_ && topOf_ == version() && untold_ == 0;
  return within && told ? root : path;
}

void FlameGraph::show(Canvas& c, std::shared_ptr<const StacksQuestion> answer) {
  shown_ = std::move(answer);
  uncertain_ = shown_->sums().states;
  const CallTree& from = shown_->tree();
  const bool ready = shown_->query().shape == countedAs(shape_) && (!shape_.plain() || summed(from));
  shaped_ = ready ? nullptr : std::make_unique<ShapedCalls>(from, shape_, ShapedCalls::kMaxNodes);
  tree_ = &from;
  measured_ = false;
  ++treesMade_;
  c.moreToCome = true;
}

void FlameGraph::measure(Context& c) {
  if (topOf_ != version() || (c.flame.zoomed.empty() ? !zoomed_.empty() : zoomed_ != c.flame.zoomed.back())) {
    zoomed_ = c.flame.zoomed.empty() ? std::vector<NameId>() : c.flame.zoomed.back();
    topOf_ = version();
    top_ = nodeAt(*tree_, zoomed_);
    untold_ = untoldBelow(*tree_, top_);
    c.moreToCome = true;
  }
  if (shaped_ && !shaped_->upright()) return;
  const bool counted = shown_->complete();
  // For stacks that the workers have inverted, take the original ones.
  const CallTree& upright = counted || shape_.plain() ? (shaped_ ? shaped_->uprightTree() : *tree_) : base_->tree();
  if (!measured_) {
    whole_ = counted ? wholeOf(upright) : shown_->sums().whole;
    all_ = shape_.focus == kNoName ? 0 : counted ? ownOf(shown_->tree()) : shown_->sums().all;
  }
  if (measured_ && search_ == c.search) return;
  measured_ = true;
  search_ = c.search;
  found_ = {};
  const CallWeight weight = counted || shape_.weight != CallWeight::Calls ? shape_.weight : CallWeight::Total;
  if (!search_.empty())
    found_ = findCalls(upright, weight, shape_.byThread, [&](NameId name) { return c.names.matches(name); });
}

uint32_t FlameGraph::top() const {
  return topOf_ == version() ? top_ : CallTree::kRoot;
}

// The count of trees goes on: a layout of an earlier tree must not be taken for one of a later tree.
void FlameGraph::forget() {
  const uint32_t made = treesMade_;
  *this = {};
  treesMade_ = made;
}

// The tree grows while it is built. Laying it out takes time, so the version changes only at each sixteenth of the
// progress.
uint64_t FlameGraph::version() const {
  uint64_t part = !shaped_ || shaped_->done() ? 32 : static_cast<uint64_t>(16 * shaped_->progress()) + 1;
  return static_cast<uint64_t>(treesMade_) << 32 | part;
}

std::vector<std::string> FlameGraph::folded(const Context& c, bool totals) const {
  std::vector<std::string> lines;
  if (!current()) return lines;
  std::string thread;
  auto nameOf = [&](NameId name, bool isThread) -> std::string_view {
    if (!isThread) return c.index().names().told(name, true);
    const Track& track = c.index().tracks()[threadOf(name)];
    thread = track.name;
    if (track.key.tid >= 0) thread += '-' + std::to_string(track.key.tid);
    return thread;
  };
  totals = totals || (shape_.inverted && shape_.weight == CallWeight::Total);
  StackValue value = totals ? StackValue::Total : StackValue::Self;
  foldStacks(*tree_, shape_.byThread, value, nameOf, [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

std::string weightText(const ClockInfo& clock, CallWeight weight, const std::string& counter, int64_t value,
                       Bound bound) {
  std::string count = countText(static_cast<uint64_t>(std::max<int64_t>(0, value)));
  if (weight == CallWeight::Calls) return count + (value == 1 ? " call" : " calls");
  if (counter.empty()) return durationText(value, clock, bound);
  return gainText(counter, value);
}

std::string nodeText(const TraceIndex& index, const ShownNames& names, const CallTree& tree, uint32_t node,
                     bool byThread) {
  const CallNode& at = tree.nodes()[node];
  if (!byThread || at.parent != CallTree::kRoot) return std::string(names.text(at.name));
  if (at.name >= index.tracks().size()) return {};
  const Track& track = index.tracks()[threadOf(at.name)];
  return track.detail.empty() ? track.name : track.name + " " + track.detail;
}

std::vector<NameId> pathOf(const CallTree& tree, uint32_t node) {
  std::vector<NameId> path;
  for (uint32_t at = node; at != CallTree::kRoot; at = tree.nodes()[at].parent) path.push_back(tree.nodes()[at].name);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace tp::ui
