// Finds by their names which functions of a trace are which of another one, also if they are of two builds.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tp {

// Returns the name without what a compiler or linker put behind it: .constprop.0, .isra.1, .part.2, .cold, .lto_priv.3,
// .llvm.45, the same as " [clone .cold]", and a hash of Rust, ::h0123456789abcdef.
std::string withoutSuffixes(std::string_view name);
// Returns the name without template arguments: "std::vector::push(std::set)". What is not balanced stays as it is.
std::string withoutArguments(std::string_view name);

// Why two functions are taken for one. Endings, Callers: it is a guess (isGuess()).
enum class MatchedBy : uint8_t {
  Name,     // their names are equal
  Told,     // it was said
  Endings,  // their names are equal without suffixes, or template arguments
  Callers,  // callers and callees are (pairFunctions())
};

inline bool isGuess(MatchedBy by) {
  return by >= MatchedBy::Endings;
}
// "name" or "callers": by what it was guessed that two functions are one. Null if it is no guess.
inline const char* guessedBy(MatchedBy by) {
  return !isGuess(by) ? nullptr : by == MatchedBy::Callers ? "callers" : "name";
}

// What was said about names, in the place of guesses. What no side has does nothing.
struct NameCorrections {
  std::vector<std::pair<std::string, std::string>> same;  // A's name, and B's name of the same function
  std::vector<std::string> apart;                         // of either side: of these, nothing is guessed

  bool empty() const { return same.empty() && apart.empty(); }
  bool operator==(const NameCorrections&) const = default;
};

struct MatchedNames {
  size_t a = 0, b = 0;  // positions in the lists
  MatchedBy by = MatchedBy::Name;
};

// Pairs what was said to be the same, then each name with the equal one, then, of those that are left on both sides,
// with the only one that is equal without suffixes, then also without template arguments. Where several could be meant,
// none is. No list may have a name twice. The result is ordered by `a`.
std::vector<MatchedNames> matchNames(std::span<const std::string> a, std::span<const std::string> b,
                                     const NameCorrections& corrections = {});

}  // namespace tp
