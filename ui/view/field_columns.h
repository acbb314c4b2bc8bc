// Columns of the event table for fields that the trace's own format names: chosen for each format, and kept.
#pragma once

#include <string>
#include <vector>

#include "ui/view/context.h"

namespace tp::ui {

inline constexpr size_t kMaxFieldColumns = 12;

// Of the format of the open trace, in their order.
const std::vector<std::string>& fieldColumns(const Context& c);
bool isFieldColumn(const Context& c, const std::string& field);
// Adds it behind the others, or takes it away; false where there is no room, or nothing to take.
bool setFieldColumn(Context& c, const std::string& field, bool on);

// What the row has there; empty where it has no such field.
std::string fieldText(const TableRow& row, const std::string& field);

// Of the rows on the screen, in the order of their names.
std::vector<std::string> fieldsInView(Context& c);
// Items of a menu, one a field.
void drawFieldItems(Context& c);

}  // namespace tp::ui
