#include "core/formats/ctf/skip_program.h"

#include <algorithm>

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
constexpr uint64_t kLongestRun = uint64_t{1} << 31;

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
  shape_ = shapeOf();
  if (shape_ == Shape::Plain && !ops_.empty()) {
    plainAlignment_ = ops_.front().alignment;
    plainBits_ = ops_.front().amount;
  }
}

SkipProgram::Shape SkipProgram::shapeOf() const {
  const auto isRun = [&](size_t at) { return ops_[at].kind == Op::Kind::Run; };
  if (ops_.empty() || (ops_.size() == 1 && isRun(0) && numbers_.empty())) return Shape::Plain;
  const bool isChoice = ops_.size() > 2 && isRun(0) && ops_[1].kind == Op::Kind::Choose && ops_[1].end == ops_.size();
  const bool areSingle = std::all_of(choices_.begin(), choices_.end(), [&](const Choice& choice) {
    return choice.end == choice.from + 1 && isRun(choice.from);
  });
  return isChoice && areSingle ? Shape::Header : Shape::Other;
}

// Adds bits to the last run, where what is aligned within it is aligned wherever it begins, or else begins another one.
SkipProgram::Op& SkipProgram::addRun(uint32_t alignment, uint64_t bits) {
  if (ops_.size() > joins_) {
    Op& last = ops_.back();
    const uint64_t begin = (last.amount + alignment - 1) & ~uint64_t{alignment - 1};
    const bool isPadded = begin == last.amount || bits > 0;
    if (last.kind == Op::Kind::Run && last.alignment >= alignment && isPadded && begin + bits < kLongestRun) {
      last.amount = begin + bits;
      return last;
    }
  }
  Op op;
  op.alignment = alignment;
  op.amount = bits;
  op.first = op.last = static_cast<uint32_t>(numbers_.size());
  ops_.push_back(op);
  return ops_.back();
}

void SkipProgram::addNumber(const Node& node) {
  const FieldClass& field = *node.field;
  Op& run = addRun(field.alignment, field.size);
  Number number;
  number.at = static_cast<uint32_t>(run.amount - field.size);
  number.size = static_cast<uint8_t>(field.size);
  number.endian = node.endian;
  number.isSigned = field.isSigned;
  number.isReversed = field.isReversed;
  number.setsClock = node.setsClock;
  number.role = node.role;
  number.slot = node.slot;
  numbers_.push_back(number);
  run.last = static_cast<uint32_t>(numbers_.size());
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
  const bool single = ops_.size() == place + 2 && ops_.back().kind == Op::Kind::Run &&
                      ops_.back().first == ops_.back().last && ops_.back().amount % ops_.back().alignment == 0 &&
                      ops_.back().alignment <= op.alignment;
  if (single) ops_[place].each = ops_.back().amount;
  if (single && isFixed) {
    const uint64_t all = times(op.amount, ops_.back().amount);
    ops_.resize(place);
    joins_ = std::min(joins_, place);
    addRun(op.alignment, all);
    return;
  }
  ops_[place].end = static_cast<uint32_t>(ops_.size());
  joins_ = ops_.size();
}

void SkipProgram::addChoice(const Program& program, uint32_t at) {
  const Node& node = program.nodes[at];
  const size_t place = ops_.size();
  const Choices& choices = program.options[node.options];
  Op op;
  op.kind = Op::Kind::Choose;
  op.isOptional = node.field->kind == Kind::Optional;
  op.from = node.from;
  ops_.push_back(op);
  // Options can have choices of their own.
  std::vector<Choice> own;
  // In the order of unsigned numbers with the highest bit flipped, negative ones come first.
  const uint64_t flipped = choices.isSigned ? uint64_t{1} << 63 : 0;
  size_t option = 0;
  for (uint32_t child = at + 1; child < node.end && option < choices.options.size();
       child = program.nodes[child].end, ++option) {
    joins_ = ops_.size();
    const auto from = static_cast<uint32_t>(ops_.size());
    add(program, child);
    for (const Range& range : choices.options[option])
      own.push_back({range.first ^ flipped, range.last ^ flipped, flipped, from, static_cast<uint32_t>(ops_.size())});
  }
  ops_[place].first = static_cast<uint32_t>(choices_.size());
  choices_.insert(choices_.end(), own.begin(), own.end());
  ops_[place].last = static_cast<uint32_t>(choices_.size());
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
      if (isTold(node)) return addNumber(node);
      addRun(field.alignment, field.size);
      return;
    case Kind::Wide:
    case Kind::Real:
      addRun(field.alignment, field.size);
      return;
    case Kind::FixedText:
    case Kind::FixedBlob:
      if (node.role == Role::Comm) {
        op.kind = Op::Kind::Bytes;
        op.amount = field.length;
        break;
      }
      addRun(field.alignment, times(field.length, 8));
      return;
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
      if (field.alignment > 1) addRun(field.alignment, 0);
      for (uint32_t child = at + 1; child < node.end; child = program.nodes[child].end) add(program, child);
      return;
  }
  ops_.push_back(op);
}

inline void SkipProgram::tell(const Number& number, uint64_t value, Told& told) {
  if (number.isReversed) value = reversedBits(value, number.size);
  told.take(number, number.isSigned ? signExtended(value, number.size) : value, number.size);
}

// Of a run that reaches beyond the limit: reads what is before it, and fails.
void SkipProgram::runCut(const Op& op, BitReader& in, Told& told) const {
  const uint64_t begin = in.at();
  for (uint32_t i = op.first; i < op.last; ++i) {
    in.seek(begin + numbers_[i].at);
    const uint64_t value = in.number(numbers_[i].size, numbers_[i].endian);
    tell(numbers_[i], value, told);
    if (in.failed()) return;
  }
  in.fail();
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

inline const SkipProgram::Choice* SkipProgram::chosen(const Op& op, const Told& told) const {
  const uint64_t selector = told.slot(op.from);
  for (uint32_t i = op.first; i < op.last; ++i) {
    const Choice& choice = choices_[i];
    const uint64_t flipped = selector ^ choice.flipped;
    if (flipped >= choice.least && flipped <= choice.most) return &choice;
  }
  return nullptr;
}

bool SkipProgram::choose(const Op& op, BitReader& in, Told& told) const {
  const Choice* choice = chosen(op, told);
  return choice != nullptr ? run(choice->from, choice->end, in, told) : op.isOptional;
}

// Returns false if the run reaches beyond the limit.
inline bool SkipProgram::runWhole(const Op& op, BitReader& in, Told& told) const {
  in.align(op.alignment);
  if (!in.has(op.amount)) [[unlikely]] {
    runCut(op, in, told);
    return false;
  }
  for (uint32_t i = op.first; i < op.last; ++i) {
    const Number& number = numbers_[i];
    tell(number, in.numberAhead(number.at, number.size, number.endian), told);
  }
  in.pass(op.amount);
  return true;
}

bool SkipProgram::runHeader(BitReader& in, Told& told) const {
  if (!runWhole(ops_[0], in, told)) return true;
  in.align(ops_[1].alignment);
  const Choice* choice = chosen(ops_[1], told);
  if (choice == nullptr) return ops_[1].isOptional;
  runWhole(ops_[choice->from], in, told);
  return true;
}

bool SkipProgram::run(size_t from, size_t end, BitReader& in, Told& told) const {
  for (size_t at = from; at < end;) {
    const Op& op = ops_[at];
    if (op.kind == Op::Kind::Run) {
      if (!runWhole(op, in, told)) return true;
      ++at;
      continue;
    }
    in.align(op.alignment);
    size_t next = at + 1;
    switch (op.kind) {
      case Op::Kind::Run:
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
        if (!choose(op, in, told)) return false;
        next = op.end;
        break;
    }
    if (in.failed()) return true;
    at = next;
  }
  return true;
}

}  // namespace tp::ctf
