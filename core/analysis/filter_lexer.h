// Splits a filter expression into tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/analysis/filter.h"

namespace tp {

enum class FilterToken : uint8_t { End, Open, Close, And, Or, Not, Compare, Colon, Comma, Word, String, Bad };

class FilterLexer {
 public:
  explicit FilterLexer(std::string_view text) : text_(text) { next(); }

  // The current token, and its column in bytes.
  FilterToken token() const { return token_; }
  size_t column() const { return begin_; }
  // For Word, the word itself; for String, the text without quotes and backslashes; for Compare, the operator; for Bad,
  // what is wrong. Valid until the next call of next().
  std::string_view word() const { return word_; }
  // Returns whether nothing stands between this token and the previous one.
  bool adjacent() const { return begin_ == previousEnd_; }

  // Reads the next token. With `value`, a word reaches on to the next blank, `)`, `&&` or `||`.
  void next(bool value = false);

 private:
  void take(FilterToken token, size_t length);
  void string(char quote);
  size_t wordEnd(bool value) const;

  std::string_view text_;
  size_t begin_ = 0;
  size_t end_ = 0;
  size_t previousEnd_ = 0;
  FilterToken token_ = FilterToken::End;
  std::string_view word_;
  std::string unescaped_;
};

}  // namespace tp
