// Fuzzy matching of a few typed letters with a name: the letters must occur in their order. Letters at the beginnings
// of words and letters in a row score best.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tp::ui {

// Returns the score of the best match: larger is better, negative if there is none. Case and blanks in `typed` are
// ignored; only the first 128 bytes of each text count. `places`, if not null, receives the positions of the matched
// letters.
int fuzzyScore(std::string_view typed, std::string_view text, std::vector<size_t>* places = nullptr);

// Returns whether a part of the text is what was typed but for a letter that is wrong, missing or too many; but for two
// of these in eight letters or more. Of less than four letters, nothing is similar. The same bytes count.
bool isSimilar(std::string_view typed, std::string_view text);

}  // namespace tp::ui
