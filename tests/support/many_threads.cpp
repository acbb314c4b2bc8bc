#include "tests/support/many_threads.h"

#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

namespace tp::test {
namespace {

constexpr uint64_t kBase = 0x555555554000, kFirstFunction = 0x1000, kFunctionSize = 0x100;
constexpr uint32_t kFirstTid = 1000, kInner = 10;

std::string printed(const char* format, auto... values) {
  char line[160];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

// As tests write other files: little endian, whatever the machine.
void put(std::string& out, uint64_t value, int bytes) {
  for (; bytes > 0; --bytes, value >>= 8) out += static_cast<char>(value & 0xff);
}

void putCall(std::string& out, uint64_t time, bool exit, uint32_t depth, uint32_t function) {
  const uint64_t address = kBase + kFirstFunction + function * kFunctionSize + 8;
  put(out, time, 8);
  put(out, (exit ? 1u : 0u) | 5u << 3 | depth << 6 | address << 16, 8);
}

void putLogHeader(std::string& out, uint16_t type) {
  put(out, 3, 2);
  put(out, type, 2);
  put(out, 1, 4);
  put(out, 1000000000, 8);
  out.resize(32, '\0');
}

// A metadata record of 16 bytes.
void putMetadata(std::string& out, uint8_t kind, const std::string& payload) {
  out += static_cast<char>(kind << 1 | 1);
  out += payload;
  out.resize(out.size() + 15 - payload.size(), '\0');
}

}  // namespace

ManyTasks::ManyTasks(uint32_t count) : tasks(count) {
  std::vector<FileEntry> entries;
  auto add = [&](const std::string& name, const std::string& bytes) {
    entries.push_back({"many/" + name, std::make_shared<MemorySource>(std::string_view(bytes)), 0});
  };
  std::string symbols = "# symbols: 11\n# path name: /bin/many\n", lines;
  for (uint32_t i = 0; i <= kInner; ++i)
    symbols += printed("%016llx %08x T %s\n", static_cast<unsigned long long>(kFirstFunction + i * kFunctionSize),
                       static_cast<unsigned>(kFunctionSize), i == kInner ? "outer" : printed("inner%u", i).c_str());
  lines = printed("SESS timestamp=1.000000000 pid=%u sid=00000000000000ab exename=\"/bin/many\"\n", kFirstTid);
  for (uint32_t i = 0; i < tasks; ++i) {
    lines += printed("TASK timestamp=2.%09u tid=%u pid=%u\n", i, kFirstTid + i, kFirstTid);
    std::string calls;
    const uint64_t begin = 3000000000u + i * uint64_t{1000};
    const uint32_t inner = i % kInner;
    putCall(calls, begin, false, 0, kInner);
    for (uint64_t at : {begin + 1000, begin + 3000}) {
      putCall(calls, at, false, 1, inner);
      putCall(calls, at + kInnerNs, true, 1, inner);
    }
    putCall(calls, begin + kOuterNs, true, 0, kInner);
    add(std::to_string(kFirstTid + i) + ".dat", calls);
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
              static_cast<unsigned long long>(kBase + 0x10000)));
  files.addAll(std::move(entries));
}

std::string fdrLog(uint32_t threads) {
  std::string out;
  putLogHeader(out, 1);
  for (uint32_t i = 0; i < threads; ++i) {
    std::string buffer, id, wall, pid, cpu, extents;
    put(id, kFirstTid + i, 4);
    put(wall, 500, 8);
    put(wall, i, 4);
    put(pid, 77, 4);
    put(cpu, i % 4, 2);
    put(cpu, 1000000000 + i * uint64_t{50000}, 8);
    putMetadata(buffer, 0, id);
    putMetadata(buffer, 4, wall);
    putMetadata(buffer, 9, pid);
    putMetadata(buffer, 2, cpu);
    for (uint32_t action : {0u, 1u}) {
      put(buffer, action << 1 | 1u << 4, 4);
      put(buffer, 100, 4);
    }
    put(extents, buffer.size(), 8);
    putMetadata(out, 7, extents);
    out += buffer;
  }
  return out;
}

std::string basicLog(uint32_t threads, uint32_t rounds) {
  std::string out;
  putLogHeader(out, 0);
  out.reserve(32 + size_t{threads} * rounds * 64);
  uint64_t time = 1000000000;
  for (uint32_t round = 0; round < rounds; ++round) {
    for (uint32_t i = 0; i < threads; ++i) {
      for (uint32_t action : {0u, 1u}) {
        put(out, 0, 2);
        put(out, i % 4, 1);
        put(out, action, 1);
        put(out, 1, 4);
        put(out, time += 100, 8);
        put(out, kFirstTid + i, 4);
        put(out, 77, 4);
        put(out, 0, 8);
      }
    }
  }
  return out;
}

}  // namespace tp::test
