// The views beside the tables: what people ask for often, as plain SQL over the tables.
#pragma once

#include <span>
#include <string_view>

namespace tp {

struct SqlView {
  std::string_view name;
  std::string_view about;  // for the reference
  std::string_view select;
};

std::span<const SqlView> sqlViews();

}  // namespace tp
