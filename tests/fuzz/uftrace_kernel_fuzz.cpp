// What the kernel contributed to a uftrace directory: kernel_header, a line of "===", and then pages of one CPU; the
// same bytes are given as perf records. The last byte chooses what is done with the trace.
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using tp::MemorySource;
  tp::fuzz::Input input(data, size);
  uint8_t choice = input.choice();
  std::string_view text = input.text();
  constexpr std::string_view kMark = "===\n";
  size_t mark = text.find(kMark);
  std::string_view header = text.substr(0, mark);
  std::string_view pages = mark == std::string_view::npos ? std::string_view{} : text.substr(mark + kMark.size());
  // One call of task 10, from 1000 to 9000.
  static constexpr uint64_t kRecords[] = {1000, 5 << 3 | 0x400000ull << 16, 9000, 1 | 5 << 3 | 0x400000ull << 16};
  tp::FileSet files;
  auto add = [&](const char* name, std::string_view body) {
    files.add(std::string("data/") + name, std::make_shared<MemorySource>(body));
  };
  add("task.txt", "SESS timestamp=0.000000001 pid=10 sid=aa exename=\"/bin/x\"\nTASK timestamp=0.0 tid=10 pid=10\n");
  add("10.dat", {reinterpret_cast<const char*>(kRecords), sizeof kRecords});
  add("kernel_header", header);
  add("kallsyms", "ffffffff81000000 T first\nffffffff81000100 T second\nffffffff82000000 T last\n");
  add("kernel-cpu0.dat", pages);
  add("perf-cpu0.dat", pages);
  tp::fuzz::exerciseTrace(files, choice);
  return 0;
}
