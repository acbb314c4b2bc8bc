#include "core/formats/ctf/tsdl_lexer.h"

#include <algorithm>
#include <charconv>

namespace tp::ctf {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isOfWord(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

unsigned digitOf(char c) {
  if (isDigit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

}  // namespace

void TsdlLexer::skipBlanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f' || c == '\0') {
      ++at_;
    } else if (text_.substr(at_).starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (text_.substr(at_).starts_with("/*")) {
      const size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      return;
    }
  }
}

Token TsdlLexer::quoted(char quote, Token::Kind kind) {
  const size_t begin = ++at_;
  while (at_ < text_.size() && text_[at_] != quote) at_ += text_[at_] == '\\' ? 2 : 1;
  if (at_ >= text_.size()) {
    at_ = text_.size();
    return {Token::Kind::End, {}};
  }
  return {kind, text_.substr(begin, at_++ - begin)};
}

Token TsdlLexer::read() {
  skipBlanks();
  if (at_ >= text_.size()) return {};
  const char c = text_[at_];
  if (c == '"') return quoted('"', Token::Kind::String);
  if (c == '\'') return quoted('\'', Token::Kind::Character);
  const size_t begin = at_;
  if (isOfWord(c)) {
    while (at_ < text_.size() && isOfWord(text_[at_])) ++at_;
    return {isDigit(c) ? Token::Kind::Number : Token::Kind::Word, text_.substr(begin, at_ - begin)};
  }
  for (const std::string_view sign : {"...", ":=", "->"}) {
    if (!text_.substr(at_).starts_with(sign)) continue;
    at_ += sign.size();
    return {Token::Kind::Sign, sign};
  }
  const bool known = std::string_view("{}[]();:,.<>=*-+").find(c) != std::string_view::npos;
  ++at_;
  return {known ? Token::Kind::Sign : Token::Kind::Bad, text_.substr(begin, 1)};
}

const Token& TsdlLexer::peek(size_t ahead) {
  while (held_ <= ahead) tokens_[held_++] = read();
  return tokens_[ahead];
}

Token TsdlLexer::next() {
  const Token out = peek();
  std::move(tokens_.begin() + 1, tokens_.begin() + static_cast<std::ptrdiff_t>(held_), tokens_.begin());
  --held_;
  if (out.is("{")) ++depth_;
  if (out.is("}")) --depth_;
  return out;
}

size_t TsdlLexer::line() const {
  return 1 + static_cast<size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    constexpr std::string_view kNames = "abfnrtv0", kValues("\a\b\f\n\r\t\v\0", 8);
    const size_t named = kNames.find(c);
    if (c == 'x') {
      unsigned value = 0, digits = 0;
      for (; digits < 2 && i + 1 < text.size() && digitOf(text[i + 1]) < 16; ++digits)
        value = value * 16 + digitOf(text[++i]);
      out += static_cast<char>(value);
    } else {
      out += named == std::string_view::npos ? c : kValues[named];
    }
  }
  return out;
}

bool readInteger(std::string_view text, uint64_t& out) {
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] | 32) == 'x') base = 16;
  if (text.size() > 2 && text[0] == '0' && (text[1] | 32) == 'b') base = 2;
  if (base != 10) {
    text.remove_prefix(2);
  } else if (text.size() > 1 && text[0] == '0') {
    base = 8;
  }
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, out, base);
  return error == std::errc() && at == end && !text.empty();
}

}  // namespace tp::ctf
