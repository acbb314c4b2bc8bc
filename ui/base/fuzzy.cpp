#include "ui/base/fuzzy.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "ui/base/folded.h"

namespace tp::ui {
namespace {

constexpr int kNone = -1000000;
constexpr int kLetter = 1;
constexpr int kNext = 10;  // right behind the letter before
constexpr int kStart = 8;  // at the beginning of a word
constexpr int kGap = 1;    // for each skipped letter, up to kMaxGap
constexpr int kMaxGap = 4;
constexpr size_t kLongest = 128;

bool startsWord(std::string_view text, size_t at) {
  return at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
}

}  // namespace

// Finds the best of all matches: best[i][j] is the best score of the letters 0 to i if letter i is matched at position
// j.
int fuzzyScore(std::string_view typed, std::string_view text, std::vector<size_t>* places) {
  std::string_view searched = text.substr(0, kLongest);
  std::vector<char> letters;
  for (char c : typed.substr(0, kLongest))
    if (c != ' ') letters.push_back(folded(c));
  if (places != nullptr) places->clear();
  if (letters.empty()) return 0;
  size_t width = searched.size();
  if (letters.size() > width) return -1;
  std::vector<int> best(letters.size() * width, kNone);
  std::vector<size_t> from(letters.size() * width, 0);
  for (size_t i = 0; i < letters.size(); ++i) {
    for (size_t j = i; j < width; ++j) {
      if (folded(searched[j]) != letters[i]) continue;
      int own = kLetter + (startsWord(searched, j) ? kStart : 0);
      if (i == 0) {
        best[j] = own - std::min(kMaxGap, static_cast<int>(j)) * kGap;
        continue;
      }
      for (size_t k = i - 1; k < j; ++k) {
        int before = best[(i - 1) * width + k];
        if (before == kNone) continue;
        int score = before + own + (k + 1 == j ? kNext : -std::min(kMaxGap, static_cast<int>(j - k - 1)) * kGap);
        if (score <= best[i * width + j]) continue;
        best[i * width + j] = score;
        from[i * width + j] = k;
      }
    }
  }
  auto last = best.end() - static_cast<std::ptrdiff_t>(width);
  auto top = std::max_element(last, best.end());
  if (*top == kNone) return -1;
  if (places != nullptr) {
    size_t at = static_cast<size_t>(top - last);
    for (size_t i = letters.size(); i-- > 0; at = from[i * width + at]) places->push_back(at);
    std::reverse(places->begin(), places->end());
  }
  return std::max(0, *top);
}

// A row of distances for each letter of the text, between what was typed up to there and the best part of the text that
// ends here (Sellers).
bool isSimilar(std::string_view typed, std::string_view text) {
  constexpr size_t kLeast = 4, kForTwo = 8;
  typed = typed.substr(0, kLongest);
  text = text.substr(0, kLongest);
  if (typed.size() < kLeast) return false;
  const size_t most = typed.size() >= kForTwo ? 2 : 1;
  std::array<size_t, kLongest + 1> row{};
  for (size_t i = 0; i <= typed.size(); ++i) row[i] = i;
  for (char letter : text) {
    size_t before = row[0];  // of the letter before, one letter less typed
    for (size_t i = 1; i <= typed.size(); ++i) {
      const size_t changed = before + (folded(letter) == folded(typed[i - 1]) ? 0 : 1);
      before = row[i];
      row[i] = std::min({changed, row[i] + 1, row[i - 1] + 1});
    }
    if (row[typed.size()] <= most) return true;
  }
  return false;
}

}  // namespace tp::ui
