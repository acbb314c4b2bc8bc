#include "core/formats/lttng/sub_buffer.h"

#include <algorithm>

namespace tp::lttng {
namespace {

constexpr size_t kMagicOfSubBuffer = kMagicOffsets[0];
constexpr size_t kMagicOfBlock = kMagicOffsets[1];

bool findMagic(Bytes head, size_t at, Endian& endian) {
  if (head.size() < at + sizeof(uint32_t)) return false;
  for (Endian tried : {Endian::Little, Endian::Big}) {
    endian = tried;
    if (loadUnchecked<uint32_t>(head.data() + at, tried) == kMagic) return true;
  }
  return false;
}

// "The LTTng trace format" of 2008-06-02, "The block start/end header" and "The trace header". Against its text the
// start time is 64 bits of seconds and 64 bits of microseconds, as the tracer of that time writes it. Earlier versions
// have fewer of these fields: the last byte about compact channels came with 1.0, the two before it with 0.8, and what
// is known about the start with 0.4.
HeaderState readBlock(Cursor& cursor, SubBuffer& out) {
  Layout& layout = out.layout;
  out.beginTsc = cursor.u64();
  uint64_t frequency = cursor.u64();  // May be 0; the frequency of the trace applies then.
  out.endTsc = cursor.u64();
  cursor.skip(8);
  uint32_t padding = cursor.u32();
  out.size = cursor.u32();
  cursor.skip(sizeof(uint32_t));  // The magic number.
  out.archType = cursor.u32();
  cursor.skip(2 * sizeof(uint32_t));  // Variant of the architecture, order of floats.
  layout.archSize = cursor.u8();
  layout.major = cursor.u8();
  layout.minor = cursor.u8();
  if (cursor.failed()) return HeaderState::Damaged;
  bool read = layout.major == 1 ? layout.minor == 0 : layout.major == 0 && layout.minor >= 3 && layout.minor <= 8;
  if (!read) return HeaderState::OtherVersion;
  cursor.skip(1);  // Flight recorder.
  layout.heartbeat = cursor.u8() != 0;
  layout.alignment = cursor.u8();
  if (!layout.before(0, 8)) {
    layout.tscTruncate = cursor.u8();
    layout.tscBits = cursor.u8();
    // In 0.8, all bits above the TSC are the id.
    uint8_t notId = layout.major == 1 ? cursor.u8() : layout.tscBits;
    layout.idBits = notId <= 32 ? static_cast<uint8_t>(32 - notId) : 0;
  }
  out.scale = cursor.u32();
  out.frequency = frequency;
  if (layout.hasStart()) {
    out.frequency = cursor.u64();
    out.startTsc = cursor.u64();
    cursor.skip(8);  // Monotonic start, which is never filled in.
    out.startSec = cursor.u64();
    out.startUsec = cursor.u64();
  }
  layout.headerSize = static_cast<uint16_t>(cursor.position());
  out.dataSize = out.size - std::min<uint64_t>(out.size, padding);
  return HeaderState::Good;
}

// LTTng's ltt-tracer.h, struct ltt_subbuffer_header, as it was from 2008-10 (2.0) to 2010-02 (2.6).
HeaderState readSubBuffer2(Cursor& cursor, SubBuffer& out) {
  Layout& layout = out.layout;
  out.beginTsc = cursor.u64();
  out.endTsc = cursor.u64();
  cursor.skip(sizeof(uint32_t));
  layout.major = cursor.u8();
  layout.minor = cursor.u8();
  layout.archSize = cursor.u8();
  layout.alignment = cursor.u8();
  if (cursor.failed()) return HeaderState::Damaged;
  if (layout.major != 2 || layout.minor > 6) return HeaderState::OtherVersion;
  out.startSec = cursor.u64();
  out.startUsec = cursor.u64();
  out.frequency = cursor.u64();
  out.scale = cursor.u32();
  uint32_t data = cursor.u32();
  out.size = cursor.u32();
  // From 2.5 on, sub-buffers vary in size, and the header has the size of the data instead of that of the padding.
  out.dataSize = layout.before(2, 5) ? out.size - std::min<uint64_t>(out.size, data) : data;
  if (!layout.before(2, 2)) {
    out.lost = cursor.u32();
    out.corrupt = cursor.u32();
  }
  // In 2.0 the structure is not packed: it ends with padding if numbers of 64 bits are aligned to 8 bytes.
  if (layout.minor == 0 && layout.archSize == 8) cursor.skip(4);
  layout.headerSize = static_cast<uint16_t>(cursor.position());
  return HeaderState::Good;
}

}  // namespace

unsigned Layout::aligned(unsigned size, unsigned limit) const {
  if (limit == 0) return 1;
  bool natural = major == 2 && (minor == 4 || minor == 5);
  unsigned value = natural ? size : std::min(size, limit);
  while ((value & (value - 1)) != 0) value &= value - 1;
  return std::max(value, 1u);
}

bool isCompact(std::string_view channel) {
  return channel == "compact" || channel == "flight-compact";
}

size_t magicOffset(const Layout& layout) {
  return layout.blocks() ? kMagicOfBlock : kMagicOfSubBuffer;
}

HeaderState readSubBuffer(Bytes head, SubBuffer& out) {
  out = SubBuffer{};
  HeaderState state = HeaderState::None;
  if (Endian endian; findMagic(head, kMagicOfSubBuffer, endian)) {
    Cursor cursor(head, endian);
    out.layout.endian = endian;
    state = readSubBuffer2(cursor, out);
    if (cursor.failed()) state = HeaderState::Damaged;
  } else if (findMagic(head, kMagicOfBlock, endian)) {
    Cursor cursor(head, endian);
    out.layout.endian = endian;
    state = readBlock(cursor, out);
    if (cursor.failed()) state = HeaderState::Damaged;
  }
  if (out.scale == 0) out.scale = 1;
  if (state == HeaderState::Good && (out.dataSize < out.layout.headerSize || out.dataSize > out.size))
    state = HeaderState::Damaged;
  return state;
}

}  // namespace tp::lttng
