// Small traces that are whole, for targets whose input is what is done with one.
#pragma once

#include <vector>

#include "core/io/local_files.h"
#include "tests/fuzz/fuzz_input.h"

namespace tp::fuzz {

// Calls of two threads and their switches, as uftrace records them.
inline FileSet smallFolder() {
  // Of 16 bytes each: the time, and kind, magic, depth and address in one word.
  constexpr auto call = [](uint64_t depth, uint64_t address) { return 5u << 3 | depth << 6 | address << 16; };
  constexpr auto back = [](uint64_t depth, uint64_t address) { return 1u | 5u << 3 | depth << 6 | address << 16; };
  const uint64_t first[] = {1000, call(0, 0x401000), 2000, call(1, 0x401100), 2500, back(1, 0x401100),
                            3000, call(1, 0x401200), 7000, back(1, 0x401200), 9000, back(0, 0x401000)};
  const uint64_t second[] = {1500, call(0, 0x401200), 4000, call(1, 0x401100), 8000, back(1, 0x401100)};
  FileSet files;
  auto add = [&files](const char* name, std::string_view body) {
    files.add(std::string("data/") + name, std::make_shared<MemorySource>(body));
  };
  add("task.txt",
      "SESS timestamp=0.000000001 pid=10 sid=aa exename=\"/bin/x\"\nTASK timestamp=0.0 tid=10 pid=10\n"
      "TASK timestamp=0.0 tid=11 pid=10\n");
  add("sid-aa.map", "400000-402000 r-xp 00000000 08:01 1 /bin/x\n");
  add("x.sym",
      "0000000000001000 T main\n0000000000001100 T inner\n0000000000001200 T work\n0000000000001300 T __end\n");
  add("10.dat", {reinterpret_cast<const char*>(first), sizeof first});
  add("11.dat", {reinterpret_cast<const char*>(second), sizeof second});
  return files;
}

// The file in memory, where nothing can happen to it.
inline FileSet committedTrace(const char* name) {
  FileSet files;
  if (auto opened = openLocalFiles({std::string(TP_SOURCE_DIR "/tests/") + name}))
    for (const FileEntry& entry : opened->files())
      files.add(entry.path, std::make_shared<MemorySource>(readAll(*entry.source)));
  return files;
}

inline std::vector<FileSet> smallTraces() {
  return {smallFolder(), committedTrace("data/xray/fdr-v5.xray"), committedTrace("fuzz/corpus/tracecmd/v7-none-0")};
}

}  // namespace tp::fuzz
