// Finds what somebody may have meant by a name that does not exist.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tp {

// Returns the names that are nearest to `word`, at most three, the nearest first: those that are alike but for a few
// characters, and those of functions whose scope or arguments are left out in `word`.
std::vector<std::string> nearestNames(std::string_view word, std::span<const std::string> names);

// Returns "; did you mean NAME or NAME?", or an empty text if no name is near.
std::string meantNames(std::string_view word, std::span<const std::string> names);

}  // namespace tp
