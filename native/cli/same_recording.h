// Finds recordings that are given several times: what is computed from how recordings differ means nothing of them.
#pragma once

#include <string>
#include <vector>

namespace tp::cli {

// Returns whether both are the same file or folder, or copies (sameFiles()). Links are followed. What can't be read is
// no copy of anything, nor is standard input, "-".
bool sameRecording(const std::string& a, const std::string& b);

// A message for each recording that is the same as an earlier one in the list, with both paths.
std::vector<std::string> copiesAmong(const std::vector<std::string>& paths);

}  // namespace tp::cli
