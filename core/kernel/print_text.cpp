#include "core/kernel/print_text.h"

#include <algorithm>

#include "core/kernel/print_bytes.h"
#include "core/text/number_text.h"

namespace tp::kernel {
namespace {

void appendAddress(std::string& out, uint64_t value) {
  out += "0x";
  appendHex(out, value);
}

// A number and, if it stands for bytes or a text, these.
struct Value {
  int64_t number = 0;
  bool isText = false;
  bool isBytes = false;
  std::string text;
  Bytes bytes;
  uint32_t elementSize = 1;
};

class Evaluator {
 public:
  Evaluator(const PrintProgram& program, Bytes record, const PrintContext& context)
      : program_(program), record_(record), context_(context) {}

  Value value(uint32_t at) const {
    const Node& node = program_.nodes[at];
    Value out;
    switch (node.op) {
      case Op::Number:
        out.number = node.number;
        break;
      case Op::Text:
        out.isText = true;
        out.text = node.text;
        break;
      case Op::FieldValue:
        return field(*node.field);
      case Op::Unary:
        out.number = unary(node, number(node.args[0]));
        break;
      case Op::Binary:
        out.number = binary(node);
        break;
      case Op::Ternary:
        out = value(node.args[number(node.args[0]) != 0 ? 1 : 2]);
        if (!out.isText && !out.isBytes) out.number = node.type.of(out.number);
        break;
      case Op::Cast:
        return cast(node);
      case Op::Index:
        out.number = index(value(node.args[0]), number(node.args[1]));
        break;
      case Op::DynamicLength:
        out.number = static_cast<int64_t>(fieldBytes(*node.field, record_, context_.endian).size());
        break;
      case Op::DynamicBytes:
        out = field(*node.field);
        out.isText = false;
        out.isBytes = true;
        out.bytes = fieldBytes(*node.field, record_, context_.endian);
        out.elementSize = std::max(1u, node.field->elementSize);
        break;
      default:
        out.isText = true;
        words(node, out.text);
    }
    return out;
  }
  int64_t number(uint32_t at) const {
    int64_t out = 0;
    return plain(at, out) ? out : value(at).number;
  }

  // Computes a node that is only a number, as most arguments are. Returns false if value() is needed.
  bool plain(uint32_t at, int64_t& out) const {
    const Node& node = program_.nodes[at];
    switch (node.op) {
      case Op::Number:
        out = node.number;
        return true;
      case Op::FieldValue:
        if (node.field->form != Field::Form::Number || node.field->size > 8) return false;
        out = fieldNumber(*node.field, record_, context_.endian);
        return true;
      case Op::Unary:
        if (!plain(node.args[0], out)) return false;
        out = unary(node, out);
        return true;
      case Op::Binary:
        out = binary(node);
        return true;
      case Op::Ternary:
        if (!plain(node.args[number(node.args[0]) != 0 ? 1 : 2], out)) return false;
        out = node.type.of(out);
        return true;
      case Op::Cast:
        if (!plain(node.args[0], out)) return false;
        out = node.type.of(out);
        return true;
      default:
        return false;
    }
  }

  // Returns a field of characters, without a copy; null data if the node is something else.
  std::string_view fieldCharacters(uint32_t at) const {
    const Node& node = program_.nodes[at];
    if (node.op != Op::FieldValue || node.field->form == Field::Form::Number || !node.field->isChar) return {};
    return fieldText(*node.field, record_, context_.endian);
  }

 private:
  Value field(const Field& field) const {
    Value out;
    if (field.form == Field::Form::Number) {
      out.number = fieldNumber(field, record_, context_.endian);
      // A large field is a structure: only its bytes are meaningful.
      if (field.size > 8) {
        out.isBytes = true;
        out.bytes = fieldBytes(field, record_, context_.endian);
      }
      return out;
    }
    out.bytes = fieldBytes(field, record_, context_.endian);
    out.isBytes = true;
    out.elementSize = std::max(1u, field.elementSize);
    if (field.isChar) {
      out.isText = true;
      out.text = fieldText(field, record_, context_.endian);
    }
    return out;
  }

  static int64_t unary(const Node& node, int64_t of) {
    if (node.number == '!') return of == 0;
    if (node.number == '-') of = static_cast<int64_t>(0 - static_cast<uint64_t>(of));
    return node.type.of(node.number == '~' ? ~of : of);
  }

  int64_t binary(const Node& node) const {
    BinaryOp op = static_cast<BinaryOp>(node.number);
    int64_t left = number(node.args[0]);
    if (op == BinaryOp::LogicAnd) return left != 0 && number(node.args[1]) != 0;
    if (op == BinaryOp::LogicOr) return left != 0 || number(node.args[1]) != 0;
    left = node.operands.of(left);
    int64_t right = number(node.args[1]);
    if (op == BinaryOp::Shl || op == BinaryOp::Shr) return shifted(op, left, right, node.type);
    right = node.operands.of(right);
    if (op >= BinaryOp::Lt && op <= BinaryOp::Ne) return compared(op, left, right, node.operands.isSigned);
    return node.type.of(calculated(op, left, right, node.type.isSigned));
  }

  // C does not define shifts by the type's width or more: the result here is that of x86 and of 64-bit ARM, which take
  // the number of bits modulo the width.
  static int64_t shifted(BinaryOp op, int64_t left, int64_t by, CType type) {
    const uint64_t bits = static_cast<uint64_t>(by) % (8u * type.size);
    if (op == BinaryOp::Shl) return type.of(static_cast<int64_t>(static_cast<uint64_t>(left) << bits));
    return type.isSigned ? left >> bits : static_cast<int64_t>(static_cast<uint64_t>(left) >> bits);
  }

  static bool compared(BinaryOp op, int64_t left, int64_t right, bool isSigned) {
    const auto a = static_cast<uint64_t>(left), b = static_cast<uint64_t>(right);
    const bool less = isSigned ? left < right : a < b;
    switch (op) {
      case BinaryOp::Lt:
        return less;
      case BinaryOp::Gt:
        return !less && a != b;
      case BinaryOp::Le:
        return less || a == b;
      case BinaryOp::Ge:
        return !less;
      case BinaryOp::Eq:
        return a == b;
      default:
        return a != b;
    }
  }

  // For numbers that have one type already. What C does not define is 0, or what the processor would compute.
  static int64_t calculated(BinaryOp op, int64_t left, int64_t right, bool isSigned) {
    const auto a = static_cast<uint64_t>(left), b = static_cast<uint64_t>(right);
    switch (op) {
      case BinaryOp::Mul:
        return static_cast<int64_t>(a * b);
      case BinaryOp::Div:
        if (right == 0) return 0;
        if (!isSigned) return static_cast<int64_t>(a / b);
        return right == -1 ? static_cast<int64_t>(0 - a) : left / right;
      case BinaryOp::Mod:
        if (right == 0) return 0;
        if (!isSigned) return static_cast<int64_t>(a % b);
        return right == -1 ? 0 : left % right;
      case BinaryOp::Add:
        return static_cast<int64_t>(a + b);
      case BinaryOp::Sub:
        return static_cast<int64_t>(a - b);
      case BinaryOp::And:
        return static_cast<int64_t>(a & b);
      case BinaryOp::Xor:
        return static_cast<int64_t>(a ^ b);
      default:
        return static_cast<int64_t>(a | b);
    }
  }

  Value cast(const Node& node) const {
    Value of = value(node.args[0]);
    if (!of.isText && !of.isBytes) of.number = node.type.of(of.number);
    return of;
  }

  int64_t index(const Value& of, int64_t at) const {
    if (!of.isBytes || at < 0 || of.elementSize > 8) return 0;
    uint64_t offset = static_cast<uint64_t>(at) * of.elementSize;
    if (offset > of.bytes.size() || of.bytes.size() - offset < of.elementSize) return 0;
    Cursor cursor(of.bytes.subspan(static_cast<size_t>(offset)), context_.endian);
    return static_cast<int64_t>(cursor.unsignedOf(of.elementSize));
  }

  void words(const Node& node, std::string& out) const {
    switch (node.op) {
      case Op::Flags:
        return flags(node, out);
      case Op::Symbolic:
        return symbolic(node, out);
      case Op::Hex:
        return hex(node, out);
      case Op::HexDump:
        return hexDump(node, out);
      case Op::Array:
        return array(node, out);
      case Op::Bitmask:
        return appendMask(out, bitmap(*node.field));
      case Op::CpuMask:
        return appendBitList(out, bitmap(*node.field));
      case Op::Stack:
        return stack(*node.field, out);
      case Op::Jiffies:
        appendDecimal(out, bitsOf(node.args[0], number(node.args[0])));
        out += " jiffies";
        return;
      default:
        return unknown(node, out);
    }
  }

  // The bits of a number that its type has: a negative int has 32.
  uint64_t bitsOf(uint32_t at, int64_t value) const {
    const CType type = program_.nodes[at].type;
    return static_cast<uint64_t>(CType{type.size, false}.of(value));
  }

  void flags(const Node& node, std::string& out) const {
    const CType type = program_.nodes[node.args[0]].type;
    uint64_t left = bitsOf(node.args[0], number(node.args[0]));
    bool first = true;
    auto add = [&](const std::string& word) {
      if (!first) out += node.text;
      out += word;
      first = false;
    };
    for (const auto& [bits, word] : node.pairs) {
      // A mask beyond the type is in no value; that of its upper bit may be negative.
      if (CType{type.size, true}.of(bits) != bits && CType{type.size, false}.of(bits) != bits) continue;
      const uint64_t mask = bitsOf(node.args[0], bits);
      if (mask == 0 || (left & mask) != mask) continue;
      add(word);
      left &= ~mask;
    }
    if (left == 0) return;
    std::string rest;
    appendAddress(rest, left);
    add(rest);
  }

  void symbolic(const Node& node, std::string& out) const {
    int64_t of = number(node.args[0]);
    for (const auto& [value, word] : node.pairs) {
      if (value != of) continue;
      out += word;
      return;
    }
    appendAddress(out, bitsOf(node.args[0], of));
  }

  Bytes bytesOf(uint32_t at, uint32_t length) const {
    const Value of = value(at);
    return of.bytes.first(
        static_cast<size_t>(std::clamp<int64_t>(number(length), 0, static_cast<int64_t>(of.bytes.size()))));
  }

  void hex(const Node& node, std::string& out) const {
    bool first = true;
    for (std::byte one : bytesOf(node.args[0], node.args[1])) {
      if (!first) out += node.text;
      first = false;
      appendHex(out, static_cast<uint8_t>(one), 2);
    }
  }

  void hexDump(const Node& node, std::string& out) const {
    const Value prefix = value(node.args[0]);
    const HexDump dump{prefix.text, number(node.args[1]), number(node.args[2]), number(node.args[3]),
                       number(node.args[6]) != 0};
    appendHexDump(out, dump, bytesOf(node.args[4], node.args[5]), context_.endian);
  }

  void array(const Node& node, std::string& out) const {
    Value of = value(node.args[0]);
    of.elementSize = static_cast<uint32_t>(std::clamp<int64_t>(number(node.args[2]), 1, 8));
    int64_t most = static_cast<int64_t>(of.bytes.size() / of.elementSize);
    int64_t count = std::clamp<int64_t>(number(node.args[1]), 0, most);
    out += '{';
    for (int64_t i = 0; i < count; ++i) {
      if (i > 0) out += ',';
      appendAddress(out, static_cast<uint64_t>(index(of, i)));
    }
    out += '}';
  }

  Bitmap bitmap(const Field& field) const {
    const Bytes bytes = fieldBytes(field, record_, context_.endian);
    return {bytes, 8 * bytes.size(), context_.endian, context_.longSize};
  }

  // As the kernel prints the stack of a synthetic event (kernel/trace/trace_events_synth.c): up to an address of 0.
  void stack(const Field& field, std::string& out) const {
    Conversion symbol;
    symbol.kind = 'p';
    symbol.pointer = "S";
    Cursor cursor(fieldBytes(field, record_, context_.endian), context_.endian);
    out += "STACK:\n";
    while (cursor.remaining() >= context_.longSize) {
      const uint64_t address = cursor.unsignedOf(context_.longSize);
      if (address == 0) break;
      out += "=> ";
      appendPointer(out, symbol, address, {}, -1, context_);
      out += '\n';
    }
  }

  // What is not understood: the fields that it names, or a question mark.
  void unknown(const Node& node, std::string& out) const {
    if (node.fields.empty()) {
      out += '?';
      return;
    }
    out += '{';
    for (const Field* field : node.fields) {
      if (field != node.fields.front()) out += ' ';
      appendField(out, *field, record_, context_.endian);
    }
    out += '}';
  }

  const PrintProgram& program_;
  Bytes record_;
  const PrintContext& context_;
};

// %s of a number: it points to a string of the kernel.
std::string pointedText(int64_t number, const PrintContext& context) {
  if (context.printk != nullptr) {
    auto found = context.printk->find(static_cast<uint64_t>(number));
    if (found != context.printk->end()) return found->second;
  }
  std::string out;
  appendHex(out, static_cast<uint64_t>(number));
  return out;
}

// For a format with fewer arguments than conversions.
void appendMissing(std::string& out, const Conversion& conversion, int width, int precision,
                   const PrintContext& context) {
  if (conversion.kind == 's') {
    appendText(out, conversion, pointedText(0, context), width, precision);
  } else if (conversion.kind == 'p') {
    appendPointer(out, conversion, 0, {}, width, context);
  } else {
    appendNumber(out, conversion, 0, width, precision);
  }
}

}  // namespace

bool plainNumber(const PrintProgram& program, uint32_t node, Bytes record, const PrintContext& context, int64_t& out) {
  return Evaluator(program, record, context).plain(node, out);
}

void appendPrint(std::string& out, const PrintProgram& program, Bytes record, const PrintContext& context) {
  Evaluator evaluator(program, record, context);
  size_t arg = 0;
  auto nextNumber = [&] { return arg < program.args.size() ? evaluator.number(program.args[arg++]) : 0; };
  for (const Conversion& conversion : program.format) {
    out += conversion.before;
    if (conversion.kind == 0) continue;
    int width = conversion.width, precision = conversion.precision;
    // Of a mask, the width is the number of its bits.
    if (width == -2) width = static_cast<int>(std::clamp<int64_t>(nextNumber(), 0, 65536));
    if (precision == -2) precision = static_cast<int>(std::clamp<int64_t>(nextNumber(), 0, 1000));
    if (arg >= program.args.size()) {
      appendMissing(out, conversion, width, precision, context);
      continue;
    }
    uint32_t at = program.args[arg++];
    int64_t number = 0;
    if (conversion.kind == 's') {
      std::string_view text = evaluator.fieldCharacters(at);
      if (text.data() != nullptr) {
        appendText(out, conversion, text, width, precision);
        continue;
      }
    } else if (evaluator.plain(at, number)) {
      if (conversion.kind == 'p') {
        appendPointer(out, conversion, static_cast<uint64_t>(number), {}, width, context);
      } else {
        appendNumber(out, conversion, number, width, precision);
      }
      continue;
    }
    Value value = evaluator.value(at);
    if (conversion.kind == 's' || program.nodes[at].op == Op::Unknown) {
      appendText(out, conversion,
                 value.isText || value.isBytes ? (value.isText ? value.text : std::string(asText(value.bytes)))
                                               : pointedText(value.number, context),
                 width, precision);
    } else if (conversion.kind == 'p') {
      appendPointer(out, conversion, static_cast<uint64_t>(value.number), value.bytes, width, context);
    } else if (value.isText && !value.isBytes) {
      out += value.text;
    } else {
      appendNumber(out, conversion, value.number, width, precision);
    }
  }
}

}  // namespace tp::kernel
