// What is to be said of waits where several traces are joined: which of them tell no states of threads, and how far the
// calls of a program fit the waits of a kernel's threads.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/waits/wait_words.h"

namespace tp {

// Returns sentences for users; none if there is nothing to be said.
std::vector<std::string> joinedNotes(const WaitContext& context);

}  // namespace tp
