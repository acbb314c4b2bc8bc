#include "core/formats/ctf/packet_cut.h"

#include <algorithm>

#include "core/formats/ctf/field_walk.h"

namespace tp::ctf {
namespace {

using Kind = FieldClass::Kind;

uint32_t largestAlignment(const Program& program, uint32_t least) {
  for (const Node& node : program.nodes) least = std::max(least, node.field->alignment);
  return least;
}

// Events are moved by a multiple of it.
uint32_t alignmentOf(const StreamLayout& stream) {
  uint32_t out = largestAlignment(stream.program->eventHeader, 8);
  out = largestAlignment(stream.program->eventContext, out);
  for (const EventProgram& event : stream.program->events)
    out = largestAlignment(event.payload, largestAlignment(event.context, out));
  return out;
}

bool hasRole(const Program& program, Role role) {
  return std::any_of(program.nodes.begin(), program.nodes.end(),
                     [role](const Node& node) { return node.role == role; });
}

uint64_t firstPlace(const Packet& packet) {
  const uint64_t alignment = packet.stream->headerAlignment;
  return (packet.events + alignment - 1) & ~(alignment - 1);
}

void storeBits(std::span<std::byte> bytes, uint64_t at, unsigned size, Endian endian, uint64_t value) {
  for (unsigned i = 0; i < size; ++i) {
    // The lowest bit comes first in little endian numbers, the highest one in big endian ones.
    const bool isSet = (value >> (endian == Endian::Little ? i : size - 1 - i) & 1) != 0;
    const uint64_t place = at + i;
    if (place / 8 >= bytes.size()) return;
    const auto bit = static_cast<std::byte>(endian == Endian::Little ? 1u << (place % 8) : 128u >> (place % 8));
    std::byte& byte = bytes[static_cast<size_t>(place / 8)];
    byte = isSet ? byte | bit : byte & ~bit;
  }
}

class HeadWriter {
 public:
  HeadWriter(const TraceLayout& layout, const Packet& packet, std::span<std::byte> bytes)
      : layout_(layout), packet_(packet), bytes_(bytes) {}

  bool failed() const { return failed_; }
  void set(Role role, uint64_t value) {
    Told told;
    told.slots.assign(layout_.program().slots, 0);
    BitReader in(bytes_, 0, packet_.events);
    for (const Program* program : {&layout_.program().packetHeader, &packet_.stream->program->packetContext}) {
      const uint64_t begin = in.at();
      for (uint32_t node = 0; node < program->nodes.size(); ++node) {
        if (program->nodes[node].role != role) continue;
        in.seek(begin);
        if (seekTo(*program, 0, node, in, told)) store(program->nodes[node], in.at(), value);
      }
      in.seek(begin);
      if (!program->nodes.empty()) seekTo(*program, 0, static_cast<uint32_t>(program->nodes.size()), in, told);
    }
  }

 private:
  void store(const Node& node, uint64_t at, uint64_t value) {
    if (node.field->kind != Kind::Integer || node.field->isReversed) {
      failed_ = true;
    } else {
      storeBits(bytes_, at, node.field->size, node.endian, value);
    }
  }

  const TraceLayout& layout_;
  const Packet& packet_;
  std::span<std::byte> bytes_;
  bool failed_ = false;
};

}  // namespace

bool canCutFront(const TraceLayout& layout, const Packet& packet, uint64_t first) {
  (void)layout;
  const uint64_t place = firstPlace(packet);
  return hasRole(packet.stream->program->packetContext, Role::PacketBegin) && place % 8 == 0 && first >= place &&
         (first - place) % alignmentOf(*packet.stream) == 0;
}

std::vector<std::byte> changedPacket(const TraceLayout& layout, const Packet& packet, const Bytes& bytes,
                                     const PacketChange& change) {
  std::vector<std::byte> out(bytes.begin(), bytes.end());
  uint64_t content = std::min(packet.content, bytes.size() * uint64_t{8});
  uint64_t size = bytes.size();
  if (change.cutsBack) content = std::min(content, change.end);
  if (change.cutsFront) {
    const uint64_t moved = change.first - firstPlace(packet);
    std::copy(out.begin() + static_cast<std::ptrdiff_t>(change.first / 8), out.end(),
              out.begin() + static_cast<std::ptrdiff_t>((change.first - moved) / 8));
    content -= std::min(content, moved);
  }
  if (change.cutsFront || change.cutsBack) {
    size = (content + 7) / 8;
    out.resize(static_cast<size_t>(size));
  }
  HeadWriter head(layout, packet, out);
  if (change.cutsFront || change.cutsBack) {
    head.set(Role::ContentSize, content);
    head.set(Role::PacketSize, size * 8);
  }
  if (change.cutsFront) head.set(Role::PacketBegin, change.begin);
  if (change.cutsBack) head.set(Role::PacketEnd, change.last);
  head.set(Role::Discarded, change.discarded);
  head.set(Role::Sequence, change.sequence);
  if (head.failed()) out.clear();
  return out;
}

}  // namespace tp::ctf
