#include "core/formats/ctf/packet.h"

#include <algorithm>

namespace tp::ctf {
namespace {

constexpr uint32_t kMagic = 0xC1FC1FC1;
constexpr uint64_t kBits = 8;
// No head is longer.
constexpr uint64_t kMaxHead = uint64_t{1} << 20;

constexpr uint32_t bit(Role role) {
  return uint32_t{1} << static_cast<unsigned>(role);
}
constexpr uint32_t kEventRoles = bit(Role::EventId) | bit(Role::Tid) | bit(Role::Pid);

}  // namespace

HeadResult readHead(const TraceLayout& layout, const Bytes& data, uint64_t left, Told& told, Packet& out,
                    std::pair<std::string, std::string>& problem) {
  const auto bad = [&](std::string expected, std::string found) {
    problem = {std::move(expected), std::move(found)};
    return HeadResult::Bad;
  };
  told.known = 0;
  told.clock = 0;
  told.slots.assign(layout.program().slots, 0);
  const uint64_t most = std::min(left, kMaxHead);
  const bool isAll = data.size() >= most;
  const Bytes head = isAll ? data.first(static_cast<size_t>(most)) : data;
  BitReader in(head, 0, most * kBits);
  const auto beyond = [&] { return isAll ? bad("the head of a packet", "the end of the file") : HeadResult::NeedMore; };

  if (!layout.packetHeader().run(in, told)) return bad("the head of a packet", "a variant without a choice");
  if (told.has(Role::Magic) && told.of(Role::Magic) != kMagic) {
    const bool isZero =
        std::all_of(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(head.size(), 16)),
                    [](std::byte one) { return one == std::byte{0}; });
    return bad("a packet", isZero ? "zeros" : "something else");
  }
  if (in.failed()) return beyond();
  out.stream = layout.stream(told.has(Role::StreamClass), told.of(Role::StreamClass));
  if (out.stream == nullptr)
    return bad("a packet of a stream that the metadata describe",
               "stream " + std::to_string(told.of(Role::StreamClass)));
  if (!out.stream->packetContext.run(in, told)) return bad("the context of a packet", "a variant without a choice");
  if (in.failed()) return beyond();
  out.events = in.at();

  const bool sized = told.has(Role::PacketSize), filled = told.has(Role::ContentSize);
  uint64_t size = sized    ? told.of(Role::PacketSize)
                  : filled ? (told.of(Role::ContentSize) + 7) / kBits * kBits
                           : left * kBits;
  const uint64_t content = filled ? told.of(Role::ContentSize) : size;
  if (size == 0 && content == 0) return bad("the size of a packet", "zero");
  if (size % kBits != 0 || content > size || size < out.events)
    return bad("a packet that contains its head and its content",
               std::to_string(size) + " bits with " + std::to_string(content) + " bits of content");
  out.size = size / kBits;
  out.content = std::max(content, out.events);
  return HeadResult::Read;
}

EventResult readEvent(const TraceLayout& layout, const StreamLayout& stream, BitReader& in, Told& told, Event& out) {
  told.known &= ~kEventRoles;
  told.comm = {};
  if (!stream.eventHeader.run(in, told)) return EventResult::NoOption;
  if (in.failed()) return EventResult::Read;
  out.time = told.clock;
  out.body = in.at();
  uint32_t found = 0;
  if (told.has(Role::EventId)) {
    found = stream.find(told.of(Role::EventId));
  } else {
    found = stream.program->events.size() == 1 ? static_cast<uint32_t>(stream.firstEvent + 1) : stream.find(0);
  }
  if (found == 0) return EventResult::UnknownId;
  out.number = found - 1;
  return layout.events()[out.number].body.run(in, told) ? EventResult::Read : EventResult::NoOption;
}

std::string wordsOf(EventResult result, const Told& told) {
  if (result == EventResult::UnknownId)
    return "event id " + std::to_string(told.of(Role::EventId)) + ", which the metadata do not have";
  return "an event with a variant that has no option for its selector";
}

}  // namespace tp::ctf
