// A text as a cell of a CSV file, for all that write such files.
#pragma once

#include <string>
#include <string_view>

namespace tp {

// Appends it as appendVisible() does, in quotes where it needs them. A spreadsheet calculates what begins with = + - or
// @: before that stands an apostrophe, unless all of it is a number.
void appendCsvText(std::string& out, std::string_view text);

}  // namespace tp
