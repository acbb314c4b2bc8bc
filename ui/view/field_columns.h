// Columns of the event table for fields of records. They are chosen for each format, and saved in the settings.
#pragma once

#include <string>
#include <vector>

#include "ui/view/context.h"

namespace tp::ui {

inline constexpr size_t kMaxFieldColumns = 12;

// The fields that have columns for the format of the open trace, in the order of the columns.
const std::vector<std::string>& fieldColumns(const WindowState& c, const TraceIndex& index);
bool isFieldColumn(const WindowState& c, const TraceIndex& index, const std::string& field);
// Adds a column after the others, or removes it. Returns false if nothing changes: because it is there already (or not
// there), its name is empty or longer than 64 bytes, or there are kMaxFieldColumns.
bool setFieldColumn(Context& c, const std::string& field, bool on);

// The value of the field in a row; empty if it has no such field.
std::string fieldText(const TableRow& row, const std::string& field);

// The names of the fields that the rows on the screen have, sorted.
std::vector<std::string> fieldsInView(WindowState& c);
// Draws a menu item for each of these fields, and for each that has a column: it adds or removes the column.
void drawFieldItems(Context& c);

}  // namespace tp::ui
