// A program's ELF file, read for the names of its instrumented functions.
#include "core/formats/xray/function_map.h"
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Mutations of the magic number would only be turned away.
  std::string bytes(reinterpret_cast<const char*>(data), size);
  bytes.replace(0, std::min<size_t>(4, size),
                "\x7f"
                "ELF");
  tp::FileSet files;
  files.add("program", std::make_shared<tp::MemorySource>(std::string_view(bytes)));
  tp::WarningLog warnings;
  tp::xray::findFunctionMap(files, warnings);
  return 0;
}
