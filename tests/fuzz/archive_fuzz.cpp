// An archive of any kind, dropped by itself.
#include "core/io/archive.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tp::FileSet files;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  files.add("drop", std::make_shared<tp::MemorySource>(text));
  tp::ArchiveLimits limits;
  limits.bytes = 16 << 20;
  limits.members = 1000;
  tp::MemoryStore store;
  auto expanded = tp::expandArchives(files, store, limits);
  if (!expanded) return 0;
  for (const tp::FileEntry& entry : expanded->files()) (void)tp::readAll(*entry.source, 0, ~uint64_t{0}, 1 << 20);
  return 0;
}
