// A folder of LTTng tracefiles: the input holds them one after the other, each as a name and its bytes, separated by
// lines of "=== NAME".
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view kMark = "=== ";
  tp::FileSet files;
  for (int count = 0; count < 16 && text.substr(0, kMark.size()) == kMark; ++count) {
    size_t line = text.find('\n');
    if (line == std::string_view::npos) break;
    std::string name(text.substr(kMark.size(), line - kMark.size()));
    text.remove_prefix(line + 1);
    size_t next = text.find("\n=== ");
    std::string_view body = text.substr(0, next);
    text.remove_prefix(next == std::string_view::npos ? text.size() : next + 1);
    files.add("trace/" + name, std::make_shared<tp::MemorySource>(body));
  }
  tp::fuzz::exerciseTrace(files);
  return 0;
}
