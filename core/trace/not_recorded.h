// The name of slices on the tracks of CPUs and threads for time of which nothing is known; views draw these
// differently.
#pragma once

#include <string_view>

namespace tp {

inline constexpr std::string_view kNotRecordedSlice = "not recorded";

}  // namespace tp
