// A page of the kernel's ring buffer. The first byte: byte order and size of a long.
#include "core/kernel/ring_page.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  tp::Endian endian = (data[0] & 1) != 0 ? tp::Endian::Big : tp::Endian::Little;
  tp::Bytes page(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  tp::kernel::PageHeader header;
  if (!tp::kernel::readPageHeader(page, endian, (data[0] & 2) != 0 ? 4 : 8, header)) return 0;
  tp::kernel::RingWalk walk(page, endian, header);
  tp::kernel::RingRecord record;
  uint64_t sum = 0;
  while (walk.next(record))
    for (std::byte byte : page.subspan(record.at, record.size)) sum += static_cast<uint8_t>(byte);
  return sum == 1 ? -1 : 0;
}
