// Joined traces that share no time lie as slivers far from each other: a strip below the header says so, and offers to
// lay their beginnings on each other.
#pragma once

#include <cstdint>
#include <string>

#include "ui/view/context.h"

namespace tp::ui {

// What was found out of the joined traces, and what the person has said.
struct ToldApart {
  uint64_t opening = 0;   // Session::opening() of which this is said
  bool apart = false;     // one of them shares no time with any other
  bool left = false;      // the person wants to hear no more
  std::string name = {};  // of what is open
};

// At the top of what is below the header; how high it is, 0 where there is nothing to say.
float drawApart(Context& c, float top, float width);

// Opens the traces anew, all of them shifted to begin where the first one does; false where they do, or can't be.
bool alignBeginnings(Context& c);

}  // namespace tp::ui
