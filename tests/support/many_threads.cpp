#include "tests/support/many_threads.h"

#include <vector>

#include "tests/support/uftrace_folder.h"

namespace tp::test {
namespace {

constexpr uint32_t kFirstTid = 1000, kInner = 10;

// As tests write other files: little endian, whatever the machine.
void put(std::string& out, uint64_t value, int bytes) {
  for (; bytes > 0; --bytes, value >>= 8) out += static_cast<char>(value & 0xff);
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
  std::vector<std::string> functions, recorded;
  for (uint32_t i = 0; i < kInner; ++i) functions.push_back("inner" + std::to_string(i));
  functions.emplace_back("outer");
  for (uint32_t i = 0; i < tasks; ++i) {
    std::string& calls = recorded.emplace_back();
    const uint64_t begin = 3000000000u + i * uint64_t{1000};
    const uint32_t inner = i % kInner;
    putUftraceCall(calls, begin, false, 0, kInner);
    for (uint64_t at : {begin + 1000, begin + 3000}) {
      putUftraceCall(calls, at, false, 1, inner);
      putUftraceCall(calls, at + kInnerNs, true, 1, inner);
    }
    putUftraceCall(calls, begin + kOuterNs, true, 0, kInner);
  }
  files = uftraceFolder(functions, recorded);
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
