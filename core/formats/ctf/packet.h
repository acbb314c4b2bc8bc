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

// Passes over the event at which `in` stands. `number` is that of the event in TraceLayout::events(), `time` its time
// in cycles; `told` has what its fields tell. If `in` fails, the event reaches beyond its limit. Returns false if it
// can't be read for another reason, which `problem` tells.
bool readEvent(const TraceLayout& layout, const StreamLayout& stream, BitReader& in, Told& told, uint32_t& number,
               uint64_t& time, std::string& problem);

}  // namespace tp::ctf
