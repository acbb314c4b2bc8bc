#include "core/formats/lttng/event_reader.h"

#include <algorithm>
#include <array>

#include "core/formats/lttng/payload.h"

namespace tp::lttng {
namespace {

constexpr uint16_t kSizeElsewhere = 0xffff;

// Returns the first TSC not before `tsc` whose lower `bits` are `low`.
uint64_t advance(uint64_t tsc, uint64_t low, unsigned bits) {
  uint64_t mask = (uint64_t{1} << bits) - 1;
  if (low < (tsc & mask)) tsc += mask + 1;
  return (tsc & ~mask) | low;
}

// Returns the distance from `position` to the next multiple of `alignment`.
size_t padding(uint64_t position, unsigned alignment) {
  return static_cast<size_t>(-position & (alignment - 1));
}

}  // namespace

void EventReader::pad(Cursor& cursor, uint64_t position, unsigned alignment) const {
  cursor.skip(padding(position + cursor.position(), alignment));
}

// "The LTTng trace format" of 2008-06-02, "Event header" and "Event header alignment". What it says of the id (a
// facility and an event of it) is true of the versions before 1.0; version 1.0 has one number of 16 bits in their
// place.
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

// The same document, tsc_lsb_truncate, tscbits and compact_data_shift of the trace header: one word, which holds from
// its lowest bit up the TSC without its truncated bits, the id, and a number of the event itself.
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
uint64_t EventReader::header2(const std::byte* data, size_t left, uint64_t position, RawEvent& out) const {
  constexpr unsigned kTscBits = 27;
  // 29: a full TSC and a size follow; 30: a size; 31: neither. All three are followed by an id of 16 bits.
  constexpr uint32_t kFullTsc = 29, kExtended = 31;
  // Most events have just the word, so the bounds are not checked for each number. No more than these bytes are read;
  // if fewer are left, zeros are put behind them.
  std::array<std::byte, 32> end;
  const std::byte* head = data;
  if (left < end.size()) {
    std::fill(std::copy(data, data + left, end.begin()), end.end(), std::byte{0});
    head = end.data();
  }
  size_t at = padding(position, wordAlign_);
  uint32_t word = loadUnchecked<uint32_t>(head + at, layout_.endian);
  at += sizeof word;
  uint32_t kind = word >> kTscBits;
  out.tsc = advance(tsc_, word & ((1u << kTscBits) - 1), kTscBits);
  out.id = static_cast<uint16_t>(kind);
  uint64_t size = kNotGiven;
  if (kind >= kFullTsc) {
    auto number = [&](auto zero) {
      at += sizeof zero;
      return loadUnchecked<decltype(zero)>(head + at - sizeof zero, layout_.endian);
    };
    out.id = number(uint16_t{0});
    if (kind < kExtended) {
      size = number(uint16_t{0});
      if (size == kSizeElsewhere) size = number(uint32_t{0});
    }
    if (kind == kFullTsc) {
      at += padding(position + at, tscAlign_);
      out.tsc = number(uint64_t{0});
    }
  }
  out.marker = channel_.find(out.id);
  if (out.marker != nullptr) at += padding(position + at, out.marker->largest);
  out.headerSize = at;
  return size;
}

Found EventReader::bad(std::string expected) {
  problem_ = std::move(expected);
  return Found::Bad;
}

// Counts the events that follow from `at` on, which is `position` bytes into the sub-buffer, until there are enough or
// they end the data.
EventReader::Chain EventReader::chainFrom(const Bytes& data, size_t at, uint64_t position, uint64_t latest,
                                          std::optional<uint16_t> undescribed, size_t payload, int& budget) const {
  EventReader tried(*this);
  Chain out;
  for (size_t reached = at; out.events < kChain;) {
    if (reached == data.size()) return {kChain, true};
    if (--budget < 0) return out;
    RawEvent event;
    const uint64_t before = tried.tsc();
    const Found found = tried.next(data, reached, position + (reached - at), true, event);
    if (event.tsc < before || event.tsc > latest || event.sizeDiffers) return out;
    if (found == Found::Event) {
      // An event that states its size but has an unknown id proves nothing, so it is skipped without being counted.
      if (event.marker == nullptr && (!undescribed || out.events == 0)) return out;
      out.events += event.marker != nullptr;
      reached += event.headerSize + event.payloadSize;
      continue;
    }
    const bool another = undescribed && event.id == *undescribed;
    if (another && out.events > 0 && event.headerSize > 0 && event.headerSize + payload <= data.size() - reached) {
      // This event may have another length, and then what follows it is no event.
      out.toAnother = true;
      tried.setTsc(event.tsc);
      reached += event.headerSize + payload;
      ++out.events;
      continue;
    }
    // Only the name of the event is known, but not where the next one begins.
    out.toAnother = out.toAnother || another || (event.marker != nullptr && !event.marker->known);
    return out;
  }
  return out;
}

size_t EventReader::find(const Bytes& data, size_t from, uint64_t position, uint64_t latest,
                         std::optional<uint16_t> undescribed) const {
  // Limits the number of events that are tried in all, so that no data can make this slow.
  int budget = 1 << 16;
  // After an undescribed event, another one may follow soon. Then the place near `from` with the most events in a row
  // is taken.
  constexpr size_t kNear = 512;
  constexpr int kFew = 2;
  int most = kFew - 1;
  size_t best = data.size();
  const size_t step = layout_.alignment == 0 ? 1 : std::min<size_t>(wordAlign_, sizeof(uint32_t));
  for (size_t at = from + padding(position, static_cast<unsigned>(step)); at + sizeof(uint32_t) <= data.size();
       at += step) {
    if (budget < 0 || (best < data.size() && at - from > kNear)) return best;
    const Chain chain = chainFrom(data, at, position + (at - from), latest, undescribed, at - from, budget);
    if (chain.events == kChain) return at;
    if (!undescribed || at - from > kNear) continue;
    if (chain.toAnother && chain.events >= kFew) return at;
    if (chain.events <= most) continue;
    most = chain.events;
    best = at;
  }
  return best;
}

Found EventReader::next(const Bytes& data, size_t at, uint64_t position, bool whole, RawEvent& out) {
  if (compact_ && (layout_.tscBits + layout_.idBits > 32 || layout_.idBits > 16 || layout_.tscTruncate > 31))
    return bad("the bits of a compact event header within 32");
  out = RawEvent{};
  const std::byte* begin = data.data() + at;
  size_t left = data.size() - at;
  uint64_t given = kNotGiven;
  if (!layout_.blocks()) {
    given = header2(begin, left, position, out);
  } else {
    Cursor cursor(Bytes(begin, left), layout_.endian);
    given = compact_ ? headerCompact(cursor, position, out) : header1(cursor, position, out);
    out.headerSize = cursor.failed() ? left + 1 : cursor.position();
    out.marker = channel_.find(out.id);
  }
  if (out.headerSize > left) return whole ? bad("the header of an event") : Found::NeedMore;
  begin += out.headerSize;
  left -= out.headerSize;
  bool readable = out.marker != nullptr && out.marker->known;
  if (!readable && given == kNotGiven) return bad("a known event");
  if (given != kNotGiven) {
    if (given > left) return whole ? bad("an event of " + std::to_string(given) + " bytes") : Found::NeedMore;
    left = static_cast<size_t>(given);
  }
  size_t size = 0;
  bool fits = !readable || payloadSize(*out.marker, begin, left, layout_.endian, firstInHeader(*out.marker), size);
  if (given != kNotGiven) {
    // The size in the header decides where the next event begins, whatever the fields say.
    out.sizeDiffers = readable && (!fits || size != given);
    size = static_cast<size_t>(given);
  } else if (!fits) {
    return whole ? bad("a whole event") : Found::NeedMore;
  }
  out.payloadSize = size;
  if (out.marker != nullptr && out.marker->setsTsc && size >= sizeof(uint64_t))
    out.tsc = loadUnchecked<uint64_t>(begin, layout_.endian);
  tsc_ = out.tsc;
  return Found::Event;
}

}  // namespace tp::lttng
