#include "core/formats/ctf/tsdl_types.h"

#include <algorithm>

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

constexpr uint32_t kMaxAlignment = uint32_t{1} << 20;

std::shared_ptr<FieldClass> make(Kind kind) {
  auto out = std::make_shared<FieldClass>();
  out->kind = kind;
  return out;
}

Order orderOf(const TsdlAttributes& attributes) {
  const auto found = attributes.find("byte_order");
  if (found == attributes.end()) return Order::Native;
  const std::string& text = found->second.text;
  return text == "le" ? Order::Little : text == "be" || text == "network" ? Order::Big : Order::Native;
}

uint8_t baseOf(const TsdlValue& value) {
  if (value.isNumber) return value.number == 2 || value.number == 8 || value.number == 16 ? uint8_t(value.number) : 10;
  const std::string& text = value.text;
  if (text == "hexadecimal" || text == "hex" || text == "x" || text == "X" || text == "p") return 16;
  if (text == "octal" || text == "oct" || text == "o") return 8;
  return text == "binary" || text == "b" ? 2 : 10;
}

uint64_t numberOf(const TsdlAttributes& attributes, const char* name, uint64_t otherwise) {
  const auto found = attributes.find(name);
  return found != attributes.end() && found->second.isNumber && !found->second.isNegative ? found->second.number
                                                                                          : otherwise;
}

}  // namespace

void TsdlTypes::fail(std::string problem) {
  if (problem_.empty()) problem_ = std::move(problem);
}

void TsdlTypes::forget() {
  problem_.clear();
  depth_ = 0;
  scopes_.resize(1);
}

bool TsdlTypes::expect(std::string_view sign) {
  if (failed()) return false;
  const Token token = lexer_.next();
  if (token.is(sign)) return true;
  fail("'" + std::string(sign) + "' expected, found " +
       (token.kind == Token::Kind::End ? "the end of the text" : "'" + std::string(token.text.substr(0, 40)) + "'"));
  return false;
}

FieldClassPtr TsdlTypes::lookUp(const std::string& name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return found->second;
  fail("the type '" + name.substr(0, 60) + "' is not known");
  return nullptr;
}

TsdlValue TsdlTypes::value() {
  TsdlValue out;
  size_t tokens = 0;
  while (!failed()) {
    const Token& ahead = lexer_.peek();
    if (ahead.is(";") || ahead.is(",")) break;
    if (ahead.kind == Token::Kind::End || ahead.is("}") || ahead.is("{")) {
      fail("a value and ';' expected");
      break;
    }
    const Token token = lexer_.next();
    if (token.is("-") && tokens == 0) {
      out.isNegative = true;
      continue;
    }
    out.isNumber = ++tokens == 1 && token.kind == Token::Kind::Number && readInteger(token.text, out.number);
    out.text += token.kind == Token::Kind::String ? unescaped(token.text) : std::string(token.text);
  }
  return out;
}

TsdlAttributes TsdlTypes::attributes() {
  TsdlAttributes out;
  expect("{");
  while (!failed() && !lexer_.peek().is("}")) {
    const std::string name(lexer_.next().text);
    expect("=");
    out[name] = value();
    expect(";");
  }
  expect("}");
  return out;
}

// Returns the text of the tokens up to `end`, which is taken as well.
std::string TsdlTypes::joined(std::string_view end) {
  std::string out;
  while (!failed() && !lexer_.peek().is(end)) {
    const Token token = lexer_.next();
    if (token.kind == Token::Kind::End || token.is("{") || token.is("}") || token.is(";"))
      fail("'" + std::string(end) + "' expected");
    out += token.text;
  }
  expect(end);
  return out;
}

Location TsdlTypes::locationOf(const std::string& text) const {
  static constexpr std::pair<std::string_view, Scope> kRoots[] = {
      {"trace.packet.header.", Scope::PacketHeader}, {"stream.packet.context.", Scope::PacketContext},
      {"stream.event.header.", Scope::EventHeader},  {"stream.event.context.", Scope::StreamContext},
      {"event.context.", Scope::EventContext},       {"event.fields.", Scope::Payload},
  };
  Location out;
  std::string_view rest = text;
  for (const auto& [prefix, scope] : kRoots) {
    if (!rest.starts_with(prefix)) continue;
    out.origin = scope;
    rest.remove_prefix(prefix.size());
    break;
  }
  while (!rest.empty()) {
    const size_t dot = std::min(rest.find('.'), rest.size());
    out.path.emplace_back(std::string(rest.substr(0, dot)));
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  return out;
}

uint32_t TsdlTypes::alignmentOf(const TsdlAttributes& attributes, uint32_t otherwise) {
  const uint64_t value = numberOf(attributes, "align", otherwise);
  if (value > 0 && value <= kMaxAlignment && (value & (value - 1)) == 0) return static_cast<uint32_t>(value);
  fail("an alignment that is a power of two expected, found " + std::to_string(value));
  return 1;
}

FieldClassPtr TsdlTypes::integer() {
  const TsdlAttributes given = attributes();
  auto out = make(Kind::Integer);
  const uint64_t size = numberOf(given, "size", 0);
  if (!failed() && (size < 1 || size > kMaxNumberBits))
    fail("an integer of 1 to " + std::to_string(kMaxNumberBits) + " bits expected, found " + std::to_string(size));
  if (size > 64) out->kind = Kind::Wide;
  out->size = static_cast<uint16_t>(size);
  out->alignment = alignmentOf(given, size % 8 == 0 ? 8 : 1);
  out->order = orderOf(given);
  if (const auto found = given.find("signed"); found != given.end()) out->isSigned = found->second.isTrue();
  if (const auto found = given.find("base"); found != given.end()) out->base = baseOf(found->second);
  if (const auto found = given.find("encoding"); found != given.end())
    out->isCharacter = size == 8 && out->alignment >= 8 && found->second.text != "none" && found->second.text != "NONE";
  if (const auto found = given.find("map"); found != given.end()) {
    std::string_view map = found->second.text;
    if (map.starts_with("clock.")) map.remove_prefix(6);
    if (map.ends_with(".value")) map.remove_suffix(6);
    out->clock = map;
  }
  return out;
}

FieldClassPtr TsdlTypes::real() {
  const TsdlAttributes given = attributes();
  auto out = make(Kind::Real);
  const uint64_t size = numberOf(given, "exp_dig", 0) + numberOf(given, "mant_dig", 0);
  if (!failed() && size != 16 && size != 32 && size != 64 && size != 80 && size != 96 && size != 128)
    fail("a floating point number of 16, 32 or 64 bits expected, found " + std::to_string(size));
  out->size = static_cast<uint16_t>(size);
  out->alignment = alignmentOf(given, 8);
  out->order = orderOf(given);
  return out;
}

FieldClassPtr TsdlTypes::text() {
  if (lexer_.peek().is("{")) attributes();
  auto out = make(Kind::Text);
  out->alignment = 8;
  return out;
}

// Names of several words are made of these.
FieldClassPtr TsdlTypes::named(std::string name) {
  static constexpr std::string_view kParts[] = {"long",     "int",    "short",  "char",
                                                "unsigned", "signed", "double", "float"};
  const auto isPart = [&](const Token& token) {
    return token.kind == Token::Kind::Word &&
           std::find(std::begin(kParts), std::end(kParts), token.text) != std::end(kParts);
  };
  while (isPart(lexer_.peek())) name += " " + std::string(lexer_.next().text);
  return lookUp(name);
}

FieldClassPtr TsdlTypes::arrays(FieldClassPtr element) {
  std::vector<std::string> lengths;
  while (!failed() && lexer_.peek().is("[")) {
    lexer_.next();
    lengths.push_back(joined("]"));
    if (lengths.size() > static_cast<size_t>(kMaxDepth)) fail("an array of too many dimensions");
  }
  for (auto length = lengths.rbegin(); length != lengths.rend() && element != nullptr; ++length) {
    uint64_t number = 0;
    const bool isFixed = readInteger(*length, number);
    if (length->empty()) fail("the length of an array expected");
    auto out = make(element->isCharacter ? (isFixed ? Kind::FixedText : Kind::DynamicText)
                                         : (isFixed ? Kind::FixedArray : Kind::DynamicArray));
    out->alignment = element->alignment;
    out->length = number;
    if (!isFixed) out->location = locationOf(*length);
    if (!element->isCharacter) out->members.push_back({"", element, {}});
    if (!out->settleDepth()) fail("types within types that are too deep");
    element = out;
  }
  return element;
}

FieldClassPtr TsdlTypes::typeOf(const Token& first) {
  if (first.is("const")) return type();
  if (first.is("integer")) return integer();
  if (first.is("floating_point")) return real();
  if (first.is("string")) return text();
  if (first.is("struct")) return compound(false);
  if (first.is("variant")) return compound(true);
  if (first.is("enum")) return enumeration();
  if (first.kind == Token::Kind::Word) return named(std::string(first.text));
  fail(first.kind == Token::Kind::End ? "a type expected, found the end of the text" : "a type expected");
  return nullptr;
}

FieldClassPtr TsdlTypes::type() {
  if (failed()) return nullptr;
  if (depth_ >= kMaxDepth) {
    fail("types within types that are too deep");
    return nullptr;
  }
  ++depth_;
  FieldClassPtr out = typeOf(lexer_.next());
  --depth_;
  if (out == nullptr) fail("a type expected");
  return out;
}

bool TsdlTypes::beginsDeclaration() {
  const Token& after = lexer_.peek(1);
  if (after.is("=") || after.is(":=") || after.is(".")) return false;
  for (const std::string_view word : {"typealias", "typedef", "struct", "variant", "enum", "integer", "floating_point"})
    if (lexer_.peek().is(word)) return true;
  return false;
}

void TsdlTypes::declaration() {
  if (lexer_.peek().is("typealias")) {
    lexer_.next();
    FieldClassPtr field = type();
    expect(":=");
    std::string name;
    while (!failed() && !lexer_.peek().is(";")) {
      const Token token = lexer_.next();
      if (token.kind != Token::Kind::Word && !token.is("*")) fail("the name of a type expected");
      name += (name.empty() ? "" : " ") + std::string(token.text);
    }
    if (!failed()) declare(name, field);
  } else if (lexer_.peek().is("typedef")) {
    lexer_.next();
    const FieldClassPtr field = type();
    while (!failed()) {
      const std::string name(lexer_.next().text);
      declare(name, arrays(field));
      if (!lexer_.peek().is(",")) break;
      lexer_.next();
    }
  } else {
    type();
  }
  expect(";");
}

}  // namespace tp::ctf
