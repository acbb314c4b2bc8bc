// Where a function, a slice or a figure leads: to its calls, its statistics, its callers and callees.
#pragma once

#include <optional>
#include <string>

#include "core/analysis/slice_query.h"
#include "ui/view/context.h"

namespace tp::ui {

// Opens the drawer on a tab.
void openTab(Context& c, Tab tab);

// Lists slices in the panel of slices.
void listSlices(Context& c, SliceListing listing);
// Lists the records that a filter finds.
void listRecords(Context& c, std::string filter);

// The class of a track's calls, as CallProfiles::classOf() has it; CallProfiles::kClasses if slices of this name on
// the track are no calls.
size_t callClass(const TraceIndex& index, ShownNames& names, NameId name, TrackId track);
// What lists all calls of a function on tracks of a class, within the marked range if there is one.
SliceListing callsOf(const TraceIndex& index, NameId function, size_t trackClass);
// Lists them.
void listCallsOf(Context& c, NameId function, size_t trackClass);
// The class of the calls that the table of functions counts on some tracks (empty: all): those of CPUs only if threads
// have none.
size_t countedClass(const TraceIndex& index, const std::vector<TrackId>& on = {});
// The expression for all records of a name; empty if it can't be written.
std::string sameName(std::string_view name);
// The field whose value is selected on the track of a plot; nullopt if the selection is no such value.
std::optional<Description::Field> plottedField(const WindowState& c);
// The expression for records of the selection's name with the value that a field of it has; empty if there is none.
std::string filterFor(const WindowState& c, const TraceIndex& index, const Description::Field& field);

// Call when something has been selected. An open drawer stays on its panel, whose head tells the selection; a closed
// one will open with the selection's details.
void keepPanel(WindowState& c);

// Shows the function in the table of functions, or its callers and callees.
void showStatistics(Context& c, NameId function);
void showSandwich(Context& c, NameId function);

// Keeps the end of a name, which tells functions of one library apart.
std::string shortName(const std::string& name);
// As shortName(), for a function: the list of its parameters is left out first.
std::string shortFunction(const std::string& name);

}  // namespace tp::ui
