// The table of the columns of the other tables, so that whoever asks can ask what there is.
#pragma once

#include <memory>
#include <vector>

#include "core/tables/table.h"

namespace tp {

// Has a row for each column of `tables`, in their order, and for each of its own. The tables must outlive it.
std::unique_ptr<Table> makeColumnTable(const std::vector<std::unique_ptr<Table>>& tables);

}  // namespace tp
