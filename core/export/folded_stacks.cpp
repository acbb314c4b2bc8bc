#include "core/export/folded_stacks.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace tp {

void foldStacks(const CallTree& tree, bool byThread, StackValue value, const NodeNameOf& nameOf,
                const std::function<void(std::string_view line)>& put) {
  struct Step {
    uint32_t node;
    size_t length;  // of the callers' part of the line
  };
  std::vector<Step> left;
  std::vector<uint32_t> callees;
  auto enter = [&](uint32_t node, size_t length) {
    callees.clear();
    tree.children(node, callees);
    for (size_t i = callees.size(); i-- > 0;) left.push_back({callees[i], length});
  };
  enter(CallTree::kRoot, 0);
  std::string line;
  while (!left.empty()) {
    Step step = left.back();
    left.pop_back();
    const CallNode& node = tree.nodes()[step.node];
    line.resize(step.length);
    if (step.length > 0) line += ';';
    size_t at = line.size();
    line += nameOf(node.name, byThread && node.parent == CallTree::kRoot);
    std::replace(line.begin() + static_cast<ptrdiff_t>(at), line.end(), '\n', ' ');
    size_t length = line.size();
    int64_t number = value == StackValue::Calls   ? static_cast<int64_t>(node.count)
                     : value == StackValue::Total ? node.total / tree.sampleTime()
                                                  : tree.self(step.node);
    if (number != 0) {
      char digits[24];
      digits[0] = ' ';
      char* end = std::to_chars(digits + 1, digits + sizeof digits, number).ptr;
      line.append(digits, end);
      put(line);
    }
    if (node.child != CallTree::kRoot) enter(step.node, length);
  }
}

}  // namespace tp
