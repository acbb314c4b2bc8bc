// Values of a query's result for people.
#pragma once

#include <string>

#include "core/tables/table.h"
#include "core/trace/trace_info.h"
#include "ui/view/query_text.h"

namespace tp::ui {

// As a cell shows it: digits of numbers that are no ids are grouped, and there are at most three behind the point.
std::string cellText(const Cell& cell, ValueKind kind);
// What a cell does not show: the unit of a time, all digits of a fraction. Empty if there is nothing. `begin`: of the
// trace.
std::string cellTip(const Cell& cell, ValueKind kind, const ClockInfo& clock, Time begin);
// What is to be known of times if the clock does not count nanoseconds; else empty.
std::string clockNote(const ClockInfo& clock);

}  // namespace tp::ui
