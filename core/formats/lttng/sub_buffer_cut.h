// Makes a sub-buffer that has only some of the events of another one.
#pragma once

#include <vector>

#include "core/formats/lttng/event_reader.h"
#include "core/formats/lttng/sub_buffer.h"

namespace tp::lttng {

class SubBufferCut {
 public:
  // Begins with the header `head`, of which `header` was read, and no event. The references outlive this object.
  SubBufferCut(Bytes head, const SubBuffer& header);

  // Appends an event that `reader` has read at `position` of the other sub-buffer. `payload` may differ from the
  // event's own, but not in its size. Padding is anew; so is the first event's TSC that of the beginning.
  void add(const RawEvent& event, Bytes raw, uint64_t position, bool compact, Bytes payload);
  // Completes the header: the TSC at the end, and how much was lost since the beginning of the trace. Returns the
  // whole, padding included; it is never longer than the other sub-buffer, nor shorter than a page.
  std::vector<std::byte> finish(uint64_t endTsc, uint32_t lost, uint32_t corrupt);

  void setTsc(uint64_t beginTsc) { put64(0, beginTsc); }

 private:
  void align(unsigned alignment);
  size_t copy(Bytes raw, size_t at, size_t size);
  size_t skipPadding(uint64_t position, size_t at, unsigned alignment) const;
  void header2(const RawEvent& event, Bytes raw, uint64_t position);
  void put32(size_t at, uint32_t value);
  void put64(size_t at, uint64_t value);

  const SubBuffer& header_;
  const Layout& layout_;
  std::vector<std::byte> out_;
  bool empty_ = true;
};

}  // namespace tp::lttng
