// The words of TSDL, the language of the metadata of CTF 1.8.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tp::ctf {

struct Token {
  enum class Kind : uint8_t { End, Word, Number, String, Character, Sign, Bad };
  Kind kind = Kind::End;
  std::string_view text;  // of strings and characters: without the quotes, escapes as they are written

  bool is(std::string_view wanted) const { return (kind == Kind::Word || kind == Kind::Sign) && text == wanted; }
};

// Reads tokens one after another, past comments. `text` must outlive it.
class TsdlLexer {
 public:
  explicit TsdlLexer(std::string_view text) : text_(text) {}

  // Returns a token that is ahead, without taking it; `ahead` is below kAhead.
  static constexpr size_t kAhead = 4;
  const Token& peek(size_t ahead = 0);
  Token next();
  // How many blocks "{" of what next() has returned are open.
  int depth() const { return depth_; }
  // Counts from 1.
  size_t line() const;

 private:
  Token read();
  void skipBlanks();
  Token quoted(char quote, Token::Kind kind);

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
  std::array<Token, kAhead> tokens_;
  size_t held_ = 0;
};

// Returns what a string with escapes stands for.
std::string unescaped(std::string_view text);
// Reads a number as C has it; false if the text is none, or the number has more than 64 bits.
bool readInteger(std::string_view text, uint64_t& out);

}  // namespace tp::ctf
