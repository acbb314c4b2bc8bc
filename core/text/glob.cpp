#include "core/text/pattern.h"

namespace tp {
namespace {

// Compares the `[...]` at `at` with `c`, and moves `at` behind it. A bracket without an end is a literal "[".
bool bracketMatches(std::string_view glob, size_t& at, char c) {
  size_t first = at + 1;
  bool inverted = first < glob.size() && (glob[first] == '!' || glob[first] == '^');
  if (inverted) ++first;
  size_t close = glob.find(']', first + 1);
  if (close == std::string_view::npos) {
    ++at;
    return c == '[';
  }
  bool found = false;
  for (size_t i = first; i < close; ++i) {
    auto low = static_cast<unsigned char>(glob[i]);
    auto high = low;
    if (i + 2 < close && glob[i + 1] == '-') {
      high = static_cast<unsigned char>(glob[i + 2]);
      i += 2;
    }
    auto byte = static_cast<unsigned char>(c);
    found = found || (low <= byte && byte <= high);
  }
  at = close + 1;
  return found != inverted;
}

// Compares one character with the element at `at`, and moves `at` behind it.
bool oneMatches(std::string_view glob, size_t& at, char c) {
  if (glob[at] == '?') {
    ++at;
    return true;
  }
  if (glob[at] == '[') return bracketMatches(glob, at, c);
  if (glob[at] == '\\' && at + 1 < glob.size()) ++at;
  return glob[at++] == c;
}

}  // namespace

bool globMatches(std::string_view glob, std::string_view text) {
  constexpr size_t kNone = ~size_t{0};
  size_t at = 0, i = 0;
  // Only the last star has to be tried again: what is before it matches as early as possible.
  size_t star = kNone, starText = 0;
  while (i < text.size()) {
    if (at < glob.size() && glob[at] == '*') {
      star = ++at;
      starText = i;
      continue;
    }
    if (at < glob.size() && oneMatches(glob, at, text[i])) {
      ++i;
      continue;
    }
    if (star == kNone) return false;
    at = star;
    i = ++starText;
  }
  while (at < glob.size() && glob[at] == '*') ++at;
  return at == glob.size();
}

}  // namespace tp
