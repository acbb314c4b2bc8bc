// A perf.data, also one whose records are compressed, and the second file of a folder of them: "=== " between them,
// where there is one; the last byte is the task.
#include "core/io/archive.h"
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tp::fuzz::Input input(data, size);
  const uint8_t choice = input.choice();
  const std::string_view text = input.text();
  const size_t mark = text.find("\n=== \n");
  const bool folder = mark != std::string_view::npos;
  tp::FileSet files;
  files.add(folder ? "x/data" : "perf.data", std::make_shared<tp::MemorySource>(text.substr(0, mark)));
  if (folder) files.add("x/data.0", std::make_shared<tp::MemorySource>(text.substr(mark + 6)));
  const auto unpacked = tp::expandArchives(files);
  tp::fuzz::exerciseTrace(unpacked ? *unpacked : files, choice);
  return 0;
}
