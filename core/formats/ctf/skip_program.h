// Passes over the fields of a scope as fast as that can be done: only what tells something is read, and fields of fixed
// sizes are passed over together.
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
  // What a number tells that `node` describes. `bits` is its size.
  void take(const Node& node, uint64_t value, unsigned bits) {
    if (node.slot >= 0 && static_cast<size_t>(node.slot) < slots.size()) slots[static_cast<size_t>(node.slot)] = value;
    if (node.role != Role::None) set(node.role, value);
    if (node.setsClock) tick(bits < 64 ? value & ((uint64_t{1} << bits) - 1) : value, bits);
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
  bool run(BitReader& in, Told& told) const { return run(0, ops_.size(), in, told); }

 private:
  struct Op {
    enum class Kind : uint8_t { Skip, Number, Variable, Text, Bytes, Repeat, Choose };
    Kind kind = Kind::Skip;
    uint8_t width = 1;       // of the characters of a text, in bytes
    uint32_t alignment = 1;  // in bits
    uint64_t amount = 0;     // bits to skip, or how many elements
    uint64_t each = 0;       // of elements that all have this size: its bits; else 0
    Slot from = kNoSlot;     // of a Repeat or Bytes: the slot of the number, if it varies
    uint32_t end = 0;        // the operations of an element, or of all options, end here
    const Node* node = nullptr;
    const Choices* choices = nullptr;
    uint32_t firstOption = 0;  // of optionEnds_
  };

  void add(const Program& program, uint32_t at);
  void addSkip(uint32_t alignment, uint64_t bits);
  void addContainer(const Program& program, uint32_t at);
  void addChoice(const Program& program, uint32_t at);
  bool run(size_t from, size_t end, BitReader& in, Told& told) const;
  bool repeat(const Op& op, size_t body, BitReader& in, Told& told) const;
  bool choose(const Op& op, size_t body, BitReader& in, Told& told) const;
  static void readNumber(const Node& node, BitReader& in, Told& told);

  std::vector<Op> ops_;
  std::vector<uint32_t> optionEnds_;
  size_t joins_ = 0;  // operations from here on may be joined with a further one
};

}  // namespace tp::ctf
