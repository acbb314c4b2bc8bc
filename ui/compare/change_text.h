// Texts of changes from A to B.
#pragma once

#include <string>

#include "core/export/compare_times_parts.h"
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
  // A time of what may be in doubt, behind its sign; neither ToldTime::None nor Unknown.
  std::string told(ToldTime told, int64_t time) const;
  std::string count(int64_t count) const;
  std::string countChange(int64_t change) const;
};

// What a change of a sum is made of, in sums: "by 126 more calls: +8.12 s; by shorter calls: −8.35 s". `one`: what is
// counted, of which the plural ends in s; empty: it has no name. If as many are there as before, only the second part.
std::string partsText(const ShownFigures& shown, int64_t countChange, int64_t byCount, int64_t byEach,
                      const std::string& one);

}  // namespace tp::ui
