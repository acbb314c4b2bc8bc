// A tracefile of damaged sub-buffers: where they are looked for, nothing is taken twice or from beyond the file.
#include "core/formats/lttng/sub_buffer_scan.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tp;
  using namespace tp::lttng;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  TraceFile file;
  file.entry = {"kernel_0", std::make_shared<MemorySource>(text)};
  SubBuffer first;
  if (findFirst(*file.entry.source, first) != HeaderState::Good) return 0;
  WarningLog warnings;
  if (!findEnds(file, first.layout, warnings)) return 0;
  SubBufferScan scan(file, file.first.layout);
  SubBufferPlace place = file.firstPlace;
  uint64_t end = 0;
  do {
    if (place.at < end || place.dataEnd < place.at || place.next < place.dataEnd || place.next <= place.at ||
        place.next > size)
      __builtin_trap();
    end = place.next;
  } while (scan.next(place.next, first, place, &warnings));
  return 0;
}
