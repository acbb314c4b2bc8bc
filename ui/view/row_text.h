// A row of a query's result for people.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/session/sql/sql_result.h"
#include "core/trace/trace_info.h"

namespace tp::ui {

// Returns a label and a text for each column; of many columns, the first ones and how many there are besides.
std::vector<std::pair<std::string, std::string>> rowTexts(const ClockInfo& clock, const SqlResult& result, size_t row);

}  // namespace tp::ui
