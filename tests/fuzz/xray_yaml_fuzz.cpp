// A map as llvm-xray extract writes it.
#include "core/formats/xray/function_map.h"
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tp::FileSet files;
  std::string text = "- { id: 1, ";
  text.append(reinterpret_cast<const char*>(data), size);
  files.add("map", std::make_shared<tp::MemorySource>(std::string_view(text)));
  tp::WarningLog warnings;
  tp::xray::findFunctionMap(files, warnings);
  return 0;
}
