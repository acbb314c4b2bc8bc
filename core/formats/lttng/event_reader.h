// Reads the events of a sub-buffer: header, TSC, and where the payload lies.
#pragma once

#include <optional>

#include "core/formats/lttng/markers.h"

namespace tp::lttng {

struct RawEvent {
  uint64_t tsc = 0;
  const Marker* marker = nullptr;  // Null for an id that the metadata does not have.
  uint16_t id = 0;
  uint32_t inHeader = 0;  // In compact channels: the number that the header carries beside id and TSC.
  size_t headerSize = 0;  // In bytes, including the alignment around the header.
  size_t payloadSize = 0;
  bool sizeDiffers = false;  // The fields take another number of bytes than the header says.
};

enum class Found : uint8_t {
  Event,
  NeedMore,
  Bad,  // No event begins here, or its end is not known.
};

class EventReader {
 public:
  // `layout` and `channel` outlive this object.
  EventReader(const Layout& layout, bool compact, const Channel& channel)
      : layout_(layout),
        compact_(compact),
        channel_(channel),
        wordAlign_(layout.aligned(sizeof(uint32_t), layout.alignment)),
        longAlign_(layout.aligned(layout.archSize, layout.alignment)),
        tscAlign_(layout.aligned(sizeof(uint64_t), layout.alignment)) {}

  // Sets the TSC from which the next event's is continued: that of a sub-buffer's beginning, or of the event before.
  void setTsc(uint64_t tsc) { tsc_ = tsc; }
  uint64_t tsc() const { return tsc_; }
  // Returns whether the first field of these events is in RawEvent::inHeader.
  bool firstInHeader(const Marker& marker) const {
    return compact_ && !marker.fields.empty() && marker.fields[0].inHeader;
  }

  // Reads the event at `at` of `data`, which is `position` bytes into the sub-buffer. `whole` is true if nothing
  // follows `data`. After Event, tsc() is that of the event. `data` is passed by reference because in WebAssembly
  // copying a span that was just made, in two halves, has to wait for both.
  Found next(const Bytes& data, size_t at, uint64_t position, bool whole, RawEvent& out);

  // Returns the first place from `from` on at which an event begins that is followed by others, up to the end of the
  // data or so many that it is no coincidence, none of them before the last event or after `latest`; data.size() if
  // there is none. `position` is that of `from` within the sub-buffer. `data` reaches to the end of the sub-buffer's
  // events. `undescribed` is the id of the event whose payload begins at `from` if nothing says how long that is;
  // further events with this id are taken to be as long.
  size_t find(const Bytes& data, size_t from, uint64_t position, uint64_t latest,
              std::optional<uint16_t> undescribed = std::nullopt) const;

  // After Bad: returns what was expected.
  const std::string& problem() const { return problem_; }
  void blame(std::string expected) { problem_ = std::move(expected); }

 private:
  static constexpr uint64_t kNotGiven = ~uint64_t{0};
  // Fewer events in a row may fit by chance.
  static constexpr int kChain = 64;

  void pad(Cursor& cursor, uint64_t position, unsigned alignment) const;
  uint64_t header1(Cursor& cursor, uint64_t position, RawEvent& out) const;
  uint64_t headerCompact(Cursor& cursor, uint64_t position, RawEvent& out) const;
  uint64_t header2(const std::byte* data, size_t left, uint64_t position, RawEvent& out) const;
  Found bad(std::string expected);
  struct Chain {
    int events = 0;          // kChain if there are enough.
    bool toAnother = false;  // The chain ends at, or contains, an event that nothing describes.
  };
  Chain chainFrom(const Bytes& data, size_t at, uint64_t position, uint64_t latest, std::optional<uint16_t> undescribed,
                  size_t payload, int& budget) const;

  const Layout& layout_;
  const bool compact_;
  const Channel& channel_;
  // Powers of two.
  const unsigned wordAlign_;
  const unsigned longAlign_;
  const unsigned tscAlign_;
  uint64_t tsc_ = 0;
  std::string problem_;
};

}  // namespace tp::lttng
