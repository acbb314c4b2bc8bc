// trace.dat, whole.
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tp::FileSet files;
  files.add("trace.dat",
            std::make_shared<tp::MemorySource>(std::string_view(reinterpret_cast<const char*>(data), size)));
  tp::fuzz::exerciseTrace(files);
  return 0;
}
