// Takes the events of a sub-buffer apart: header, TSC, and where the payload is.
#pragma once

#include <optional>

#include "core/formats/lttng/markers.h"

namespace tp::lttng {

struct RawEvent {
  uint64_t tsc = 0;
  const Marker* marker = nullptr;  // null: an id that the metadata does not have
  uint16_t id = 0;
  uint32_t inHeader = 0;  // compact channels: what the header carries beside id and TSC
  size_t headerSize = 0;  // with the alignment around it
  size_t payloadSize = 0;
  bool sizeDiffers = false;  // the fields take another number of bytes than the header says
};

enum class Found : uint8_t {
  Event,
  NeedMore,
  Bad,  // no event begins here, or it can't be told where it ends
};

class EventReader {
 public:
  EventReader(const Layout& layout, bool compact, const Channel& channel)
      : layout_(layout),
        compact_(compact),
        channel_(channel),
        wordAlign_(layout.aligned(sizeof(uint32_t), layout.alignment)),
        longAlign_(layout.aligned(layout.archSize, layout.alignment)),
        tscAlign_(layout.aligned(sizeof(uint64_t), layout.alignment)) {}

  // The TSC at the beginning of a sub-buffer, or where it was left.
  void setTsc(uint64_t tsc) { tsc_ = tsc; }
  uint64_t tsc() const { return tsc_; }
  // The first field of these events is in `inHeader`.
  bool firstInHeader(const Marker& marker) const {
    return compact_ && !marker.fields.empty() && marker.fields[0].inHeader;
  }

  // The event at `at` of `data`, `position` bytes into the sub-buffer; `whole`: nothing follows `data`. By reference:
  // in WebAssembly a copy of a span that was just made, in two halves, waits for both.
  Found next(const Bytes& data, size_t at, uint64_t position, bool whole, RawEvent& out);

  // Where, from `from` on, an event begins that is followed by others, up to the end of the data or so many that it is
  // no accident, none of them before the last event nor after `latest`; data.size() where there is none. `position`: of
  // `from` within the sub-buffer. `data` is whole. `undescribed`: the id of the event whose payload begins at `from`,
  // where nothing says how long it is; those of the same id among the others count as being as long.
  size_t find(const Bytes& data, size_t from, uint64_t position, uint64_t latest,
              std::optional<uint16_t> undescribed = std::nullopt) const;

  // After Bad: what was expected.
  const std::string& problem() const { return problem_; }
  void blame(std::string expected) { problem_ = std::move(expected); }

 private:
  static constexpr uint64_t kNotGiven = ~uint64_t{0};
  // Fewer events in a row than this may fit by chance.
  static constexpr int kChain = 64;

  void pad(Cursor& cursor, uint64_t position, unsigned alignment) const;
  uint64_t header1(Cursor& cursor, uint64_t position, RawEvent& out) const;
  uint64_t headerCompact(Cursor& cursor, uint64_t position, RawEvent& out) const;
  uint64_t header2(const std::byte* data, size_t left, uint64_t position, RawEvent& out) const;
  Found bad(std::string expected);
  struct Chain {
    int events = 0;          // kChain: enough
    bool toAnother = false;  // up to one that nothing describes
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
