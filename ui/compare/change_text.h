// Texts of changes from A to B.
#pragma once

#include <string>

#include "core/trace/time_text.h"
#include "core/trace/trace_info.h"

namespace tp::ui {

// "+1.5 ms", "−3 µs", "0 ns".
std::string changeText(Time change, const ClockInfo& clock);
// "+3", "−12", "0".
std::string countChangeText(int64_t change);
// "+12 %", "−3.4 %"; "from 0" if there was nothing before, empty if nothing has changed.
std::string grownText(int64_t from, int64_t to);

// The figures of a comparison.
struct ShownFigures {
  const ClockInfo& clock;
  bool divided = false;  // sums and counts are thousandths, for each second or call (FunctionComparison::per)

  std::string time(int64_t time, Bound bound = Bound::None) const;
  std::string change(int64_t change) const;
  std::string count(int64_t count) const;
  std::string countChange(int64_t change) const;
};

}  // namespace tp::ui
