// Splits a print format into names, numbers, strings and signs.
#pragma once

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace tp::kernel {

struct Token {
  enum Kind : uint8_t { End, Name, Number, String, Sign } kind = End;
  std::string text;
  int64_t number = 0;
};

inline bool isNameChar(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Has one current token, now(); next() reads the following one.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { next(); }

  const Token& now() const { return now_; }
  bool is(std::string_view sign) const { return now_.kind != Token::String && now_.text == sign; }
  bool take(std::string_view sign) {
    if (!is(sign)) return false;
    next();
    return true;
  }
  // For looking ahead: a position to return to.
  struct Place {
    size_t begin;
    size_t at;
    Token now;
  };
  Place place() const { return {begin_, at_, now_}; }
  void back(const Place& place) {
    begin_ = place.begin;
    at_ = place.at;
    now_ = place.now;
  }
  // Returns the text from a place up to the current token.
  std::string_view since(const Place& place) const { return text_.substr(place.begin, begin_ - place.begin); }

  void next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    now_ = Token{};
    begin_ = at_;
    if (at_ >= text_.size()) return;
    char c = text_[at_];
    if (c == '"') return string();
    if (c == '\'') return character();
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number();
    size_t begin = at_;
    if (isNameChar(c)) {
      while (at_ < text_.size() && isNameChar(text_[at_])) ++at_;
      now_.kind = Token::Name;
    } else {
      static constexpr std::string_view kLong[] = {"->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
      now_.kind = Token::Sign;
      ++at_;
      for (std::string_view sign : kLong)
        if (text_.substr(begin, 2) == sign) at_ = begin + 2;
    }
    now_.text = text_.substr(begin, at_ - begin);
  }

 private:
  // The value of the digits from here on, at most `most` of them.
  char code(int base, size_t most) {
    unsigned value = 0;
    for (size_t i = 0; i < most && at_ < text_.size(); ++i, ++at_) {
      const char c = text_[at_];
      const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : base;
      if (digit >= base) break;
      value = value * static_cast<unsigned>(base) + static_cast<unsigned>(digit);
    }
    return static_cast<char>(value);
  }

  char escaped() {
    char c = text_[at_++];
    if (c != '\\' || at_ >= text_.size()) return c;
    c = text_[at_];
    if (c >= '0' && c <= '7') return code(8, 3);
    ++at_;
    switch (c) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case 'r':
        return '\r';
      case 'x':
        return code(16, 2);
      default:
        return c;
    }
  }

  // Adjacent string literals are one string.
  void string() {
    now_.kind = Token::String;
    while (at_ < text_.size() && text_[at_] == '"') {
      ++at_;
      while (at_ < text_.size() && text_[at_] != '"') now_.text += escaped();
      if (at_ < text_.size()) ++at_;
      size_t next = at_;
      while (next < text_.size() && std::isspace(static_cast<unsigned char>(text_[next])) != 0) ++next;
      if (next < text_.size() && text_[next] == '"') at_ = next;
    }
  }

  void character() {
    ++at_;
    now_.kind = Token::Number;
    if (at_ < text_.size()) now_.number = static_cast<unsigned char>(escaped());
    if (at_ < text_.size() && text_[at_] == '\'') ++at_;
  }

  void number() {
    now_.kind = Token::Number;
    size_t begin = at_;
    while (at_ < text_.size() && isNameChar(text_[at_])) ++at_;
    now_.text = text_.substr(begin, at_ - begin);
    now_.number = static_cast<int64_t>(std::strtoull(now_.text.c_str(), nullptr, 0));
  }

  std::string_view text_;
  size_t begin_ = 0;  // of the current token
  size_t at_ = 0;     // behind it
  Token now_;
};

}  // namespace tp::kernel
