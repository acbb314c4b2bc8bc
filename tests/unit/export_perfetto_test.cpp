// The Perfetto export, read back by a small reader of protocol buffers.
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "core/export/chrome.h"
#include "core/export/perfetto.h"
#include "tests/support/export_text.h"

namespace tp {
namespace {

// The fields of one message: numbers, and the bytes of strings and messages.
struct Message {
  std::multimap<uint32_t, uint64_t> numbers;
  std::multimap<uint32_t, std::string_view> parts;
  bool valid = true;

  explicit Message(std::string_view bytes) {
    size_t at = 0;
    auto varint = [&] {
      uint64_t value = 0;
      for (unsigned shift = 0; at < bytes.size() && shift < 64; shift += 7) {
        auto byte = static_cast<unsigned char>(bytes[at++]);
        value |= uint64_t{byte & 0x7fu} << shift;
        if (byte < 0x80) return value;
      }
      valid = false;
      return value;
    };
    while (valid && at < bytes.size()) {
      uint64_t tag = varint(), value = varint();
      auto field = static_cast<uint32_t>(tag >> 3);
      if ((tag & 7) == 0) {
        numbers.emplace(field, value);
      } else if ((tag & 7) == 2 && value <= bytes.size() - at) {
        parts.emplace(field, bytes.substr(at, value));
        at += value;
      } else {
        valid = false;
      }
    }
  }

  uint64_t number(uint32_t field) const {
    auto found = numbers.find(field);
    return found == numbers.end() ? 0 : found->second;
  }
  bool has(uint32_t field) const { return parts.count(field) > 0; }
  std::string_view part(uint32_t field) const {
    auto found = parts.find(field);
    return found == parts.end() ? std::string_view() : found->second;
  }
};

struct Read {
  std::shared_ptr<const std::string> bytes;  // what the messages view
  std::map<uint64_t, Message> tracks;
  std::map<std::string, size_t> slices;
  size_t instants = 0, samples = 0, begun = 0;
};

Read readBack(std::string bytes) {
  Read read;
  read.bytes = std::make_shared<const std::string>(std::move(bytes));
  std::map<uint64_t, std::string> names;
  // By track, the begins and ends by time, as Perfetto sorts them.
  std::map<uint64_t, std::multimap<uint64_t, int>> nesting;
  Message trace(*read.bytes);
  EXPECT_TRUE(trace.valid);
  for (auto [at, end] = trace.parts.equal_range(1); at != end; ++at) {
    Message packet(at->second);
    EXPECT_TRUE(packet.valid);
    if (packet.has(12)) {
      Message interned(packet.part(12));
      for (auto [name, last] = interned.parts.equal_range(2); name != last; ++name) {
        Message entry(name->second);
        names[entry.number(1)] = entry.part(2);
      }
    }
    if (packet.has(60)) {
      Message descriptor(packet.part(60));
      EXPECT_TRUE(descriptor.valid);
      uint64_t parent = descriptor.number(5);
      EXPECT_NE(parent, descriptor.number(1));
      read.tracks.emplace(descriptor.number(1), descriptor);
    }
    if (!packet.has(11)) continue;
    EXPECT_EQ(packet.number(10), 1u);
    Message event(packet.part(11));
    EXPECT_TRUE(event.valid);
    uint64_t type = event.number(9), track = event.number(11);
    EXPECT_TRUE(read.tracks.count(track)) << "an event on a track that is not described";
    EXPECT_TRUE((type != 1 && type != 3) || names.count(event.number(10)) > 0);
    if (type == 1) {
      ++read.begun;
      ++read.slices[names[event.number(10)]];
    }
    if (type <= 2) nesting[track].emplace(packet.number(8), type == 1 ? 1 : -1);
    read.instants += type == 3;
    read.samples += type == 4;
  }
  for (const auto& [track, events] : nesting) {
    int depth = 0;
    for (auto [time, step] : events) {
      depth += step;
      EXPECT_GE(depth, 0);
    }
    EXPECT_EQ(depth, 0);
  }
  return read;
}

size_t countOf(const std::string& text, std::string_view what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(PerfettoExport, HasWhatTheChromeExportHas) {
  for (const char* path :
       {"assets/samples/kitchen/data", "assets/samples/family/data", "tests/data/tracecmd/v7-none.dat",
        "tests/data/lttng/2.6-le/data", "tests/data/xray/fdr-v5.xray"}) {
    SCOPED_TRACE(path);
    test::ExportedTrace trace(path);
    for (const char* filter : {"", "dur > 5us"}) {
      std::string chrome = trace.write(makeChromeWriter(), filter);
      Read read = readBack(trace.write(makePerfettoWriter(), filter));
      size_t slices =
          countOf(chrome, "{\"ph\":\"B\"") + countOf(chrome, "{\"ph\":\"X\"") + countOf(chrome, "{\"ph\":\"b\"");
      EXPECT_EQ(read.begun, slices);
      EXPECT_EQ(read.instants, countOf(chrome, "{\"ph\":\"i\""));
      EXPECT_EQ(read.samples, countOf(chrome, "{\"ph\":\"C\""));
    }
  }
}

TEST(PerfettoExport, DescribesProcessesAndThreads) {
  test::ExportedTrace trace("assets/samples/kitchen/data");
  Read read = readBack(trace.write(makePerfettoWriter()));
  size_t processes = 0, threads = 0;
  for (const auto& [uuid, track] : read.tracks) {
    if (track.has(3)) {
      ++processes;
      EXPECT_EQ(Message(track.part(3)).number(1), 4411u);
    }
    if (!track.has(4)) continue;
    ++threads;
    Message thread(track.part(4));
    EXPECT_EQ(thread.number(1), 4411u);
    EXPECT_GE(thread.number(2), 4411u);
    EXPECT_EQ(thread.part(5), "kitchen");
  }
  EXPECT_EQ(processes, 1u);
  EXPECT_EQ(threads, 6u);
  EXPECT_EQ(read.slices["main"], 1u);
  EXPECT_EQ(read.slices["kitchen::take"], 27u);
}

}  // namespace
}  // namespace tp
