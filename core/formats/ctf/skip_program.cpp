#include "core/formats/ctf/skip_program.h"

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

bool isTold(const Node& node) {
  return node.slot != kNoSlot || node.role != Role::None || node.setsClock;
}

uint8_t widthOf(Encoding encoding) {
  return encoding == Encoding::Utf8 ? 1 : encoding <= Encoding::Utf16Big ? 2 : 4;
}

// So many bits are beyond any file.
constexpr uint64_t kTooMany = uint64_t{1} << 62;

uint64_t times(uint64_t count, uint64_t bits) {
  uint64_t all = 0;
  return __builtin_mul_overflow(count, bits, &all) || all > kTooMany ? kTooMany : all;
}

}  // namespace

SkipProgram::SkipProgram(const Program& program) {
  append(program);
}

void SkipProgram::append(const Program& program) {
  if (!program.nodes.empty()) add(program, 0);
}

void SkipProgram::addSkip(uint32_t alignment, uint64_t bits) {
  if (ops_.size() > joins_) {
    Op& last = ops_.back();
    // What follows is aligned already, wherever the fields before begin.
    const bool fits = last.amount % alignment == 0 && (last.alignment >= alignment);
    if (last.kind == Op::Kind::Skip && fits && last.amount + bits < kTooMany) {
      last.amount += bits;
      return;
    }
  }
  if (alignment == 1 && bits == 0) return;
  Op op;
  op.alignment = alignment;
  op.amount = bits;
  ops_.push_back(op);
}

void SkipProgram::addContainer(const Program& program, uint32_t at) {
  const Node& node = program.nodes[at];
  const bool isFixed = node.field->kind == Kind::FixedArray;
  const size_t place = ops_.size();
  Op op;
  op.kind = Op::Kind::Repeat;
  op.alignment = node.field->alignment;
  op.amount = node.field->length;
  op.from = isFixed ? kNoSlot : node.from;
  ops_.push_back(op);
  joins_ = ops_.size();
  for (uint32_t child = at + 1; child < node.end; child = program.nodes[child].end) add(program, child);
  const bool single = ops_.size() == place + 2 && ops_.back().kind == Op::Kind::Skip &&
                      ops_.back().amount % ops_.back().alignment == 0 && ops_.back().alignment <= op.alignment;
  if (single) ops_[place].each = ops_.back().amount;
  if (single && isFixed) {
    const uint64_t all = times(op.amount, ops_.back().amount);
    ops_.resize(place);
    joins_ = std::min(joins_, place);
    addSkip(op.alignment, all);
    return;
  }
  ops_[place].end = static_cast<uint32_t>(ops_.size());
  joins_ = ops_.size();
}

void SkipProgram::addChoice(const Program& program, uint32_t at) {
  const Node& node = program.nodes[at];
  const size_t place = ops_.size(), options = node.field->members.size();
  Op op;
  op.kind = Op::Kind::Choose;
  op.from = node.from;
  op.choices = &program.options[node.options];
  op.firstOption = static_cast<uint32_t>(optionEnds_.size());
  op.node = &node;
  ops_.push_back(op);
  optionEnds_.resize(optionEnds_.size() + options);
  size_t option = 0;
  for (uint32_t child = at + 1; child < node.end && option < options; child = program.nodes[child].end) {
    joins_ = ops_.size();
    add(program, child);
    optionEnds_[op.firstOption + option++] = static_cast<uint32_t>(ops_.size());
  }
  ops_[place].end = static_cast<uint32_t>(ops_.size());
  joins_ = ops_.size();
}

void SkipProgram::add(const Program& program, uint32_t at) {
  const Node& node = program.nodes[at];
  const FieldClass& field = *node.field;
  Op op;
  op.node = &node;
  op.alignment = field.alignment;
  switch (field.kind) {
    case Kind::Integer:
      if (!isTold(node)) return addSkip(field.alignment, field.size);
      op.kind = Op::Kind::Number;
      break;
    case Kind::Real:
      return addSkip(field.alignment, field.size);
    case Kind::FixedText:
    case Kind::FixedBlob:
      if (node.role == Role::Comm) {
        op.kind = Op::Kind::Bytes;
        op.amount = field.length;
        break;
      }
      return addSkip(field.alignment, times(field.length, 8));
    case Kind::VariableInteger:
      op.kind = Op::Kind::Variable;
      break;
    case Kind::Text:
      op.kind = Op::Kind::Text;
      op.width = widthOf(field.encoding);
      break;
    case Kind::DynamicText:
    case Kind::DynamicBlob:
      op.kind = Op::Kind::Bytes;
      op.from = node.from;
      break;
    case Kind::FixedArray:
    case Kind::DynamicArray:
      return addContainer(program, at);
    case Kind::Variant:
    case Kind::Optional:
      return addChoice(program, at);
    case Kind::Struct:
      if (field.alignment > 1) addSkip(field.alignment, 0);
      for (uint32_t child = at + 1; child < node.end; child = program.nodes[child].end) add(program, child);
      return;
  }
  ops_.push_back(op);
}

void SkipProgram::readNumber(const Node& node, BitReader& in, Told& told) {
  const FieldClass& field = *node.field;
  uint64_t value = in.number(field.size, node.endian);
  if (field.isReversed) value = reversedBits(value, field.size);
  told.take(node, field.isSigned ? signExtended(value, field.size) : value, field.size);
}

bool SkipProgram::repeat(const Op& op, size_t body, BitReader& in, Told& told) const {
  const uint64_t count = op.from == kNoSlot ? op.amount : told.slot(op.from);
  if (op.each != 0 || body == op.end) {
    in.skip(times(count, op.each));
    return true;
  }
  for (uint64_t i = 0; i < count && !in.failed(); ++i) {
    const uint64_t before = in.at();
    if (!run(body, op.end, in, told)) return false;
    // Elements without a bit are all alike.
    if (in.at() == before) break;
  }
  return true;
}

bool SkipProgram::choose(const Op& op, size_t body, BitReader& in, Told& told) const {
  const size_t option = op.choices->of(told.slot(op.from));
  if (option == op.choices->options.size()) return op.node->field->kind == Kind::Optional;
  const size_t from = option == 0 ? body : optionEnds_[op.firstOption + option - 1];
  return run(from, optionEnds_[op.firstOption + option], in, told);
}

bool SkipProgram::run(size_t from, size_t end, BitReader& in, Told& told) const {
  for (size_t at = from; at < end;) {
    const Op& op = ops_[at];
    in.align(op.alignment);
    size_t next = at + 1;
    switch (op.kind) {
      case Op::Kind::Skip:
        in.skip(op.amount);
        break;
      case Op::Kind::Number:
        readNumber(*op.node, in, told);
        break;
      case Op::Kind::Variable: {
        unsigned bits = 0;
        const uint64_t value = readVariable(in, op.node->field->isSigned, bits);
        told.take(*op.node, value, bits);
        break;
      }
      case Op::Kind::Text: {
        const Bytes text = in.text(op.width);
        if (op.node->role == Role::Comm) told.comm = text;
        break;
      }
      case Op::Kind::Bytes: {
        const Bytes text = in.bytes(op.from == kNoSlot ? op.amount : told.slot(op.from));
        if (op.node->role == Role::Comm) told.comm = text;
        break;
      }
      case Op::Kind::Repeat:
        if (!repeat(op, at + 1, in, told)) return false;
        next = op.end;
        break;
      case Op::Kind::Choose:
        if (!choose(op, at + 1, in, told)) return false;
        next = op.end;
        break;
    }
    if (in.failed()) return true;
    at = next;
  }
  return true;
}

}  // namespace tp::ctf
