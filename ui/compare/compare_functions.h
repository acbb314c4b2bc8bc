// The functions of A and B in the panel Compare: where the difference of their self times comes from.
#pragma once

#include <vector>

#include "ui/compare/compare_table.h"
#include "ui/view/compared.h"
#include "ui/view/panel_table.h"

namespace tp::ui {

// Returns the rows of the table. What they refer to must outlive them: `c` and `found`, the comparison that
// `answer`.functions() has returned.
CompareRows functionRows(Context& c, const FunctionComparison& found);

// "self time 12.3 ms → 15.1 ms, +2.8 ms (+22 %): +1.1 ms by how many calls, +1.7 ms by how long they took; 12 functions
// differ, 30 do not".
std::string functionsSentence(const Context& c, const FunctionComparison& found);
// "records lost at 3 places"; empty: none was.
std::string lossesText(const ComparedSide& side);
// What is in no sum, or is uncertain, but for what was lost, of a side, 0 or 1; empty: nothing.
std::string functionsDoubt(const Context& c, const FunctionComparison& found, size_t side);

PanelTable functionChanges(Context& c, const FunctionComparison& found);

}  // namespace tp::ui
