// What a person has chosen of the flame graph.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/names.h"

namespace tp::ui {

struct FlameOptions {
  bool inverted = false;           // functions by self time, callers below them
  bool byTime = false;             // in the order of first calls, else the largest first
  NameId zoomTo = kNoName;         // to be zoomed into when the calls are there
  std::vector<uint32_t> zoomed{};  // nodes zoomed into, the last one shown; of the tree that is shown
};

}  // namespace tp::ui
