// Globs and regular expressions for texts. Patterns come from the user but also from links, so matching never takes
// longer than the length of the pattern times that of the text.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tp {

// `*`, `?`, `[a-z]`, `[!a-z]` (or `[^a-z]`) and `\` before a literal character. The glob must match the whole text.
bool globMatches(std::string_view glob, std::string_view text);

// POSIX extended regular expressions without back references, and with \d \w \s.
class Regex {
 public:
  // With `whole`, it must match all of a text. On failure returns false, and sets `problem` and the offset `at` of the
  // problem in `pattern`.
  bool compile(std::string_view pattern, bool whole, std::string& problem, size_t& at);

  // Whether the expression matches anywhere in the text (with `whole`: all of it). Uses memory of the object, so two
  // threads must not call it at once.
  bool foundIn(std::string_view text) const;

 private:
  friend class RegexParser;

  enum class Op : uint8_t { Byte, Any, Set, Split, Jump, Begin, End, Match };
  // Jumps are relative, so that pieces of code can be concatenated.
  struct Inst {
    Op op = Op::Match;
    int32_t x = 0;  // the byte, the number of the set, or the jump
    int32_t y = 0;  // the second jump of Split
  };
  using Code = std::vector<Inst>;

  // A set of places in the code that the text so far can reach.
  struct Places {
    std::vector<uint32_t> list;
    std::vector<uint8_t> has;
    void clear();
  };

  bool reach(Places& places, uint32_t from, bool begin, bool end) const;
  bool takes(const Inst& inst, unsigned char byte) const;

  // The pattern itself, if it has no special characters and needs no code.
  std::string literal_;
  bool isLiteral_ = false;
  Code code_;
  std::vector<std::bitset<256>> sets_;
  mutable std::array<Places, 2> places_;
  mutable std::vector<uint32_t> stack_;
};

}  // namespace tp
