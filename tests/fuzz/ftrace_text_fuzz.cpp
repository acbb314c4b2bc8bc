// A text of ftrace; the last byte is the task.
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tp::fuzz::Input input(data, size);
  const uint8_t choice = input.choice();
  tp::FileSet files;
  files.add("trace.txt", std::make_shared<tp::MemorySource>(input.text()));
  tp::fuzz::exerciseTrace(files, choice);
  return 0;
}
