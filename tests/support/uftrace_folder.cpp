#include "tests/support/uftrace_folder.h"

#include <cstdio>
#include <memory>
#include <utility>

namespace tp::test {
namespace {

constexpr uint64_t kBase = 0x555555554000, kFirstFunction = 0x1000, kFunctionSize = 0x100;
constexpr uint32_t kFirstTid = 1000;

std::string printed(const char* format, auto... values) {
  char line[160];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

// As tests write other files: little endian, whatever the machine.
void put(std::string& out, uint64_t value, int bytes) {
  for (; bytes > 0; --bytes, value >>= 8) out += static_cast<char>(value & 0xff);
}

}  // namespace

void putUftraceCall(std::string& out, uint64_t time, bool exit, uint32_t depth, uint32_t function) {
  const uint64_t address = kBase + kFirstFunction + function * kFunctionSize + 8;
  put(out, time, 8);
  put(out, (exit ? 1u : 0u) | 5u << 3 | depth << 6 | address << 16, 8);
}

FileSet uftraceFolder(const std::vector<std::string>& functions, const std::vector<std::string>& tasks) {
  std::vector<FileEntry> entries;
  auto add = [&](const std::string& name, const std::string& bytes) {
    entries.push_back({"many/" + name, std::make_shared<MemorySource>(std::string_view(bytes)), 0});
  };
  std::string symbols = printed("# symbols: %zu\n# path name: /bin/many\n", functions.size()), lines;
  for (size_t i = 0; i < functions.size(); ++i)
    symbols += printed("%016llx %08x T %s\n", static_cast<unsigned long long>(kFirstFunction + i * kFunctionSize),
                       static_cast<unsigned>(kFunctionSize), functions[i].c_str());
  lines = printed("SESS timestamp=1.000000000 pid=%u sid=00000000000000ab exename=\"/bin/many\"\n", kFirstTid);
  for (uint32_t i = 0; i < tasks.size(); ++i) {
    lines += printed("TASK timestamp=2.%09u tid=%u pid=%u\n", i, kFirstTid + i, kFirstTid);
    add(std::to_string(kFirstTid + i) + ".dat", tasks[i]);
  }
  std::string info("Ftrace!\0", 8);
  for (auto [value, bytes] : {std::pair<uint64_t, int>{4, 4}, {40, 2}, {1, 1}, {2, 1}, {0x22, 8}, {1, 8}, {64, 2}})
    put(info, value, bytes);
  info.resize(40, '\0');
  add("info", info + "exename:/bin/many\n");
  add("task.txt", lines);
  add("many.sym", symbols);
  add("sid-00000000000000ab.map",
      printed("%llx-%llx r-xp 00000000 00:00 0 /bin/many\n", static_cast<unsigned long long>(kBase),
              static_cast<unsigned long long>(kBase + 0x100000)));
  FileSet files;
  files.addAll(std::move(entries));
  return files;
}

}  // namespace tp::test
