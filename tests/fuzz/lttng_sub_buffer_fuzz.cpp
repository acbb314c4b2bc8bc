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
  findSubBuffers(file, first.layout, warnings);
  uint64_t end = 0;
  for (const Extent& extent : file.extents) {
    if (extent.offset < end || extent.size > size || extent.offset > size - extent.size) __builtin_trap();
    end = extent.offset + extent.size;
  }
  return 0;
}
