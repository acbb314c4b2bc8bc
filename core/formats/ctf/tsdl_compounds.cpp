// Structures, variants and enumerations of TSDL.
#include <algorithm>

#include "core/formats/ctf/tsdl_types.h"

namespace tp::ctf {

using Kind = FieldClass::Kind;

// "T a, b[4];" up to "}", which is taken as well. Declarations among them belong to a scope of their own.
bool TsdlTypes::members(FieldClass& out) {
  enterScope();
  while (!failed() && !lexer_.peek().is("}")) {
    if (lexer_.peek().is("typealias") || lexer_.peek().is("typedef")) {
      declaration();
      continue;
    }
    const FieldClassPtr base = type();
    // "struct NAME { ... };" declares no member.
    if (!failed() && lexer_.peek().is(";")) {
      lexer_.next();
      continue;
    }
    while (!failed()) {
      const Token name = lexer_.next();
      if (name.kind != Token::Kind::Word) fail("the name of a field expected");
      out.members.push_back({std::string(name.text), arrays(base), {}});
      if (!lexer_.peek().is(",")) break;
      lexer_.next();
    }
    expect(";");
  }
  leaveScope();
  return expect("}");
}

FieldClassPtr TsdlTypes::compound(bool isVariant) {
  const std::string word = isVariant ? "variant " : "struct ";
  std::string name, tag;
  bool tagged = false;
  if (lexer_.peek().kind == Token::Kind::Word) name = lexer_.next().text;
  if (isVariant && lexer_.peek().is("<")) {
    lexer_.next();
    tag = joined(">");
    tagged = true;
  }
  if (!lexer_.peek().is("{")) {
    FieldClassPtr known = lookUp(word + name);
    if (known == nullptr || !tagged) return known;
    auto out = std::make_shared<FieldClass>(*known);
    out->location = locationOf(tag);
    return out;
  }
  lexer_.next();
  auto out = std::make_shared<FieldClass>();
  out->kind = isVariant ? Kind::Variant : Kind::Struct;
  out->byLabel = isVariant;
  out->location = locationOf(tag);
  members(*out);
  if (!isVariant && lexer_.peek().is("align")) {
    lexer_.next();
    expect("(");
    TsdlAttributes given;
    const Token number = lexer_.next();
    given["align"].isNumber = readInteger(number.text, given["align"].number);
    out->alignment = alignmentOf(given, 1);
    expect(")");
  }
  for (const Member& member : out->members)
    if (!isVariant && member.field != nullptr) out->alignment = std::max(out->alignment, member.field->alignment);
  if (!out->settleDepth()) fail("types within types that are too deep");
  if (!name.empty() && !failed()) declare(word + name, out);
  return out;
}

uint64_t TsdlTypes::signedNumber() {
  bool isNegative = false;
  while (lexer_.peek().is("-") || lexer_.peek().is("+")) isNegative ^= lexer_.next().is("-");
  const Token token = lexer_.next();
  uint64_t number = 0;
  if (token.kind == Token::Kind::Character && !token.text.empty()) {
    number = static_cast<unsigned char>(unescaped(token.text)[0]);
  } else if (!readInteger(token.text, number)) {
    fail("a number expected");
  }
  return isNegative ? 0 - number : number;
}

void TsdlTypes::labels(FieldClass& out) {
  uint64_t next = 0;
  while (!failed() && !lexer_.peek().is("}")) {
    const Token name = lexer_.next();
    if (name.kind != Token::Kind::Word && name.kind != Token::Kind::String) fail("a label expected");
    Range range{next, next};
    if (lexer_.peek().is("=")) {
      lexer_.next();
      range.first = range.last = signedNumber();
      if (lexer_.peek().is("...")) {
        lexer_.next();
        range.last = signedNumber();
      }
    }
    next = range.last + 1;
    out.labels.push_back({name.kind == Token::Kind::String ? unescaped(name.text) : std::string(name.text), {range}});
    if (!lexer_.peek().is(",")) break;
    lexer_.next();
  }
  expect("}");
}

FieldClassPtr TsdlTypes::enumeration() {
  std::string name;
  FieldClassPtr base;
  if (lexer_.peek().kind == Token::Kind::Word) name = lexer_.next().text;
  if (lexer_.peek().is(":")) {
    lexer_.next();
    base = type();
  }
  if (!lexer_.peek().is("{")) return failed() ? nullptr : lookUp("enum " + name);
  lexer_.next();
  if (base == nullptr && !failed()) base = lookUp("int");
  if (base == nullptr) return nullptr;
  if (base->kind != Kind::Integer) {
    fail("an enumeration of integers expected");
    return nullptr;
  }
  auto out = std::make_shared<FieldClass>(*base);
  out->isEnumeration = true;
  out->isCharacter = false;
  out->labels.clear();
  labels(*out);
  if (!name.empty() && !failed()) declare("enum " + name, out);
  return out;
}

}  // namespace tp::ctf
