// Sets of arguments by number: arg_set_id of the tables.
#pragma once

#include <cstdint>

namespace tp {

// The set of a row of the table of events has the number of the row, which is less than this. That of a thing that is
// drawn has its id and so much more.
inline constexpr int64_t kDrawnArgSets = int64_t{1} << 40;

}  // namespace tp
