// Writes a text as a cell of a CSV file.
#pragma once

#include <string>
#include <string_view>

namespace tp {

// Appends the text as appendVisible() does, in quotes if it needs them. A spreadsheet would calculate a text that
// begins with = + - or @, so it gets an apostrophe in front, unless all of it is a number.
void appendCsvText(std::string& out, std::string_view text);
// The same for columns that tabs separate: a tab in the text is spelled out, so nothing is quoted.
void appendTsvText(std::string& out, std::string_view text);

}  // namespace tp
