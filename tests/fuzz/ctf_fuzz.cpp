// A folder of CTF files, as filesOf() takes them; the last byte is the task.
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tp::fuzz::Input input(data, size);
  uint8_t choice = input.choice();
  tp::fuzz::exerciseTrace(tp::fuzz::filesOf(input.text(), "trace/"), choice);
  return 0;
}
