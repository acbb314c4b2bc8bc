// Makes a packet that has only some of the events of another one, those that follow each other.
#pragma once

#include <span>

#include "core/formats/ctf/packet.h"

namespace tp::ctf {

// What is to change of a packet. Positions are in bits, times in cycles.
struct PacketChange {
  uint64_t first = 0;      // where the first event begins that stays
  uint64_t end = 0;        // where the last one ends
  bool cutsFront = false;  // events before it are left out
  bool cutsBack = false;   // events behind it are left out
  uint64_t begin = 0;      // the clock before the first event, if cutsFront
  uint64_t last = 0;       // the time of the last event, if cutsBack
  uint64_t discarded = 0;  // the counter, anew
  uint64_t sequence = 0;   // the packet's number, anew
};

// Whether the first events of such packets can be left out: whether their times can be told without them, and whether
// the others can be moved.
bool canCutFront(const TraceLayout& layout, const Packet& packet, uint64_t first);

// Returns the packet with the change; `bytes` are those of the whole packet. Empty if its head can't be changed, as
// one whose numbers have no fixed size.
std::vector<std::byte> changedPacket(const TraceLayout& layout, const Packet& packet, const Bytes& bytes,
                                     const PacketChange& change);

}  // namespace tp::ctf
