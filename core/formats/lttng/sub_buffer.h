// The header of a sub-buffer; version 1.0 calls sub-buffers blocks.
#pragma once

#include <string>
#include <string_view>

#include "core/io/cursor.h"

namespace tp::lttng {

// What is the same throughout a tracefile, and how its events are laid out.
struct Layout {
  Endian endian = Endian::Little;
  uint8_t major = 0;
  uint8_t minor = 0;
  uint8_t archSize = 4;     // Size of a pointer in bytes.
  uint8_t alignment = 0;    // Alignment of the events' headers in bytes; 0 if packed.
  uint16_t headerSize = 0;  // Size of the sub-buffer's header in bytes: where its events begin.
  // The following are in versions up to 1.0 only.
  bool heartbeat = false;   // Events carry 32 bits of the TSC, else all 64.
  uint8_t tscTruncate = 0;  // Compact channels: number of low bits of the TSC that are not written.
  uint8_t tscBits = 0;      // Compact channels: number of bits of the TSC that are written.
  uint8_t idBits = 0;       // Compact channels: number of bits of the id above them.

  bool operator==(const Layout&) const = default;

  bool before(unsigned wantMajor, unsigned wantMinor) const {
    return major < wantMajor || (major == wantMajor && minor < wantMinor);
  }
  // Up to 1.0: blocks, whose header differs from that of later sub-buffers.
  bool blocks() const { return major < 2; }
  // Before 1.0, events belong to facilities, which files beside the trace describe.
  bool facilities() const { return major == 0; }
  // The header has the start of the trace both as a TSC and as wall-clock time. Version 2.x has only the latter.
  bool hasStart() const { return blocks() && !before(0, 4); }
  // Each channel has its own ids, and the metadata name the channel of each id.
  bool idsPerChannel() const { return !before(2, 3); }
  // Returns the alignment in bytes of a number of `size` bytes; `limit` is the alignment of the trace or of the marker.
  // Versions 2.4 and 2.5 align every number by its own size.
  unsigned aligned(unsigned size, unsigned limit) const;
  std::string version() const { return std::to_string(major) + "." + std::to_string(minor); }
};

struct SubBuffer {
  Layout layout;
  uint64_t beginTsc = 0;
  uint64_t endTsc = 0;
  uint64_t size = 0;       // Distance in bytes to the next sub-buffer.
  uint64_t dataSize = 0;   // Bytes of header and events, without the padding.
  uint32_t lost = 0;       // Events lost since the beginning of the trace, modulo 2^32.
  uint32_t corrupt = 0;    // Corrupt sub-buffers since the beginning of the trace, modulo 2^32.
  uint64_t frequency = 0;  // Of the TSC, in Hz, to be scaled by `scale` (clock.cpp); 0: unknown.
  uint32_t scale = 1;
  uint32_t archType = 0;   // Blocks only.
  uint64_t startTsc = 0;   // Only in versions that have it (Layout::hasStart()).
  uint64_t startSec = 0;   // Wall-clock time at startTsc: seconds since 1970,
  uint64_t startUsec = 0;  // and microseconds.
};

enum class HeaderState : uint8_t {
  None,          // There is no magic number where one should be.
  OtherVersion,  // A version that is not supported.
  Damaged,       // The header is cut, or its sizes contradict each other.
  Good,
};

// At least the size of the longest header, in bytes.
inline constexpr size_t kHeadBytes = 128;
inline constexpr uint32_t kMagic = 0x00D6B7ED;

// Reads the header of a sub-buffer. `head` has its first bytes: kHeadBytes of them, or up to the end of the file.
HeaderState readSubBuffer(Bytes head, SubBuffer& out);

// Returns the id of a facility's event, for versions before 1.0.
constexpr uint16_t facilityEvent(uint8_t facility, uint8_t event) {
  return static_cast<uint16_t>(facility << 8 | event);
}

// Returns whether this is a channel of versions 0.8 and 1.0 whose events have a header of one word.
bool isCompact(std::string_view channel);

// Offsets of the magic number from the beginning of a sub-buffer. They tell versions from 2.0 on (16) from earlier
// ones.
inline constexpr size_t kMagicOffsets[] = {16, 40};
size_t magicOffset(const Layout& layout);

}  // namespace tp::lttng
