// trace.dat files made to cost memory or time: how much is read, kept and tried is bounded, and nothing that was freed
// is looked at. What these inputs cost without a bound is minutes and more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "core/formats/tracecmd/chunk_search.h"
#include "core/formats/tracecmd/cpu_table.h"
#include "core/formats/tracecmd/events.h"
#include "core/formats/tracecmd/metadata.h"
#include "core/formats/tracecmd/option_list.h"
#include "tests/support/decode_all.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

using tracecmd::Buffer;
using tracecmd::TraceFile;

constexpr std::string_view kOptions{"options  \0", 10};
constexpr std::string_view kRecords{"flyrecord\0", 10};

template <class T>
std::string little(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string option(uint16_t id, const std::string& value) {
  return little(id) + little(static_cast<uint32_t>(value.size())) + value;
}

std::string instanceOption(uint64_t offset, const std::string& name) {
  return option(tracecmd::kBuffer, little(offset) + name + '\0');
}

Bytes bytesOf(std::string_view text) {
  return std::as_bytes(std::span<const char>(text));
}

TraceFile readFile(const std::string& bytes, WarningLog& log) {
  FileSet files = test::fileInMemory("trace.dat", bytes);
  auto file = tracecmd::readTraceFile(files.files()[0], log);
  EXPECT_TRUE(file);
  return file ? std::move(*file) : TraceFile();
}

std::string textsOf(const WarningLog& log) {
  std::string out;
  for (const Warning& warning : log.kept()) out += warning.text() + "\n";
  return out;
}

// v6.dat with other options, and something behind its end.
std::string withOptions(const std::string& options, const std::string& tail = {}) {
  std::string bytes = test::readFile(test::dataPath("tracecmd/v6.dat"));
  const size_t at = bytes.find(kOptions);
  const std::string table = bytes.substr(bytes.find(kRecords), kRecords.size() + 2 * 16);
  const std::string text = std::string(kOptions) + options + little(uint16_t{0}) + table;
  return bytes.replace(at, text.size(), text) + tail;
}

TEST(TracecmdHostile, AnInstanceNamesNoOther) {
  const uint64_t end = test::readFile(test::dataPath("tracecmd/v6.dat")).size();
  const std::string inner = std::string(kOptions) + instanceOption(end + 1, "one of those that an instance names") +
                            little(uint16_t{0}) + std::string(kRecords) + std::string(2 * 16, '\0');
  const std::string name = "an instance of a name that is on the heap";
  WarningLog log;
  TraceFile file = readFile(withOptions(instanceOption(end, name), inner), log);
  ASSERT_EQ(file.buffers.size(), 2u);
  EXPECT_EQ(file.buffers[0].cpus.size(), 2u);
  EXPECT_EQ(file.buffers[1].name, name);
  EXPECT_NE(textsOf(log).find("names another instance"), std::string::npos) << textsOf(log);
}

TEST(TracecmdHostile, TheNameOfAnInstanceIsShort) {
  const std::string whole = test::readFile(test::dataPath("tracecmd/v6.dat"));
  const size_t table = whole.find(kRecords);
  const std::string bytes = whole.substr(0, whole.find(kOptions)) + std::string(kOptions) +
                            instanceOption(table, std::string(1 << 20, 'n')) + little(uint16_t{0}) +
                            whole.substr(table);
  WarningLog log;
  for (const Buffer& buffer : readFile(bytes, log).buffers) EXPECT_LE(buffer.name.size(), 255u);
  EXPECT_NE(textsOf(log).find("a name of at most 255 bytes, found 1048576"), std::string::npos) << textsOf(log);
}

TEST(TracecmdHostile, WhatAWarningQuotesIsShort) {
  WarningLog log;
  log.add("file", 7, "a word", std::string(1 << 20, 'w'));
  EXPECT_LT(textsOf(log).size(), 2000u);
  EXPECT_NE(textsOf(log).find("(1048576 bytes)"), std::string::npos);
}

TEST(TracecmdHostile, InstancesAreFewAndEachOnce) {
  const uint64_t end = test::readFile(test::dataPath("tracecmd/v6.dat")).size();
  std::string options = instanceOption(end, "a") + instanceOption(end, "b") + instanceOption(end + 1, "c");
  WarningLog log;
  EXPECT_EQ(readFile(withOptions(options, std::string(64, '\0')), log).buffers.size(), 3u);
  EXPECT_NE(textsOf(log).find("another's place"), std::string::npos) << textsOf(log);
}

TEST(TracecmdHostile, OptionsOfVersionSixAreReadUpToABound) {
  constexpr size_t kMax = size_t{16} << 20;
  std::string bytes = test::readFile(test::dataPath("tracecmd/v6.dat"));
  const size_t at = bytes.find(kOptions) + kOptions.size();
  WarningLog log;
  TraceFile file = readFile(
      bytes.substr(0, at) + option(tracecmd::kUname, std::string(3 * kMax, 'u')) + bytes.substr(at, size_t{1} << 10),
      log);
  EXPECT_NE(textsOf(log).find("a whole option"), std::string::npos) << textsOf(log);
  for (const auto& [key, text] : file.metadata) EXPECT_LE(text.size(), kMax) << key;
}

// Where sizes are 32 bits wide, `at` and such a size are less than `at`.
TEST(TracecmdHostile, NoSizeOfAnOptionReachesBeyondTheData) {
  for (Endian endian : {Endian::Little, Endian::Big}) {
    for (uint32_t below = 1; below <= 64; ++below) {
      std::string data;
      for (int i = 0; i < 40; ++i) {
        std::string head = little(uint16_t{1}) + little(0u - below);
        if (endian == Endian::Big) {
          std::reverse(head.begin(), head.begin() + 2);
          std::reverse(head.begin() + 2, head.end());
        }
        data += head + std::string(static_cast<size_t>(i % 3), '\1');
      }
      data += little(uint16_t{0});
      tracecmd::OptionList list = tracecmd::listOptions(bytesOf(data), endian, false);
      EXPECT_FALSE(list.sound);
      size_t end = 0;
      for (const tracecmd::Option& one : list.options) {
        EXPECT_GE(one.at, end);
        end = one.at + one.value.size();
        EXPECT_LE(end, data.size());
      }
    }
  }
}

TEST(TracecmdHostile, DamagedOptionsAreLookedAtOnce) {
  // A million of them, and none leads to an end.
  constexpr size_t kMany = size_t{1} << 20;
  std::string data;
  for (size_t i = 0; i < kMany; ++i) data += option(1, {});
  data += "\1\1";
  tracecmd::OptionList list = tracecmd::listOptions(bytesOf(data), Endian::Little, false);
  EXPECT_FALSE(list.whole);
  EXPECT_EQ(list.options.size(), kMany);
}

TEST(TracecmdHostile, ADescriptionBeginsWithAShortLine) {
  auto formatsIn = [](const std::string& text) {
    TraceFile file;
    tracecmd::findFormats(bytesOf(text), "ftrace", file);
    return file.formats.size();
  };
  EXPECT_EQ(formatsIn("name: " + std::string(100, 'a') + "\nID: 5\nname: b\nID: 6\n"), 2u);
  EXPECT_EQ(formatsIn("name: " + std::string(300, 'a') + "\nID: 5\nname: b\nID: 6\n"), 1u);
  std::string many;
  for (int i = 0; i < 2000000; ++i) many += "name: ";
  EXPECT_EQ(formatsIn(many), 0u);
}

// A name that is shorter than those of system calls, and no number.
TEST(TracecmdHostile, AnExitOfNoSystemCall) {
  TraceFile file;
  file.formats.emplace_back("raw_syscalls",
                            "name: sys_exit\nID: 5\nformat:\n\tfield:long ret;\toffset:8;\tsize:8;\tsigned:1;\n\n"
                            "print fmt: \"\"\n");
  file.formats.emplace_back("syscalls",
                            "name: sys_enter_\nID: 6\nformat:\n\tfield:int nr;\toffset:8;\tsize:4;\tsigned:1;\n\n"
                            "print fmt: \"\"\n");
  NameTable names;
  const tracecmd::Events events(file, names);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events.at(0).meaning, tracecmd::Meaning::SyscallExit);
  EXPECT_FALSE(events.at(1).ends);
}

std::string chunkHead(uint32_t compressed, uint32_t size) {
  return little(compressed) + little(size) + "\x28\xb5";
}

// Of a file whose compressor has no name that can be: by its content, behind so many bytes that begin as a chunk does.
std::string codecBehind(int heads) {
  const std::string good = test::readFile(test::dataPath("tracecmd/v7-zstd.dat"));
  TraceFile plain;
  plain.codec = tracecmd::Codec::Zstd;
  size_t at = 0;
  while (!tracecmd::readChunkHead(bytesOf(good).subspan(at), plain, 4096).likely) ++at;
  std::string bytes = "\x17\x08\x44tracing7";
  bytes += std::string("\0\0\x08", 3) + little(uint32_t{4096}) + std::string("\1\2\0001\0", 5) + little(uint64_t{0});
  for (int i = 0; i < heads; ++i) bytes += chunkHead(2, 4096);
  WarningLog log;
  return readFile(bytes + good.substr(at), log).codecName;
}

TEST(TracecmdHostile, ACompressorIsTriedAFewTimes) {
  EXPECT_EQ(codecBehind(0), "zstd");
  EXPECT_EQ(codecBehind(63), "zstd");
  EXPECT_EQ(codecBehind(64), "none");
}

TEST(TracecmdHostile, ATableOfManyCpusIsMended) {
  constexpr uint32_t kCpus = 1u << 16;
  constexpr uint64_t kPage = 4096, kEnd = kPage * 4 * kCpus;
  // Every other one lies in the first page, the others where they should but for what nobody claims between them.
  std::vector<tracecmd::CpuData> cpus;
  for (uint32_t i = 0; i < kCpus; ++i) cpus.push_back({i / 2, i % 2 == 0 ? 0 : kPage * 4 * i, kPage});
  EXPECT_TRUE(tracecmd::mendCpus(cpus, 0, kEnd, kPage, false));
  std::vector<std::pair<uint64_t, uint64_t>> places;
  for (const tracecmd::CpuData& cpu : cpus) places.emplace_back(cpu.offset, cpu.size);
  std::sort(places.begin(), places.end());
  for (size_t i = 0; i + 1 < places.size(); ++i)
    ASSERT_LE(places[i].first + places[i].second, places[i + 1].first) << "no two at the same place";
  EXPECT_LE(places.back().first + places.back().second, kEnd);
  // A third lies with gaps between, a sixth nowhere, and half hold nothing and lie at no gap.
  cpus.clear();
  for (uint32_t i = 0; i < kCpus; ++i) {
    if (i % 6 < 2) cpus.push_back({i, kPage * 4 * i, kPage});
    if (i % 6 == 2) cpus.push_back({i, kEnd, kPage});
    if (i % 6 > 2) cpus.push_back({i, 1, 0});
  }
  EXPECT_TRUE(tracecmd::mendCpus(cpus, 0, kEnd, kPage, false));
  EXPECT_EQ(cpus[2].offset, kPage) << "the first gap is that of the first which lay nowhere";
  const auto placed = [](const tracecmd::CpuData& cpu) { return cpu.size > 0; };
  EXPECT_EQ(std::count_if(cpus.begin(), cpus.end(), placed), 2 * (kCpus / 3 + 1));
}

// A CPU of a compressed trace whose chunks but for the first and the last are zeros.
struct Zeroed {
  std::string bytes;
  size_t stream = 0;
  uint64_t begin = 0;  // of the zeros
  uint64_t end = 0;
};

Zeroed zeroed(const std::string& path) {
  Zeroed out;
  out.bytes = test::readFile(path);
  FileSet files = test::fileInMemory("trace.dat", out.bytes);
  auto reader = openTrace(files);
  if (!reader) return out;
  for (size_t i = 0; i < (*reader)->streams().size(); ++i) {
    const Extent extent = (*reader)->streams()[i].extents[0];
    if (extent.size <= out.end - out.begin) continue;
    uint64_t next = extent.offset, last = next, first = 0;
    while (next + 8 < extent.offset + extent.size) {
      uint32_t compressed = 0;
      std::memcpy(&compressed, out.bytes.data() + next, sizeof compressed);
      last = next;
      next += 8 + compressed;
      if (first == 0) first = next;
    }
    if (last <= first) continue;
    out.stream = i;
    out.begin = first;
    out.end = last;
  }
  std::fill(out.bytes.begin() + static_cast<ptrdiff_t>(out.begin), out.bytes.begin() + static_cast<ptrdiff_t>(out.end),
            '\0');
  return out;
}

// Of one stream, in small pieces: its records, and the most bytes that waited for more.
struct Pieces {
  uint64_t records = 0;
  uint64_t mostKept = 0;
  std::vector<Checkpoint> within;  // of the zeros
};

Pieces inPieces(StreamDriver& driver, const Zeroed& from, size_t piece) {
  Pieces out;
  RecordBatch batch;
  for (;;) {
    const RecordDriver::Step step = driver.next(batch);
    if (step == RecordDriver::Step::End) return out;
    if (step == RecordDriver::Step::Batch) {
      out.records += batch.count;
      continue;
    }
    const RecordDriver::Want want = driver.want();
    if (want.offset > from.begin + piece && want.offset < from.end) {
      out.mostKept = std::max(out.mostKept, want.kept);
      if (driver.atCheckpoint()) out.within.push_back(driver.checkpoint());
    }
    const size_t size = static_cast<size_t>(std::min<uint64_t>(piece, want.size));
    driver.provide(bytesOf(from.bytes).subspan(static_cast<size_t>(want.offset), size), false);
  }
}

TEST(TracecmdHostile, WhatBeginsNoChunkIsNotKept) {
  const Zeroed from = zeroed(test::samplesPath("tracecmd") + "/v7-zlib-syscalls/trace.dat");
  ASSERT_GT(from.end - from.begin, 20000u);
  FileSet files = test::fileInMemory("trace.dat", from.bytes);
  const std::string told = "something else; " + std::to_string(from.end - from.begin) + " bytes are skipped";
  uint64_t records = 0;
  for (size_t piece : {size_t{100}, size_t{512}, size_t{1} << 20}) {
    auto reader = openTrace(files);
    ASSERT_TRUE(reader);
    (*reader)->warnings() = {};
    StreamDriver driver(**reader, from.stream);
    SavedNumbers numbers;
    driver.saveWith(numbers);
    const Pieces pieces = inPieces(driver, from, piece);
    EXPECT_LT(pieces.mostKept, tracecmd::kChunkHead);
    EXPECT_EQ((*reader)->warnings().total(), 1u) << piece;
    EXPECT_NE(textsOf((*reader)->warnings()).find(told), std::string::npos) << textsOf((*reader)->warnings());
    if (records == 0) records = pieces.records;
    EXPECT_EQ(pieces.records, records);
    if (piece != 100) continue;
    ASSERT_FALSE(pieces.within.empty());
    (*reader)->warnings() = {};
    ASSERT_TRUE(driver.restore(pieces.within[pieces.within.size() / 2], numbers.own()));
    EXPECT_GT(inPieces(driver, from, piece).records, 0u);
    EXPECT_NE(textsOf((*reader)->warnings()).find(told), std::string::npos) << "a decoder that goes on from within";
  }
}

// Notes what it is asked for.
class Asked final : public UnpackEnd {
 public:
  explicit Asked(std::vector<uint64_t>& offsets) : offsets_(offsets) {}

  const Unpacked& get(uint64_t offset, const Unpack& unpack) override {
    offsets_.push_back(offset);
    unpack(unpacked_);
    return unpacked_;
  }

 private:
  std::vector<uint64_t>& offsets_;
  Unpacked unpacked_;
};

TEST(TracecmdHostile, AChunkIsUnpackedOnce) {
  Zeroed from = zeroed(test::samplesPath("tracecmd") + "/v7-zlib-syscalls/trace.dat");
  // What begins as a chunk, and is none: neither can it be unpacked nor does it lead to another.
  const std::string bad = little(uint32_t{20}) + little(uint32_t{4096}) + "\x78\x9c";
  from.bytes.replace(static_cast<size_t>(from.begin), bad.size(), bad);
  FileSet files = test::fileInMemory("trace.dat", from.bytes);
  auto reader = openTrace(files);
  ASSERT_TRUE(reader);
  StreamDriver driver(**reader, from.stream);
  std::vector<uint64_t> offsets;
  driver.exchange(std::make_unique<Asked>(offsets));
  EXPECT_GT(inPieces(driver, from, 100).records, 0u);
  EXPECT_TRUE(std::find(offsets.begin(), offsets.end(), from.begin) != offsets.end());
  EXPECT_TRUE(std::adjacent_find(offsets.begin(), offsets.end(), std::greater_equal<>()) == offsets.end());
}

}  // namespace
}  // namespace tp
