// Passes over the fields of a scope as fast as that can be done: only what tells something is read, and fields of fixed
// sizes are passed over together, with one check of the bounds.
#pragma once

#include "core/formats/ctf/bit_reader.h"
#include "core/formats/ctf/program.h"

namespace tp::ctf {

// What the fields of a packet and of the current event have told.
struct Told {
  std::vector<uint64_t> slots;
  std::array<uint64_t, static_cast<size_t>(Role::Count)> roles{};
  uint32_t known = 0;  // which of `roles` are there, one bit each
  uint64_t clock = 0;  // in cycles
  Bytes comm;          // the name of the thread, up to a NUL; valid as long as what was read

  bool has(Role role) const { return (known >> static_cast<unsigned>(role) & 1) != 0; }
  uint64_t of(Role role, uint64_t otherwise = 0) const {
    return has(role) ? roles[static_cast<size_t>(role)] : otherwise;
  }
  void forget(Role role) { known &= ~(uint32_t{1} << static_cast<unsigned>(role)); }
  void set(Role role, uint64_t value) {
    roles[static_cast<size_t>(role)] = value;
    known |= uint32_t{1} << static_cast<unsigned>(role);
  }
  // A time of `bits` bits was read: it is the next one that ends in them.
  void tick(uint64_t value, unsigned bits) {
    if (bits >= 64) {
      clock = value;
      return;
    }
    const uint64_t span = uint64_t{1} << bits, next = (clock & ~(span - 1)) | value;
    clock = next < clock ? next + span : next;
  }
  // What a number tells that `field`, a Node or a part of it, describes. `bits` is its size.
  template <class Field>
  void take(const Field& field, uint64_t value, unsigned bits) {
    if (field.slot >= 0 && static_cast<size_t>(field.slot) < slots.size())
      slots[static_cast<size_t>(field.slot)] = value;
    if (field.role != Role::None) set(field.role, value);
    if (field.setsClock) tick(bits < 64 ? value & ((uint64_t{1} << bits) - 1) : value, bits);
  }
  uint64_t slot(Slot number) const {
    return number >= 0 && static_cast<size_t>(number) < slots.size() ? slots[static_cast<size_t>(number)] : 0;
  }
};

class SkipProgram {
 public:
  SkipProgram() = default;
  // Both must outlive this.
  explicit SkipProgram(const Program& program);
  // Adds the fields of a further scope, which follow those of this one.
  void append(const Program& program);

  // Passes over the fields from where `in` stands, which fails if they reach beyond its limit. Returns false if a
  // variant has no option for its selector.
  bool run(BitReader& in, Told& told) const {
    if (shape_ == Shape::Plain) {
      in.align(plainAlignment_);
      if (in.has(plainBits_)) {
        in.pass(plainBits_);
        return true;
      }
    } else if (shape_ == Shape::Header) {
      return runHeader(in, told);
    }
    return run(0, ops_.size(), in, told);
  }

 private:
  struct Op {
    // A Run is what has a fixed size, with the numbers in it that are read.
    enum class Kind : uint8_t { Run, Variable, Text, Bytes, Repeat, Choose };
    Kind kind = Kind::Run;
    uint8_t width = 1;        // of the characters of a text, in bytes
    bool isOptional = false;  // of a Choose: no option need be chosen
    uint32_t alignment = 1;   // in bits
    uint64_t amount = 0;      // bits of a Run, or how many elements
    uint64_t each = 0;        // of elements that all have this size: its bits; else 0
    Slot from = kNoSlot;  // of a Repeat, Bytes or Choose: the slot of the number; of a Repeat or Bytes, if it varies
    uint32_t end = 0;     // the operations of an element, or of all options, end here
    const Node* node = nullptr;
    // Of a Run: those of `numbers_`; of a Choose: those of `choices_`.
    uint32_t first = 0, last = 0;
  };
  struct Number {
    uint32_t at = 0;  // in bits, from the begin of the run
    uint8_t size = 0;
    Endian endian = Endian::Little;
    bool isSigned = false, isReversed = false, setsClock = false;
    Role role = Role::None;
    Slot slot = kNoSlot;
  };
  // The operations of the option that is chosen by selectors from `least` to `most`, of which `flipped` was flipped.
  struct Choice {
    uint64_t least = 0, most = 0, flipped = 0;
    uint32_t from = 0, end = 0;
  };

  // What is usual has ways of its own: the processor does not foresee how a program of any shape goes on.
  enum class Shape : uint8_t {
    Plain,   // one run of which nothing is read
    Header,  // a run and then a choice between single runs, as events of LTTng begin
    Other,
  };

  void add(const Program& program, uint32_t at);
  Shape shapeOf() const;
  Op& addRun(uint32_t alignment, uint64_t bits);
  void addNumber(const Node& node);
  void addContainer(const Program& program, uint32_t at);
  void addChoice(const Program& program, uint32_t at);
  bool run(size_t from, size_t end, BitReader& in, Told& told) const;
  bool runHeader(BitReader& in, Told& told) const;
  bool runWhole(const Op& op, BitReader& in, Told& told) const;
  const Choice* chosen(const Op& op, const Told& told) const;
  void runCut(const Op& op, BitReader& in, Told& told) const;
  bool repeat(const Op& op, size_t body, BitReader& in, Told& told) const;
  bool choose(const Op& op, BitReader& in, Told& told) const;
  static void tell(const Number& number, uint64_t value, Told& told);

  std::vector<Op> ops_;
  std::vector<Number> numbers_;
  std::vector<Choice> choices_;
  size_t joins_ = 0;  // operations from here on may be joined with a further one
  Shape shape_ = Shape::Plain;
  uint32_t plainAlignment_ = 1;
  uint64_t plainBits_ = 0;
};

}  // namespace tp::ctf
