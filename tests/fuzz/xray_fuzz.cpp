// An XRay log, and the program beside it: "=== " between them, where there is one; the last byte is the task.
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tp::fuzz::Input input(data, size);
  uint8_t choice = input.choice();
  std::string_view text = input.text();
  size_t mark = text.find("\n=== \n");
  tp::FileSet files;
  files.add("log.xray", std::make_shared<tp::MemorySource>(text.substr(0, mark)));
  if (mark != std::string_view::npos) files.add("program", std::make_shared<tp::MemorySource>(text.substr(mark + 6)));
  tp::fuzz::exerciseTrace(files, choice);
  return 0;
}
