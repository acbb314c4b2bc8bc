// Names in the text of a query.
#pragma once

#include <string>
#include <string_view>

#include "core/text/sql_words.h"

namespace tp {

// The name in quotes, so that it may be any text.
std::string quotedName(std::string_view name);
// The name as it is meant: without quotes.
std::string plainName(const SqlWord& word);

}  // namespace tp
