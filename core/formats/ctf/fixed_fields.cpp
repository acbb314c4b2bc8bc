#include "core/formats/ctf/fixed_fields.h"

#include <algorithm>

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

// Passes over fields, as long as their sizes and alignments tell where they end.
class Walk {
 public:
  explicit Walk(FixedFields& out) : out_(out) {}

  bool varies() const { return varies_; }
  uint64_t at() const { return at_; }

  void align(uint32_t alignment) {
    // At the begin, what is aligned more strictly is still to be met.
    if (at_ == 0) out_.alignment = std::max(out_.alignment, alignment);
    if (alignment > out_.alignment) varies_ = true;
    add((alignment - at_ % alignment) % alignment);
  }

  void pass(const Program& program, uint32_t node) {
    const FieldClass& field = *program.nodes[node].field;
    align(field.alignment);
    switch (field.kind) {
      case Kind::Integer:
      case Kind::Wide:
      case Kind::Real:
        return add(field.size);
      case Kind::FixedText:
      case Kind::FixedBlob:
        return addMany(field.length, 8);
      case Kind::Struct:
        for (uint32_t child = node + 1; child < program.nodes[node].end && !varies_; child = program.nodes[child].end)
          pass(program, child);
        return;
      case Kind::FixedArray: {
        const FieldClass& element = *program.nodes[node + 1].field;
        if (element.kind != Kind::Integer || element.size % element.alignment != 0) break;
        align(element.alignment);
        return addMany(field.length, element.size);
      }
      default:
        break;
    }
    varies_ = true;
  }

 private:
  // No event is longer.
  static constexpr uint64_t kMost = uint64_t{1} << 32;

  void add(uint64_t bits) {
    varies_ |= bits > kMost || at_ + bits > kMost;
    if (!varies_) at_ += bits;
  }
  void addMany(uint64_t count, uint64_t bits) { add(count > kMost ? count : count * bits); }

  FixedFields& out_;
  uint64_t at_ = 0;
  bool varies_ = false;
};

}  // namespace

FixedFields fixedFieldsOf(const EventLayout& event) {
  FixedFields out;
  Walk walk(out);
  for (const Program* program : {&event.stream->program->eventContext, &event.program->context})
    if (!program->nodes.empty()) walk.pass(*program, 0);
  const Program& payload = event.program->payload;
  if (payload.nodes.empty()) return out;
  walk.align(payload.nodes.front().field->alignment);
  for (uint32_t node = 1; node < payload.nodes.front().end; node = payload.nodes[node].end) {
    walk.align(payload.nodes[node].field->alignment);
    out.places.push_back(walk.varies() ? FixedFields::kVaries : walk.at());
    if (!walk.varies()) walk.pass(payload, node);
  }
  return out;
}

}  // namespace tp::ctf
