#include "core/kernel/print_program.h"

#include <algorithm>
#include <cctype>

#include "core/kernel/print_compiler.h"

namespace tp::kernel {
namespace {

// Of the text of an argument that is not understood, as the warning shows it.
constexpr size_t kShown = 60;

}  // namespace

PrintProgram Compiler::compile() {
  if (lexer_.now().kind != Token::String) return {};
  program_.format = parseFormatString(lexer_.now().text);
  // With a 4-byte long, %lu takes what %u does.
  for (Conversion& conversion : program_.format)
    if (conversion.length == 1 && long_.size == 4) conversion.length = 0;
  lexer_.next();
  while (lexer_.take(",")) program_.args.push_back(argument());
  program_.ok = lexer_.now().kind == Token::End;
  return std::move(program_);
}

uint32_t Compiler::argument() {
  const Lexer::Place start = lexer_.place();
  const size_t before = program_.nodes.size();
  good_ = true;
  depth_ = 0;
  variables_.clear();
  const uint32_t at = expression();
  if (good_ && (lexer_.is(",") || lexer_.now().kind == Token::End)) return at;
  program_.nodes.resize(before);
  costs_.resize(before);
  good_ = true;
  return unknown(start);
}

uint32_t Compiler::unknown(const Lexer::Place& start) {
  lexer_.back(start);
  Node node;
  node.op = Op::Unknown;
  int open = 0;
  while (lexer_.now().kind != Token::End && (open > 0 || !lexer_.is(","))) {
    if (lexer_.is("(") || lexer_.is("{") || lexer_.is("[")) ++open;
    if (lexer_.is(")") || lexer_.is("}") || lexer_.is("]")) --open;
    const bool mayName = lexer_.now().kind == Token::Name;
    const Field* field = mayName && lexer_.now().text != "REC" ? format_.find(lexer_.now().text) : nullptr;
    if (field != nullptr && std::find(node.fields.begin(), node.fields.end(), field) == node.fields.end())
      node.fields.push_back(field);
    lexer_.next();
  }
  std::string text(lexer_.since(start));
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
  if (text.size() > kShown) text = text.substr(0, kShown) + "...";
  program_.unknown.push_back(std::move(text));
  // The limit of nodes is for what is evaluated.
  program_.nodes.push_back(std::move(node));
  costs_.push_back(1);
  return static_cast<uint32_t>(program_.nodes.size() - 1);
}

PrintProgram compilePrint(const EventFormat& format, uint32_t longSize) {
  return Compiler(format, longSize).compile();
}

std::vector<Conversion> parseFormatString(std::string_view text) {
  std::vector<Conversion> out(1);
  for (size_t i = 0; i < text.size();) {
    if (text[i] != '%' || i + 1 >= text.size()) {
      out.back().before += text[i++];
      continue;
    }
    if (text[i + 1] == '%') {
      out.back().before += '%';
      i += 2;
      continue;
    }
    Conversion& to = out.back();
    ++i;
    auto peek = [&] { return i < text.size() ? text[i] : '\0'; };
    while (peek() != '\0' && std::string_view("-+ #0").find(peek()) != std::string_view::npos) to.flags += text[i++];
    auto integer = [&](int& value) {
      if (peek() == '*') {
        value = -2;
        ++i;
        return;
      }
      for (; std::isdigit(static_cast<unsigned char>(peek())) != 0; ++i)
        value = std::min(1000, std::max(value, 0) * 10 + (text[i] - '0'));
    };
    integer(to.width);
    if (peek() == '.') {
      ++i;
      to.precision = 0;
      integer(to.precision);
    }
    for (; peek() == 'l' || peek() == 'h' || peek() == 'z' || peek() == 'L' || peek() == 'j' || peek() == 't'; ++i)
      to.length = peek() == 'h' ? to.length - 1 : peek() == 'l' ? to.length + 1 : 2;
    to.kind = peek();
    if (i < text.size()) ++i;
    if (to.kind == 'p')
      while (std::isalnum(static_cast<unsigned char>(peek())) != 0) to.pointer += text[i++];
    out.emplace_back();
  }
  return out;
}

}  // namespace tp::kernel
