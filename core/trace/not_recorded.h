// Slices on the tracks of CPUs and threads that stand for time of which nothing is known: a view draws them as that.
#pragma once

#include <string_view>

namespace tp {

inline constexpr std::string_view kNotRecordedSlice = "not recorded";

}  // namespace tp
