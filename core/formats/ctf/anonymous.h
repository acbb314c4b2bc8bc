// Takes names and other texts out of what a cut has.
#pragma once

#include <span>
#include <string>

#include "core/formats/ctf/packet.h"
#include "core/text/pseudonyms.h"

namespace tp::ctf {

// Replaces the texts of an event's fields, of which names get pseudonyms, and clears its blobs. `bytes` are those of
// the packet, `begin` is the bit of it at which the event's header begins, and `told` what the packet's fields tell.
void anonymiseEvent(const EventLayout& event, std::span<std::byte> bytes, uint64_t begin, const Told& told,
                    Pseudonyms& names);

// Returns the text of metadata without the texts that tell whose machine and program it was; those of the tracer and
// of the kernel's version stay.
std::string anonymousMetadata(const std::string& text, Pseudonyms& names);

}  // namespace tp::ctf
