// How well a few typed letters fit a name: the letters in their order, anywhere, best at the beginnings of words and
// one after another.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tp::ui {

// Larger is better; < 0: it does not fit. Blanks in `typed` count as nothing, and neither does the case.
// `places`: where the letters were found, if wanted.
int fuzzyScore(std::string_view typed, std::string_view text, std::vector<size_t>* places = nullptr);

}  // namespace tp::ui
