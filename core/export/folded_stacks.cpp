#include "core/export/folded_stacks.h"

#include <algorithm>
#include <string>

namespace tp {
namespace {

int64_t valueOf(const CallNode& node, int64_t self, StackValue value, int64_t sampleTime) {
  if (value == StackValue::Calls) return static_cast<int64_t>(node.count);
  return value == StackValue::Total ? node.total / sampleTime : self;
}

}  // namespace

void foldStacks(const CallTree& tree, const CallScope& scope, StackValue value, const NodeNameOf& nameOf,
                const std::function<void(std::string_view line)>& put) {
  const std::vector<CallNode>& nodes = tree.nodes();
  CallChildren children = childrenOf(nodes);
  std::vector<int64_t> self = selfTimes(nodes, scope.sampleTime);
  struct Step {
    uint32_t node;
    size_t length;  // of the callers' part of the line
  };
  std::vector<Step> left;
  auto enter = [&](uint32_t node, size_t length) {
    for (size_t i = children.countOf(node); i-- > 0;) left.push_back({children.of(node)[i], length});
  };
  enter(CallTree::kRoot, 0);
  std::string stack, line;
  while (!left.empty()) {
    Step step = left.back();
    left.pop_back();
    const CallNode& node = nodes[step.node];
    stack.resize(step.length);
    if (step.length > 0) stack += ';';
    size_t at = stack.size();
    stack += nameOf(node.name, scope.byThread && node.parent == CallTree::kRoot);
    std::replace(stack.begin() + static_cast<ptrdiff_t>(at), stack.end(), '\n', ' ');
    if (int64_t number = valueOf(node, self[step.node], value, scope.sampleTime); number != 0) {
      line = stack;
      line += ' ';
      line += std::to_string(number);
      put(line);
    }
    enter(step.node, stack.size());
  }
}

}  // namespace tp
