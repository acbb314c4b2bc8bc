// What a text may be compared with: itself, a glob, or a regular expression. Patterns are a person's own, but may come
// with a link, so that no pattern makes matching take longer than its length times the text's.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tp {

// `*`, `?`, `[a-z]`, `[!a-z]` and `\x`, against the whole text.
bool globMatches(std::string_view glob, std::string_view text);

// POSIX extended regular expressions without back references, and with \d \w \s: found anywhere in the text.
class Regex {
 public:
  // `whole`: it must match all of a text. False: `problem` says what is wrong, and `at` where in `pattern`.
  bool compile(std::string_view pattern, bool whole, std::string& problem, size_t& at);

  // Not for two threads at once: works in memory that it keeps.
  bool foundIn(std::string_view text) const;

 private:
  friend class RegexParser;

  enum class Op : uint8_t { Byte, Any, Set, Split, Jump, Begin, End, Match };
  // Jumps are relative, so that code can be put together from parts.
  struct Inst {
    Op op = Op::Match;
    int32_t x = 0;  // byte, number of the set, or jump
    int32_t y = 0;  // the other jump of Split
  };
  using Code = std::vector<Inst>;

  // Places in the code that are reached by the text so far.
  struct Places {
    std::vector<uint32_t> list;
    std::vector<uint8_t> has;
    void clear();
  };

  bool reach(Places& places, uint32_t from, bool begin, bool end) const;
  bool takes(const Inst& inst, unsigned char byte) const;

  std::string literal_;  // the whole of it, where it needs no code
  bool isLiteral_ = false;
  Code code_;
  std::vector<std::bitset<256>> sets_;
  mutable std::array<Places, 2> places_;
  mutable std::vector<uint32_t> stack_;
};

}  // namespace tp
