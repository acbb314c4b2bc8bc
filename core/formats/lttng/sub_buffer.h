// The header that each sub-buffer of a tracefile begins with; version 1.0 calls them blocks.
#pragma once

#include <string>
#include <string_view>

#include "core/io/cursor.h"

namespace tp::lttng {

// What does not change within a tracefile, and how its events are laid out.
struct Layout {
  Endian endian = Endian::Little;
  uint8_t major = 0;
  uint8_t minor = 0;
  uint8_t archSize = 4;     // bytes of a pointer
  uint8_t alignment = 0;    // of the headers of events; 0: packed
  uint16_t headerSize = 0;  // of the sub-buffer: where its events begin
  // Versions up to 1.0 only.
  bool heartbeat = false;   // events carry 32 bits of the TSC, else all 64
  uint8_t tscTruncate = 0;  // compact channels: low bits of the TSC that are not written,
  uint8_t tscBits = 0;      // bits that are,
  uint8_t idBits = 0;       // and bits of the id above them

  bool operator==(const Layout&) const = default;

  bool before(unsigned wantMajor, unsigned wantMinor) const {
    return major < wantMajor || (major == wantMajor && minor < wantMinor);
  }
  // Up to 1.0: blocks, which have another header than the sub-buffers of later versions.
  bool blocks() const { return major < 2; }
  // Before 1.0 events belong to facilities, which files beside the trace describe.
  bool facilities() const { return major == 0; }
  // The header says when the trace began, by the TSC and by the clock on the wall. 2.x says only the latter.
  bool hasStart() const { return blocks() && !before(0, 4); }
  // Ids are counted per channel, and the metadata names the channel of each.
  bool idsPerChannel() const { return !before(2, 3); }
  // A number lies at a multiple of this many bytes; `limit` is the alignment of the trace or of the marker.
  // Versions 2.4 and 2.5 align every number by its own size.
  unsigned aligned(unsigned size, unsigned limit) const;
  std::string version() const { return std::to_string(major) + "." + std::to_string(minor); }
};

struct SubBuffer {
  Layout layout;
  uint64_t beginTsc = 0;
  uint64_t endTsc = 0;
  uint64_t size = 0;      // from this sub-buffer to the next
  uint64_t dataSize = 0;  // header and events, without the padding
  uint32_t lost = 0;      // events since the beginning of the trace, modulo 2^32
  uint32_t corrupt = 0;   // sub-buffers, likewise
  uint64_t frequency = 0;
  uint32_t scale = 1;
  uint32_t archType = 0;  // of blocks only
  uint64_t startTsc = 0;  // of versions that have it
  uint64_t startSec = 0;
  uint64_t startUsec = 0;
};

enum class HeaderState : uint8_t {
  None,          // no magic number where one should be
  OtherVersion,  // of the family, but not one that is read here
  Damaged,       // sizes that contradict each other
  Good,
};

// At least as long as the longest header.
inline constexpr size_t kHeadBytes = 128;
inline constexpr uint32_t kMagic = 0x00D6B7ED;

// `head` are the first bytes of the sub-buffer, kHeadBytes of them where there are so many.
HeaderState readSubBuffer(Bytes head, SubBuffer& out);

// The id of a facility's event, as versions before 1.0 have them.
constexpr uint16_t facilityEvent(uint8_t facility, uint8_t event) {
  return static_cast<uint16_t>(facility << 8 | event);
}

// Channels of the versions 0.8 and 1.0 whose events have a header of one word.
bool isCompact(std::string_view channel);

// From the beginning of a sub-buffer to its magic number, which tells the two families apart.
inline constexpr size_t kMagicOffsets[] = {16, 40};
size_t magicOffset(const Layout& layout);

}  // namespace tp::lttng
