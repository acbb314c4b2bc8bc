// How the differential flame graph is drawn, and the words by which actions and links choose it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/analysis/compare/difference_boxes.h"

namespace tp::ui {

struct DifferenceLook {
  DifferenceWidth width = kUsualWidth;
  DifferenceColour colour;

  bool operator==(const DifferenceLook&) const = default;
};

// One choice of several that exclude each other, which are those of its group.
struct DifferenceChoice {
  std::string_view word;
  const char* label;
  int group;
  void (*choose)(DifferenceLook&);
};
// By group.
std::span<const DifferenceChoice> differenceChoices();

bool isChosen(const DifferenceLook& look, const DifferenceChoice& choice);
// Returns false if there is no such word.
bool chooseDifference(DifferenceLook& look, std::string_view word);

// The words of what is not as at first, separated by spaces. Unknown words are ignored.
std::string differenceWords(const DifferenceLook& look);
DifferenceLook differenceLook(std::string_view words);

}  // namespace tp::ui
