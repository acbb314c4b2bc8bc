#include "core/kernel/print_program.h"

#include <algorithm>
#include <cctype>

#include "core/kernel/print_lexer.h"

namespace tp::kernel {
namespace {

constexpr int kDeepest = 300;
constexpr size_t kMaxNodes = 4000;

class Compiler {
 public:
  Compiler(const EventFormat& format, uint32_t longSize)
      : format_(format), long_{static_cast<uint8_t>(longSize == 4 ? 4 : 8), true}, lexer_(format.print) {}

  PrintProgram compile() {
    if (lexer_.now().kind != Token::String) return {};
    program_.format = parseFormatString(lexer_.now().text);
    // With a 4-byte long, %lu takes what %u does.
    for (Conversion& conversion : program_.format)
      if (conversion.length == 1 && long_.size == 4) conversion.length = 0;
    lexer_.next();
    while (good_ && lexer_.take(",")) program_.args.push_back(expression());
    program_.ok = good_ && lexer_.now().kind == Token::End;
    return std::move(program_);
  }

 private:
  uint32_t fail() {
    good_ = false;
    return 0;
  }
  uint32_t add(Node node) {
    if (program_.nodes.size() >= kMaxNodes) return fail();
    giveType(node);
    program_.nodes.push_back(std::move(node));
    return static_cast<uint32_t>(program_.nodes.size() - 1);
  }
  uint32_t number(int64_t value, CType type = {}) {
    Node node;
    node.number = value;
    node.type = type;
    return add(node);
  }

  CType unsignedLong() const { return {long_.size, false}; }
  CType typeOf(uint32_t at) const { return at < program_.nodes.size() ? program_.nodes[at].type : CType{}; }

  CType typeOf(const Field& field) const {
    const bool number = field.form == Field::Form::Number && field.size <= 8;
    if (!number || field.isPointer) return unsignedLong();
    const uint8_t size = field.size > 4 ? 8 : field.size > 2 ? 4 : field.size > 1 ? 2 : 1;
    return {size, field.isSigned};
  }

  // ISO C11, 6.4.4.1: the first of int, unsigned (unless the number is decimal) and long that can represent it.
  CType typeOf(const Token& token) const {
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

  void giveType(Node& node) const {
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
      case Op::Index:
      case Op::DynamicBytes:
        node.type = unsignedLong();
        return;
      default:
        return;
    }
  }

  uint32_t expression() {
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

  struct Level {
    std::string_view sign;
    BinaryOp op;
    int level;
  };

  const Level* operatorHere() const {
    static constexpr Level kLevels[] = {
        {"||", BinaryOp::LogicOr, 0}, {"&&", BinaryOp::LogicAnd, 1}, {"|", BinaryOp::Or, 2},  {"^", BinaryOp::Xor, 3},
        {"&", BinaryOp::And, 4},      {"==", BinaryOp::Eq, 5},       {"!=", BinaryOp::Ne, 5}, {"<", BinaryOp::Lt, 6},
        {">", BinaryOp::Gt, 6},       {"<=", BinaryOp::Le, 6},       {">=", BinaryOp::Ge, 6}, {"<<", BinaryOp::Shl, 7},
        {">>", BinaryOp::Shr, 7},     {"+", BinaryOp::Add, 8},       {"-", BinaryOp::Sub, 8}, {"*", BinaryOp::Mul, 9},
        {"/", BinaryOp::Div, 9},      {"%", BinaryOp::Mod, 9}};
    if (lexer_.now().kind != Token::Sign) return nullptr;
    for (const Level& level : kLevels)
      if (level.sign == lexer_.now().text) return &level;
    return nullptr;
  }

  uint32_t binary(int least) {
    uint32_t left = unary();
    for (const Level* here; good_ && (here = operatorHere()) != nullptr && here->level >= least;) {
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

  // A cast such as "(unsigned long long)", "(void *)" or "(struct x *)": there are only words of types in the
  // parentheses.
  bool cast(Node& node) {
    Lexer::Place start = lexer_.place();
    lexer_.next();
    uint8_t size = 0;
    int pointers = 0, words = 0, longs = 0;
    bool isUnsigned = false, known = false;
    while (lexer_.now().kind == Token::Name || lexer_.is("*")) {
      if (lexer_.is("*")) {
        ++pointers;
      } else {
        const std::string& word = lexer_.now().text;
        const uint8_t own = typeSize(word, long_.size);
        known = known || own > 0;
        longs += word == "long";
        isUnsigned = isUnsigned || word == "unsigned" || word[0] == 'u' || word.rfind("__u", 0) == 0 ||
                     word == "size_t" || word == "bool";
        // Takes "long" after "unsigned", but not "int" after "long".
        if (own > 0 && longs < 2 && (size == 0 || size == 4 || own == 2 || own == 1)) size = own;
        if (longs == 2) size = 8;
      }
      ++words;
      lexer_.next();
    }
    bool closed = words > 0 && lexer_.take(")");
    bool operand = closed && (lexer_.now().kind == Token::Name || lexer_.now().kind == Token::Number ||
                              lexer_.now().kind == Token::String || lexer_.is("(") || lexer_.is("-") ||
                              lexer_.is("~") || lexer_.is("!") || lexer_.is("&") || lexer_.is("*"));
    if (!operand || (!known && pointers == 0)) {
      lexer_.back(start);
      return false;
    }
    node.op = Op::Cast;
    node.type = pointers > 0 ? unsignedLong() : CType{size, !isUnsigned};
    return true;
  }

  uint32_t unary() {
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

  uint32_t postfix(uint32_t of) {
    while (good_ && lexer_.take("[")) {
      Node node;
      node.op = Op::Index;
      uint32_t at = expression();
      if (!lexer_.take("]")) return fail();
      node.args = {of, at};
      of = add(node);
    }
    return of;
  }

  // For "(REC)->field": moves to the closing parenthesis, which then stands for REC.
  bool recordInBrackets() {
    Lexer::Place start = lexer_.place();
    lexer_.next();
    bool record = lexer_.is("REC");
    lexer_.next();
    if (record && lexer_.is(")")) return true;
    lexer_.back(start);
    return false;
  }

  uint32_t primary() {
    Token token = lexer_.now();
    if (token.kind == Token::Number) {
      lexer_.next();
      return number(token.number, typeOf(token));
    }
    if (token.kind == Token::String) {
      lexer_.next();
      Node node;
      node.op = Op::Text;
      node.text = token.text;
      return add(node);
    }
    if (lexer_.is("(") && recordInBrackets()) token.text = "REC";
    if (token.text != "REC" && lexer_.take("(")) {
      uint32_t inner = expression();
      return lexer_.take(")") ? inner : fail();
    }
    if (token.kind != Token::Name && token.text != "REC") return fail();
    lexer_.next();
    if (token.text == "REC" && lexer_.take("->")) {
      Node node;
      node.op = Op::FieldValue;
      node.field = format_.find(lexer_.now().text);
      lexer_.next();
      return node.field != nullptr ? add(node) : fail();
    }
    if (lexer_.is("(")) return call(token.text);
    // A constant of the kernel that the format does not spell out.
    unresolved_ = true;
    return number(0);
  }

  const Field* fieldArgument() {
    const Field* field = format_.find(lexer_.now().text);
    lexer_.next();
    if (field == nullptr || !lexer_.take(")")) fail();
    return field;
  }

  uint32_t fieldCall(Op op) {
    Node node;
    node.op = op;
    node.field = fieldArgument();
    return good_ ? add(node) : 0;
  }

  // Parses "{ 1, "one" }, { 2, "two" })"; the values are constant expressions.
  bool pairs(Node& node) {
    while (good_ && lexer_.take(",")) {
      if (!lexer_.take("{")) return false;
      size_t before = program_.nodes.size();
      unresolved_ = false;
      uint32_t value = expression();
      if (!good_ || !lexer_.take(",")) return false;
      if (lexer_.now().kind == Token::String) {
        // A constant that is not spelled out has no value to compare with.
        if (!unresolved_) node.pairs.emplace_back(constant(value), lexer_.now().text);
        lexer_.next();
      } else {
        expression();  // the list may end with { 0, NULL }
      }
      program_.nodes.resize(before);
      if (!lexer_.take("}")) return false;
    }
    return lexer_.take(")");
  }

  int64_t constant(uint32_t at) const {
    const Node& node = program_.nodes[at];
    auto arg = [&](size_t i) { return constant(node.args[i]); };
    if (node.op == Op::Number) return node.number;
    if (node.op == Op::Cast) return node.type.size == 4 && !node.type.isSigned ? node.type.of(arg(0)) : arg(0);
    if (node.op == Op::Unary)
      return node.number == '-'   ? static_cast<int64_t>(0 - static_cast<uint64_t>(arg(0)))
             : node.number == '~' ? ~arg(0)
             : node.number == '!' ? !arg(0)
                                  : arg(0);
    if (node.op != Op::Binary) return 0;
    uint64_t a = static_cast<uint64_t>(arg(0)), b = static_cast<uint64_t>(arg(1));
    switch (static_cast<BinaryOp>(node.number)) {
      case BinaryOp::Shl:
        return static_cast<int64_t>(b < 64 ? a << b : 0);
      case BinaryOp::Or:
        return static_cast<int64_t>(a | b);
      case BinaryOp::And:
        return static_cast<int64_t>(a & b);
      case BinaryOp::Add:
        return static_cast<int64_t>(a + b);
      case BinaryOp::Sub:
        return static_cast<int64_t>(a - b);
      case BinaryOp::Mul:
        return static_cast<int64_t>(a * b);
      default:
        return 0;
    }
  }

  uint32_t arguments(Node node, size_t count) {
    for (size_t i = 0; good_ && i < count; ++i) {
      if (i > 0 && !lexer_.take(",")) return fail();
      node.args.push_back(expression());
    }
    // Later kernels have further arguments that do not change the text.
    while (good_ && lexer_.take(",")) expression();
    return lexer_.take(")") ? add(node) : fail();
  }

  uint32_t call(const std::string& name) {
    lexer_.next();
    Node node;
    if (name == "__get_str" || name == "__get_rel_str") return fieldCall(Op::FieldValue);
    if (name == "__get_bitmask" || name == "__get_rel_bitmask") return fieldCall(Op::Bitmask);
    if (name == "__get_cpumask" || name == "__get_rel_cpumask") return fieldCall(Op::CpuList);
    if (name == "__get_dynamic_array" || name == "__get_rel_dynamic_array") return fieldCall(Op::DynamicBytes);
    if (name == "__get_dynamic_array_len" || name == "__get_rel_dynamic_array_len") return fieldCall(Op::DynamicLength);
    if (name == "__get_sockaddr" || name == "__get_rel_sockaddr") return fieldCall(Op::Sockaddr);
    if (name == "__print_flags" || name == "__print_flags_u64") {
      node.op = Op::Flags;
      node.args = {expression()};
      if (!lexer_.take(",")) return fail();
      if (lexer_.now().kind == Token::String) node.text = lexer_.now().text;
      lexer_.next();
      return good_ && pairs(node) ? add(node) : fail();
    }
    if (name == "__print_symbolic" || name == "__print_symbolic_u64") {
      node.op = Op::Symbolic;
      node.args = {expression()};
      return good_ && pairs(node) ? add(node) : fail();
    }
    if (name == "__print_hex" || name == "__print_hex_str") {
      node.op = Op::Hex;
      node.text = name == "__print_hex" ? " " : "";
      return arguments(std::move(node), 2);
    }
    if (name == "__print_array") {
      node.op = Op::Array;
      return arguments(std::move(node), 3);
    }
    if (name == "__print_hex_dump") return hexDump();
    if (name == "sizeof") return sizeOf();
    if (name == "__builtin_expect" || name == "likely" || name == "unlikely") {
      node.op = Op::Cast;
      node.type = long_;
      return arguments(std::move(node), 1);
    }
    return fail();
  }

  // (prefix, type, row size, group size, bytes, length, ascii)
  uint32_t hexDump() {
    Node node;
    node.op = Op::HexDump;
    std::vector<uint32_t> all;
    do all.push_back(expression());
    while (good_ && lexer_.take(","));
    if (!good_ || all.size() < 6 || !lexer_.take(")")) return fail();
    node.args = {all[4], all[5]};
    return add(node);
  }

  uint32_t sizeOf() {
    int64_t size = 0;
    while (lexer_.now().kind != Token::End && !lexer_.is(")")) {
      if (lexer_.now().text == "REC") {
        lexer_.next();
        lexer_.next();
        if (const Field* field = format_.find(lexer_.now().text)) size = field->size;
      } else if (lexer_.is("*")) {
        size = long_.size;
      } else if (uint8_t own = typeSize(lexer_.now().text, long_.size); own > 0) {
        size = own;
      }
      lexer_.next();
    }
    return lexer_.take(")") ? number(size, unsignedLong()) : fail();
  }

  const EventFormat& format_;
  const CType long_;
  Lexer lexer_;
  PrintProgram program_;
  bool good_ = true;
  bool unresolved_ = false;
  int depth_ = 0;
};

}  // namespace

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

PrintProgram compilePrint(const EventFormat& format, uint32_t longSize) {
  return Compiler(format, longSize).compile();
}

}  // namespace tp::kernel
