#include <algorithm>

#include "core/kernel/print_compiler.h"

namespace tp::kernel {
namespace {

constexpr int kDeepest = 300;
// Of an event: that many are visited for each of its records.
constexpr size_t kMaxNodes = 4000;

struct Level {
  std::string_view sign;
  BinaryOp op;
  int level;
};

const Level* operatorHere(const Token& token) {
  static constexpr Level kLevels[] = {
      {"||", BinaryOp::LogicOr, 0}, {"&&", BinaryOp::LogicAnd, 1}, {"|", BinaryOp::Or, 2},  {"^", BinaryOp::Xor, 3},
      {"&", BinaryOp::And, 4},      {"==", BinaryOp::Eq, 5},       {"!=", BinaryOp::Ne, 5}, {"<", BinaryOp::Lt, 6},
      {">", BinaryOp::Gt, 6},       {"<=", BinaryOp::Le, 6},       {">=", BinaryOp::Ge, 6}, {"<<", BinaryOp::Shl, 7},
      {">>", BinaryOp::Shr, 7},     {"+", BinaryOp::Add, 8},       {"-", BinaryOp::Sub, 8}, {"*", BinaryOp::Mul, 9},
      {"/", BinaryOp::Div, 9},      {"%", BinaryOp::Mod, 9}};
  if (token.kind != Token::Sign) return nullptr;
  for (const Level& level : kLevels)
    if (level.sign == token.text) return &level;
  return nullptr;
}

// Names of the kernel's headers that formats use as they are.
struct Constant {
  std::string_view name;
  int64_t value;
};
constexpr Constant kConstants[] = {
    {"NULL", 0},
    {"false", 0},
    {"true", 1},
    {"DUMP_PREFIX_NONE", 0},
    {"DUMP_PREFIX_ADDRESS", 1},
    {"DUMP_PREFIX_OFFSET", 2},
    // A mask is as long as its bytes.
    {"nr_cpu_ids", 65536},
};

}  // namespace

uint32_t Compiler::fail() {
  good_ = false;
  return 0;
}

uint32_t Compiler::add(Node node) {
  size_t cost = 1;
  for (uint32_t arg : node.args) cost += arg < costs_.size() ? costs_[arg] : 0;
  if (program_.nodes.size() >= kMaxNodes || cost > kMaxNodes) return fail();
  giveType(node);
  program_.nodes.push_back(std::move(node));
  costs_.push_back(cost);
  return static_cast<uint32_t>(program_.nodes.size() - 1);
}

uint32_t Compiler::add(Op op, const Field* field, std::vector<uint32_t> args, int64_t number) {
  Node node;
  node.op = op;
  node.field = field;
  node.args = std::move(args);
  node.number = number;
  return add(std::move(node));
}

uint32_t Compiler::number(int64_t value, CType type) {
  Node node;
  node.number = value;
  node.type = type;
  return add(std::move(node));
}

CType Compiler::typeOf(const Field& field) const {
  const bool number = field.form == Field::Form::Number && field.size <= 8;
  if (!number || field.isPointer) return unsignedLong();
  const uint8_t size = field.size > 4 ? 8 : field.size > 2 ? 4 : field.size > 1 ? 2 : 1;
  return {size, field.isSigned};
}

// ISO C11, 6.4.4.1: the first of int, unsigned (unless the number is decimal) and long that can represent it.
CType Compiler::typeOf(const Token& token) const {
  const std::string_view text = token.text;
  const bool decimal = text.empty() || text[0] != '0';
  const bool isUnsigned = text.find_first_of("uU") != std::string_view::npos;
  const size_t length = text.find_first_of("lL");
  const bool isLong = length != std::string_view::npos;
  const auto value = static_cast<uint64_t>(token.number);
  const uint64_t least = isUnsigned ? UINT32_MAX : INT32_MAX;
  if (!isLong && value <= least) return {4, !isUnsigned};
  if (!isLong && !decimal && value <= UINT32_MAX) return {4, false};
  const bool longLong = isLong && length + 1 < text.size() && (text[length + 1] | 0x20) == 'l';
  const bool wide = longLong || value > UINT32_MAX || (!isUnsigned && decimal && value > INT32_MAX);
  const uint8_t size = wide ? 8 : long_.size;
  return {size, !isUnsigned && value <= static_cast<uint64_t>(INT64_MAX)};
}

void Compiler::giveType(Node& node) const {
  switch (node.op) {
    case Op::FieldValue:
      node.type = typeOf(*node.field);
      return;
    case Op::Unary:
      node.type = node.number == '!' ? CType{} : typeOf(node.args[0]).promoted();
      return;
    case Op::Binary: {
      const auto op = static_cast<BinaryOp>(node.number);
      const bool shifts = op == BinaryOp::Shl || op == BinaryOp::Shr;
      const bool compares = (op >= BinaryOp::Lt && op <= BinaryOp::Ne) || op >= BinaryOp::LogicAnd;
      const CType left = typeOf(node.args[0]);
      node.operands = shifts ? left.promoted() : CType::common(left, typeOf(node.args[1]));
      node.type = compares ? CType{} : node.operands;
      return;
    }
    case Op::Ternary:
      node.type = CType::common(typeOf(node.args[1]), typeOf(node.args[2]));
      return;
    case Op::Cast:
      if (node.type.size == 0) node.type = typeOf(node.args[0]);
      return;
    case Op::Index:
    case Op::DynamicBytes:
      node.type = unsignedLong();
      return;
    default:
      return;
  }
}

uint32_t Compiler::expression() {
  if (++depth_ > kDeepest) return fail();
  uint32_t condition = binary(0);
  if (good_ && lexer_.take("?")) {
    Node node;
    node.op = Op::Ternary;
    uint32_t yes = expression();
    if (!lexer_.take(":")) return fail();
    node.args = {condition, yes, expression()};
    condition = add(node);
  }
  --depth_;
  return condition;
}

uint32_t Compiler::binary(int least) {
  uint32_t left = unary();
  for (const Level* here; good_ && (here = operatorHere(lexer_.now())) != nullptr && here->level >= least;) {
    Node node;
    node.op = Op::Binary;
    node.number = static_cast<int64_t>(here->op);
    lexer_.next();
    uint32_t right = binary(here->level + 1);
    node.args = {left, right};
    left = add(node);
  }
  return left;
}

// A cast such as "(unsigned long long)", "(void *)" or "(struct x *)": there are only words in the parentheses. A
// single word of which nothing is known is a type if an operand follows that can follow nothing else; the value stays
// as it is.
bool Compiler::cast(Node& node) {
  const Lexer::Place start = lexer_.place();
  lexer_.next();
  CType type{0, true};
  int pointers = 0, words = 0, longs = 0;
  bool isUnsigned = false, known = false;
  while (lexer_.now().kind == Token::Name || lexer_.is("*")) {
    if (lexer_.is("*")) {
      ++pointers;
    } else {
      const std::string& word = lexer_.now().text;
      const CType own = typeNamed(word, long_.size);
      known = known || own.size > 0;
      longs += word == "long";
      isUnsigned = isUnsigned || (own.size > 0 && !own.isSigned);
      // Takes "long" after "unsigned", but not "int" after "long".
      if (own.size > 0 && longs < 2 && (type.size == 0 || type.size == 4 || own.size <= 2)) type.size = own.size;
      if (longs == 2) type.size = 8;
    }
    ++words;
    lexer_.next();
  }
  const bool closed = words > pointers && lexer_.take(")");
  const bool operand = closed && (lexer_.now().kind == Token::Name || lexer_.now().kind == Token::Number ||
                                  lexer_.now().kind == Token::String || lexer_.is("("));
  const bool more = closed && (lexer_.is("-") || lexer_.is("+") || lexer_.is("~") || lexer_.is("!") || lexer_.is("&") ||
                               lexer_.is("*"));
  const bool sure = known || pointers > 0;
  if (!(operand || (more && sure))) {
    lexer_.back(start);
    return false;
  }
  node.op = Op::Cast;
  node.type = pointers > 0 ? unsignedLong() : CType{type.size, !isUnsigned};
  return true;
}

uint32_t Compiler::unary() {
  if (!good_ || ++depth_ > kDeepest) return fail();
  uint32_t result = 0;
  Node node;
  if (lexer_.is("-") || lexer_.is("~") || lexer_.is("!") || lexer_.is("+")) {
    node.op = Op::Unary;
    node.number = lexer_.now().text[0];
    lexer_.next();
    node.args = {unary()};
    result = add(node);
  } else if (lexer_.is("*") || lexer_.is("&")) {
    // The address of a field, or what a field points to: both are the field itself.
    lexer_.next();
    result = unary();
  } else if (lexer_.is("(") && cast(node)) {
    node.args = {unary()};
    result = add(node);
  } else {
    result = postfix(primary());
  }
  --depth_;
  return result;
}

uint32_t Compiler::postfix(uint32_t of) {
  while (good_ && lexer_.take("[")) {
    const uint32_t at = expression();
    if (!good_ || !lexer_.take("]")) return fail();
    of = add(Op::Index, nullptr, {of, at});
  }
  return of;
}

// For "(REC)->field": moves to the closing parenthesis, which then stands for REC.
bool Compiler::recordInBrackets() {
  Lexer::Place start = lexer_.place();
  lexer_.next();
  bool record = lexer_.is("REC");
  lexer_.next();
  if (record && lexer_.is(")")) return true;
  lexer_.back(start);
  return false;
}

// "REC->field", from behind "REC".
uint32_t Compiler::record() {
  if (!lexer_.take("->")) return fail();
  const Field* field = format_.find(lexer_.now().text);
  lexer_.next();
  return field != nullptr ? add(Op::FieldValue, field) : fail();
}

// A block of GNU C as min() and max() make them: "({ int a = 1; int b = REC->x; a < b ? a : b; })", from behind "({".
uint32_t Compiler::statements() {
  auto outer = variables_;
  uint32_t last = 0;
  if (lexer_.is("}")) return fail();
  while (good_ && !lexer_.is("}")) {
    // Words of a type, the name, and "=": a variable.
    const Lexer::Place start = lexer_.place();
    Node type;
    std::string name;
    int words = 0;
    bool isUnsigned = false;
    for (; lexer_.now().kind == Token::Name; ++words) {
      const CType own = typeNamed(lexer_.now().text, long_.size);
      if (own.size > 0) type.type.size = own.size;
      isUnsigned = isUnsigned || (own.size > 0 && !own.isSigned);
      name = lexer_.now().text;
      lexer_.next();
    }
    const bool declared = words > 1 && lexer_.take("=");
    if (!declared) lexer_.back(start);
    last = expression();
    if (declared && good_) {
      type.op = Op::Cast;
      type.type.isSigned = !isUnsigned;
      type.args = {last};
      last = add(std::move(type));
      variables_[name] = last;
    }
    if (!lexer_.take(";")) return fail();
  }
  variables_ = std::move(outer);
  return good_ && lexer_.take("}") && lexer_.take(")") ? last : fail();
}

uint32_t Compiler::named(const std::string& name) {
  if (auto found = variables_.find(name); found != variables_.end()) return found->second;
  for (const Constant& known : kConstants)
    if (known.name == name) return number(known.value);
  unresolved_ = true;
  return number(0);
}

uint32_t Compiler::primary() {
  const Token token = lexer_.now();
  if (token.kind == Token::Number) {
    lexer_.next();
    return number(token.number, typeOf(token));
  }
  if (token.kind == Token::String) {
    lexer_.next();
    Node node;
    node.op = Op::Text;
    node.text = token.text;
    return add(std::move(node));
  }
  if (lexer_.is("(") && recordInBrackets()) {
    lexer_.next();
    return record();
  }
  if (lexer_.take("(")) {
    if (lexer_.take("{")) return statements();
    const uint32_t inner = expression();
    return lexer_.take(")") ? inner : fail();
  }
  if (token.kind != Token::Name) return fail();
  lexer_.next();
  if (token.text == "REC") return record();
  return lexer_.take("(") ? call(token.text) : named(token.text);
}

}  // namespace tp::kernel
