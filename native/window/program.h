// Starts programs of the user's.
#pragma once

#include <string>
#include <vector>

namespace tp::native {

// Starts the words as a program that nobody waits for. Returns the errno of why not; 0: it has started.
int startProgram(const std::vector<std::string>& words);

}  // namespace tp::native
