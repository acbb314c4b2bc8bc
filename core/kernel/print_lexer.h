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
    size_t at;
    Token now;
  };
  Place place() const { return {at_, now_}; }
  void back(const Place& place) {
    at_ = place.at;
    now_ = place.now;
  }

  void next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    now_ = Token{};
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
  char escaped() {
    char c = text_[at_++];
    if (c != '\\' || at_ >= text_.size()) return c;
    c = text_[at_++];
    switch (c) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case 'r':
        return '\r';
      case '0':
        return '\0';
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
  size_t at_ = 0;
  Token now_;
};

}  // namespace tp::kernel
