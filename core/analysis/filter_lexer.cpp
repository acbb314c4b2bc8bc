#include "core/analysis/filter_lexer.h"

namespace tp {
namespace {

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

void FilterLexer::take(FilterToken token, size_t length) {
  token_ = token;
  end_ = begin_ + length;
  word_ = text_.substr(begin_, length);
}

void FilterLexer::string(char quote) {
  unescaped_.clear();
  for (size_t at = begin_ + 1; at < text_.size(); ++at) {
    if (text_[at] == quote) {
      take(FilterToken::String, at + 1 - begin_);
      word_ = unescaped_;
      return;
    }
    // Other backslashes belong to the pattern.
    bool escapes = text_[at] == '\\' && at + 1 < text_.size() && text_[at + 1] == quote;
    unescaped_ += text_[escapes ? ++at : at];
  }
  take(FilterToken::Bad, text_.size() - begin_);
  word_ = "this string is not closed";
}

size_t FilterLexer::wordEnd(bool value) const {
  int open = 0;
  for (size_t at = begin_; at < text_.size(); ++at) {
    char c = text_[at];
    bool twice = at + 1 < text_.size() && text_[at + 1] == c;
    if (isBlank(c) || ((c == '&' || c == '|') && twice)) return at;
    if (c == '(') ++open;
    if (value && c == ')' && open-- == 0) return at;
    // `::` is part of a C++ name.
    if (!value && c == ':' && twice) {
      ++at;
      continue;
    }
    if (!value && std::string_view("()!&|=<>~:,\"'").find(c) != std::string_view::npos) return at;
  }
  return text_.size();
}

void FilterLexer::next(bool value) {
  previousEnd_ = end_;
  begin_ = end_;
  while (begin_ < text_.size() && isBlank(text_[begin_])) ++begin_;
  if (begin_ == text_.size()) return take(FilterToken::End, 0);
  std::string_view rest = text_.substr(begin_);
  char c = rest[0];
  if (c == '"' || c == '\'') return string(c);
  auto is = [rest](std::string_view what) { return rest.substr(0, what.size()) == what; };
  if (is("&&")) return take(FilterToken::And, 2);
  if (is("||")) return take(FilterToken::Or, 2);
  if (c == ')') return take(FilterToken::Close, 1);
  if (value) {
    size_t end = wordEnd(true);
    return take(FilterToken::Word, end - begin_);
  }
  for (std::string_view both : {"==", "!=", "<=", ">=", "=~", "!~"})
    if (is(both)) return take(FilterToken::Compare, 2);
  if (c == '<' || c == '>' || c == '=' || c == '~' || c == '&') return take(FilterToken::Compare, 1);
  if (c == '(') return take(FilterToken::Open, 1);
  if (c == '!') return take(FilterToken::Not, 1);
  if (c == ':') return take(FilterToken::Colon, 1);
  if (c == ',') return take(FilterToken::Comma, 1);
  size_t end = wordEnd(false);
  if (end > begin_) return take(FilterToken::Word, end - begin_);
  take(FilterToken::Bad, 1);
  word_ = "nothing begins like this";
}

}  // namespace tp
