// The layout of flame graphs.
#include "core/analysis/flame_boxes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tp {
namespace {

struct Node {
  uint32_t parent;
  int64_t weight, untold;
};

FlameBoxes laid(const std::vector<Node>& nodes, uint32_t top, float width) {
  FlameSource source;
  source.parent = [&](uint32_t node) { return nodes[node].parent; };
  source.weight = [&](uint32_t node) { return nodes[node].weight; };
  source.untold = [&](uint32_t node) { return nodes[node].untold; };
  source.children = [&](uint32_t node, std::vector<uint32_t>& out) {
    for (uint32_t i = node + 1; i < nodes.size(); ++i)
      if (nodes[i].parent == node) out.push_back(i);
  };
  return layFlameBoxes(source, top, width, 1);
}

std::string told(const FlameBoxes& laid) {
  std::string out;
  for (const FlameBox& box : laid.boxes)
    out += std::to_string(box.row) + ": " + std::to_string(box.node) + " at " + std::to_string(std::lround(box.x)) +
           "+" + std::to_string(std::lround(box.w)) + (box.node == 0 ? " of " + std::to_string(box.narrow) : "") + "\n";
  return out;
}

const std::vector<Node> kTree = {{0, 1000, 0}, {0, 600, 0}, {0, 400, 50}, {1, 500, 0},
                                 {2, 3, 0},    {2, 3, 0},   {2, 300, 0}};

TEST(FlameBoxes, ARowForEachLevel) {
  EXPECT_EQ(told(laid(kTree, 0, 100)),
            "0: 1 at 0+60\n0: 2 at 60+40\n1: 3 at 0+50\n1: 6 at 61+30\n1: 0 at 91+5 of 50\n");
}

TEST(FlameBoxes, WhatIsTooNarrowIsDrawnAsOne) {
  // Of 200 pixels, two callees with half a pixel each make one.
  EXPECT_EQ(told(laid(kTree, 0, 200)),
            "0: 1 at 0+120\n0: 2 at 120+80\n1: 3 at 0+100\n1: 0 at 120+1 of 6\n1: 6 at 121+60\n1: 0 at 181+10 of 50\n");
}

TEST(FlameBoxes, CallersOfWhatIsZoomedIntoTakeTheWidth) {
  const FlameBoxes zoomed = laid(kTree, 3, 100);
  EXPECT_EQ(told(zoomed), "0: 1 at 0+100\n1: 3 at 0+100\n");
  EXPECT_EQ(zoomed.callers, 1u);
  EXPECT_EQ(zoomed.rows.size(), 2u);
}

TEST(FlameBoxes, CalleesNeverReachBeyondTheirCaller) {
  EXPECT_EQ(told(laid({{0, 10, 0}, {0, 10, 0}, {1, 8, 0}, {1, 8, 0}, {1, 8, 7}}, 0, 100)),
            "0: 1 at 0+100\n1: 2 at 0+80\n1: 3 at 80+20\n");
}

TEST(FlameBoxes, NothingIsDrawnOfNothing) {
  EXPECT_EQ(told(laid({{0, 0, 0}}, 0, 100)), "");
  EXPECT_EQ(told(laid({{0, 0, 0}, {0, 0, 0}}, 0, 100)), "");
}

}  // namespace
}  // namespace tp
