// Lays out a tree of stacks as a flame graph: a row for each level, boxes as wide as their share of the weight. There
// are no more boxes than fit beside each other, however large the tree is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace tp {

// What is laid out. Nodes are numbers; 0 is the root, which has no box.
struct FlameSource {
  std::function<uint32_t(uint32_t node)> parent;
  // Appends the nodes called by a node, in the order in which they are drawn.
  std::function<void(uint32_t node, std::vector<uint32_t>& out)> children;
  std::function<int64_t(uint32_t node)> weight;  // of the root: that of all stacks
  std::function<int64_t(uint32_t node)> untold;  // the part of it that belongs to callees without nodes
};

struct FlameBox {
  float x = 0;  // in pixels from the left
  float w = 0;
  uint32_t node = 0;  // 0: stacks that are too narrow to be drawn or not told apart, in sum
  uint32_t row = 0;
  uint32_t caller = 0;
  int64_t narrow = 0;  // weight of a box for node 0
};

struct FlameBoxes {
  std::vector<FlameBox> boxes;                  // row by row
  std::vector<std::pair<size_t, size_t>> rows;  // by row: the first of its boxes, and the one behind its last
  size_t callers = 0;                           // number of rows above the node that is zoomed into
  double perUnit = 0;                           // pixels for a unit of weight; 0 if there is nothing to draw
};

// `top`: the node that fills the width, its callers drawn before it; 0: all stacks share the width. `width` and `least`
// in pixels: boxes that are narrower than `least` are drawn as one with those beside them.
FlameBoxes layFlameBoxes(const FlameSource& source, uint32_t top, float width, float least);

}  // namespace tp
