#include "core/analysis/filter_hint.h"

#include <algorithm>
#include <array>

#include "core/analysis/filter_lexer.h"

namespace tp {
namespace {

// Whether a pattern has syntax of regular expressions that is literal in a glob.
bool looksRegular(std::string_view pattern) {
  if (pattern.empty()) return false;
  if (pattern.front() == '^' || pattern.back() == '$') return true;
  constexpr std::array<std::string_view, 6> kMetacharacters{".*", ".+", "\\d", "\\w", "\\s", "|"};
  return std::any_of(kMetacharacters.begin(), kMetacharacters.end(),
                     [&](std::string_view sign) { return pattern.find(sign) != std::string_view::npos; });
}

}  // namespace

std::string globHint(std::string_view filter) {
  FilterLexer lexer(filter);
  while (lexer.token() != FilterToken::End && lexer.token() != FilterToken::Bad) {
    const std::string sign(lexer.token() == FilterToken::Compare ? lexer.word() : std::string_view());
    lexer.next(!sign.empty());
    if (sign != "~" && sign != "==" && sign != "=") continue;
    const bool text = lexer.token() == FilterToken::Word || lexer.token() == FilterToken::String;
    if (text && looksRegular(lexer.word()))
      return sign + " takes a glob, as in " + sign + " lock*: write =~ for a regular expression";
  }
  return {};
}

}  // namespace tp
