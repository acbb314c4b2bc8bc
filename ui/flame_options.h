// What a person has chosen of the flame graph.
#pragma once

#include <cstdint>
#include <vector>

namespace tp::ui {

struct FlameOptions {
  bool inverted = false;           // functions by self time, callers below them
  bool byTime = false;             // in the order of first calls, else the largest first
  std::vector<uint32_t> zoomed{};  // nodes zoomed into, the last one shown; of the tree that is shown
};

}  // namespace tp::ui
