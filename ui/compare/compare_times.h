// The latencies and the waits of A and B in the panel Compare.
#pragma once

#include <string>

#include "ui/compare/compare_durations.h"
#include "ui/compare/compare_table.h"
#include "ui/view/compared.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

// Returns the comparison of latencies, or of waits, whichever is chosen; null as ComparedTimes has it.
const TimedComparison* timesOf(Context& c, const CompareAnswer::Scopes& scopes, bool quiet);

// As those of compare_functions.h; `found` is what CompareView::times has returned.
CompareRows timesRows(Context& c, const TimedComparison& found);
std::string timesSentence(const Context& c, const TimedComparison& found);
// What is in no sum, what is not exact, and what is not compared; empty: nothing. `besideGaps`: ComparedSide::gaps are
// told, too, which have the wakeups that are upper bounds.
std::string timesDoubt(const TimedComparison& found, bool besideGaps);
PanelTable timesChanges(Context& c, const TimedComparison& found);

// Draws the menu of a row while it is open. Call once in each frame, in the same ImGui window.
void drawTimesMenu(Context& c, const TimedComparison& found);

// Returns the durations of a row; none of a comparison that does not count them.
BothDurations timesDurations(Context& c, const TimedChange& one, const std::string& name);

}  // namespace tp::ui
