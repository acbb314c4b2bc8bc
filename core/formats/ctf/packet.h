// The head of a packet: where its events lie, and what its stream lost.
#pragma once

#include "core/formats/ctf/layout.h"

namespace tp::ctf {

struct Packet {
  const StreamLayout* stream = nullptr;
  uint64_t size = 0;     // in bytes, from the beginning of the packet
  uint64_t content = 0;  // in bits: no event begins from here on
  uint64_t events = 0;   // in bits: where the first event begins
};

enum class HeadResult : uint8_t {
  Read,
  NeedMore,  // the head reaches beyond `data`
  Bad,
};

// Reads the head of a packet that begins with `data` and has at most `left` bytes. `told` gets what its fields tell;
// what it had of another packet is forgotten. After Bad, `problem` says what was expected and what found; `out` is then
// not to be used.
HeadResult readHead(const TraceLayout& layout, const Bytes& data, uint64_t left, Told& told, Packet& out,
                    std::pair<std::string, std::string>& problem);

enum class EventResult : uint8_t {
  Read,       // or, if the reader has failed, the event reaches beyond its limit
  UnknownId,  // the metadata have no event with its id
  NoOption,   // a variant has no option for its selector
};

struct Event {
  uint32_t number = 0;  // in TraceLayout::events()
  uint64_t time = 0;    // in cycles
  uint64_t body = 0;    // in bits of the packet: where its header ends
};

// Passes over the event at which `in` stands. `told` has what its fields tell. `out` is of use after Read only.
EventResult readEvent(const TraceLayout& layout, const StreamLayout& stream, BitReader& in, Told& told, Event& out);

// What was found in the place of an event that can be read, after another result than Read.
std::string wordsOf(EventResult result, const Told& told);

}  // namespace tp::ctf
