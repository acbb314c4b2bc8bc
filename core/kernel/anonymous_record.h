// Takes names and texts out of a record of the kernel's ring buffer. Its size and its numbers stay.
#pragma once

#include "core/kernel/event_format.h"
#include "core/text/pseudonyms.h"

namespace tp::kernel {

// Names of processes become those of `names`, other texts blanks of the same length. Bytes of arrays, whatever they
// hold, and bytes that belong to no field become 0. `format` is null for an event that is not described: then only what
// all events have stays, which is `common` bytes.
void anonymiseRecord(const EventFormat* format, Endian endian, uint32_t common, Pseudonyms& names,
                     std::span<std::byte> record);

}  // namespace tp::kernel
