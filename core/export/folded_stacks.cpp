#include "core/export/folded_stacks.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "core/text/visible_text.h"

namespace tp {

std::string foldedFrame(std::string_view name) {
  std::string frame = visibleText(name);
  // As tools that collapse the stacks of samplers do it.
  std::replace(frame.begin(), frame.end(), ';', ':');
  // What follows the last blank of a stack would be read as a second count, or dropped.
  size_t blank = frame.rfind(' ');
  if (blank != std::string::npos && frame.find_first_not_of("0123456789.", blank + 1) == std::string::npos)
    frame.replace(blank, 1, "\\x20");
  return frame;
}

void foldStacks(const CallTree& tree, bool byThread, StackValue value, const NodeNameOf& nameOf,
                const std::function<void(std::string_view line)>& put) {
  struct Step {
    uint32_t node;
    size_t length;  // of the callers' part of the line
  };
  std::vector<std::optional<std::string>> words;
  auto wordOf = [&](const CallNode& node) -> const std::string& {
    bool thread = byThread && node.parent == CallTree::kRoot;
    bool kept = !thread && node.name != kNoName;
    size_t slot = kept ? node.name + size_t{1} : 0;
    if (slot >= words.size()) words.resize(slot + 1);
    std::optional<std::string>& word = words[slot];
    if (!word || !kept) {
      word = foldedFrame(nameOf(node.name, thread));
    }
    return *word;
  };
  std::vector<Step> left;
  std::vector<uint32_t> callees;
  auto enter = [&](uint32_t node, size_t length) {
    callees.clear();
    tree.children(node, callees, [&](uint32_t callee) { return std::string(wordOf(tree.nodes()[callee])); });
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
    line += wordOf(node);
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
    // Callees within less than a sample have no sample.
    bool tooShort =
        value != StackValue::Calls && tree.sampleTime() > 1 && node.count > 0 && node.total < tree.sampleTime();
    if (node.child != CallTree::kRoot && !tooShort) enter(step.node, length);
  }
}

}  // namespace tp
