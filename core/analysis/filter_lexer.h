// The words of a filter expression.
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

  // The word at hand.
  FilterToken token() const { return token_; }
  size_t column() const { return begin_; }
  // Of Word: itself; of String: without quotes and backslashes; of Compare: the operator; of Bad: what is wrong.
  std::string_view word() const { return word_; }
  // Nothing stands between it and the word before.
  bool adjacent() const { return begin_ == previousEnd_; }

  // The next word. Where a value is expected, a word reaches on to the next blank or `)`, `&&` or `||`.
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
