#include "core/formats/lttng/event_reader.h"

#include "core/formats/lttng/payload.h"

namespace tp::lttng {
namespace {

constexpr uint16_t kSizeElsewhere = 0xffff;

// `low` are the lower `bits` of a TSC that is not before `tsc`.
uint64_t advance(uint64_t tsc, uint64_t low, unsigned bits) {
  uint64_t mask = (uint64_t{1} << bits) - 1;
  if (low < (tsc & mask)) tsc += mask + 1;
  return (tsc & ~mask) | low;
}

}  // namespace

void EventReader::pad(Cursor& cursor, uint64_t position, unsigned alignment) const {
  cursor.skip(-(position + cursor.position()) & (alignment - 1));
}

// "The LTTng trace format" of 2008-06-02, "Event header" and "Event header alignment". What it says of the id, a
// facility and an event of it, is true of the versions before 1.0; that has one number of 16 bits in their place.
uint64_t EventReader::header1(Cursor& cursor, uint64_t position, RawEvent& out) const {
  pad(cursor, position, longAlign_);
  out.tsc = layout_.heartbeat ? advance(tsc_, cursor.u32(), 32) : cursor.u64();
  if (layout_.facilities()) {
    uint8_t facility = cursor.u8();
    out.id = facilityEvent(facility, cursor.u8());
  } else {
    out.id = cursor.u16();
  }
  uint16_t size = cursor.u16();
  pad(cursor, position, longAlign_);
  return size == kSizeElsewhere ? kNotGiven : size;
}

// The same document, tsc_lsb_truncate, tscbits and compact_data_shift of the trace header: one word, from its lowest
// bit up the TSC without its truncated bits, the id, and a number of the event's own.
uint64_t EventReader::headerCompact(Cursor& cursor, uint64_t position, RawEvent& out) const {
  pad(cursor, position, wordAlign_);
  uint64_t word = cursor.u32();
  unsigned bits = layout_.tscBits, cut = layout_.tscTruncate;
  uint64_t kept = tsc_ & ((uint64_t{1} << cut) - 1);
  out.tsc = advance(tsc_ >> cut, word & ((uint64_t{1} << bits) - 1), bits) << cut | kept;
  out.id = static_cast<uint16_t>(word >> bits & ((uint64_t{1} << layout_.idBits) - 1));
  out.inHeader = static_cast<uint32_t>(word >> (bits + layout_.idBits));
  return kNotGiven;
}

// LTTng's ltt-tracer.h, struct ltt_event_header and the reservation flags below it, and ltt-event-header.c, which
// writes them: 5 bits of id above 27 of the TSC, and three ids that say what follows.
uint64_t EventReader::header2(Cursor& cursor, uint64_t position, RawEvent& out) const {
  constexpr unsigned kTscBits = 27;
  // 29: a full TSC and a size follow; 30: a size; 31: neither. With all of them, an id of 16 bits.
  constexpr uint32_t kFullTsc = 29, kExtended = 31;
  pad(cursor, position, wordAlign_);
  uint32_t word = cursor.u32();
  uint32_t kind = word >> kTscBits;
  out.tsc = advance(tsc_, word & ((1u << kTscBits) - 1), kTscBits);
  out.id = static_cast<uint16_t>(kind);
  uint64_t size = kNotGiven;
  if (kind >= kFullTsc) out.id = cursor.u16();
  if (kind >= kFullTsc && kind < kExtended) {
    size = cursor.u16();
    if (size == kSizeElsewhere) size = cursor.u32();
  }
  if (kind == kFullTsc) {
    pad(cursor, position, tscAlign_);
    out.tsc = cursor.u64();
  }
  const Marker* marker = channel_.find(out.id);
  if (marker != nullptr) pad(cursor, position, marker->largest);
  return size;
}

Found EventReader::bad(std::string expected) {
  problem_ = std::move(expected);
  return Found::Bad;
}

Found EventReader::next(Bytes data, uint64_t position, bool whole, RawEvent& out) {
  if (compact_ && (layout_.tscBits + layout_.idBits > 32 || layout_.idBits > 16 || layout_.tscTruncate > 31))
    return bad("the bits of a compact event header within 32");
  out = RawEvent{};
  Cursor cursor(data, layout_.endian);
  uint64_t given = compact_           ? headerCompact(cursor, position, out)
                   : layout_.blocks() ? header1(cursor, position, out)
                                      : header2(cursor, position, out);
  if (cursor.failed()) return whole ? bad("the header of an event") : Found::NeedMore;
  out.headerSize = cursor.position();
  out.marker = channel_.find(out.id);
  Bytes rest = data.subspan(cursor.position());
  bool readable = out.marker != nullptr && out.marker->known;
  if (!readable && given == kNotGiven) return bad("a known event");
  if (given != kNotGiven) {
    if (given > rest.size()) return whole ? bad("an event of " + std::to_string(given) + " bytes") : Found::NeedMore;
    rest = rest.first(static_cast<size_t>(given));
  }
  size_t size = 0;
  bool fits = !readable || payloadSize(*out.marker, rest, layout_.endian, firstInHeader(*out.marker) ? 1 : 0, size);
  if (given != kNotGiven) {
    // It decides where the next event begins, whatever the fields say.
    out.sizeDiffers = readable && (!fits || size != given);
    size = static_cast<size_t>(given);
  } else if (!fits) {
    return whole ? bad("a whole event") : Found::NeedMore;
  }
  out.payloadSize = size;
  if (out.marker != nullptr && out.marker->setsTsc && size >= sizeof(uint64_t))
    out.tsc = loadUnchecked<uint64_t>(rest.data(), layout_.endian);
  tsc_ = out.tsc;
  return Found::Event;
}

}  // namespace tp::lttng
