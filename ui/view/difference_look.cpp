#include "ui/view/difference_look.h"

#include <algorithm>

namespace tp::ui {
namespace {

constexpr std::string_view widthWord(DifferenceWidth width) {
  return kDifferenceWidths[static_cast<size_t>(width)];
}

constexpr DifferenceChoice kChoices[] = {
    {widthWord(DifferenceWidth::B), "Width of B", 0, [](DifferenceLook& look) { look.width = DifferenceWidth::B; }},
    {widthWord(DifferenceWidth::A), "Width of A", 0, [](DifferenceLook& look) { look.width = DifferenceWidth::A; }},
    {widthWord(DifferenceWidth::Larger), "The larger", 0,
     [](DifferenceLook& look) { look.width = DifferenceWidth::Larger; }},
    {"self", "Self time", 1, [](DifferenceLook& look) { look.colour.total = false; }},
    {"total", "Total time", 1, [](DifferenceLook& look) { look.colour.total = true; }},
    {"change", "By change", 2, [](DifferenceLook& look) { look.colour.proportional = false; }},
    {"proportional", "In proportion", 2, [](DifferenceLook& look) { look.colour.proportional = true; }},
};

}  // namespace

std::span<const DifferenceChoice> differenceChoices() {
  return kChoices;
}

bool isChosen(const DifferenceLook& look, const DifferenceChoice& choice) {
  DifferenceLook chosen = look;
  choice.choose(chosen);
  return chosen == look;
}

bool chooseDifference(DifferenceLook& look, std::string_view word) {
  for (const DifferenceChoice& choice : kChoices)
    if (choice.word == word) return choice.choose(look), true;
  return false;
}

std::string differenceWords(const DifferenceLook& look) {
  std::string words;
  for (const DifferenceChoice& choice : kChoices)
    if (isChosen(look, choice) && !isChosen({}, choice)) (words += words.empty() ? "" : " ") += choice.word;
  return words;
}

DifferenceLook differenceLook(std::string_view words) {
  DifferenceLook look;
  while (!words.empty()) {
    const size_t end = std::min(words.find(' '), words.size());
    chooseDifference(look, words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return look;
}

}  // namespace tp::ui
