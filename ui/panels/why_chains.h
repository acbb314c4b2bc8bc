// The critical path as a flame graph of wakeup chains: a thread, who held it up below it, who held that one up below
// that, and what each did. Where stacks were recorded, those with which a thread left its CPU, and those with which
// another one woke it, lie between.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ui/panels/why_chain_menu.h"
#include "ui/view/context.h"
#include "ui/view/panel_table.h"
#include "ui/view/why_answer.h"

namespace tp::ui {

// The boxes of the chains of one answer, in one width. Those that are narrower than a pixel are left out.
class WhyChains {
 public:
  // A click leads to the longest part of what a box stands for; a right click opens the box's menu.
  void draw(Context& c, const Rect& area);

 private:
  struct Box {
    float x = 0, w = 0;
    uint32_t row = 0;
    uint32_t chain = 0;         // position in WakeChains::chains
    uint32_t part = kOfThread;  // and in WakeChains::parts, of a box of what the thread did
    // Not kNoName: the box is a frame of the stack with which a thread left its CPU: that of `part` or, without one,
    // that which `chain` woke; or, if it `wakes`, with which that of `chain` woke it. If there are several, of the
    // longest.
    NameId frame = kNoName;
    bool wakes = false;
    Time time = 0;
  };
  static constexpr uint32_t kOfThread = ~uint32_t{0};

  void arrange(const WaitGraph& graph, const WakeChains& chains, float width, float least);
  void drawBox(Context& c, const WakeChains& chains, const Box& box, const Rect& place);
  ChainBox menuOf(Context& c, const Box& box, std::optional<uint32_t> longest) const;
  void explain(Context& c, const WakeChains& chains, const Box& box);

  uint64_t made_ = 0;  // WhyAnswer::made() of the boxes
  float width_ = 0, least_ = 0;
  std::vector<Box> boxes_;  // row by row
  uint32_t rows_ = 0;
};

// A row for each chain, the first ones of the answer.
PanelTable whyChainsTable(Context& c, Time whole);

}  // namespace tp::ui
