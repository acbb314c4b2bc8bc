// Metadata and packets that nobody would write but to do harm, or that are cut and damaged.
#include <gtest/gtest.h>

#include <chrono>

#include "core/analysis/event_merge.h"
#include "core/decode/record_driver.h"
#include "core/formats/registry.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

constexpr const char* kHead =
    "/* CTF 1.8 */ typealias integer { size = 8; } := u8; typealias integer { size = 32; } := u32;"
    "typealias integer { size = 64; } := u64; trace { major = 1; minor = 8; byte_order = le; };"
    "clock { name = c; }; stream { event.header := struct { u8 id; u32 timestamp; }; };";

FileSet filesOf(const std::string& metadata, const std::string& stream) {
  FileSet out;
  out.add("t/metadata", std::make_shared<MemorySource>(std::string_view(metadata)));
  out.add("t/stream", std::make_shared<MemorySource>(std::string_view(stream)));
  return out;
}

// An event of the head above: its id, its time, and what follows.
std::string event(uint8_t id, uint32_t time, const std::string& payload = "") {
  std::string out(1, static_cast<char>(id));
  for (int i = 0; i < 4; ++i) out += static_cast<char>(time >> 8 * i);
  return out + payload;
}

struct Read {
  std::string error;
  std::vector<std::string> rows;  // "time name words"
  std::vector<Warning> warnings;
};

Read read(const FileSet& files) {
  Read out;
  auto reader = openTrace(files);
  if (!reader) {
    out.error = reader.error().line();
    return out;
  }
  EventMerge merge(**reader, files);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    out.rows.push_back(std::to_string(row.time) + " " + std::string(row.name) + " " + row.words());
  }
  out.warnings = (*reader)->warnings().kept();
  return out;
}

// Of each slice its name and when it ends, of each instant its name and when it is.
std::vector<std::string> drawn(const FileSet& files) {
  std::vector<std::string> out;
  auto reader = openTrace(files);
  if (!reader || (*reader)->merges().empty()) return out;
  const std::unique_ptr<RecordDriver> driver = makeDriver(**reader, (*reader)->streams().size());
  RecordBatch batch;
  std::vector<std::string> open;
  while (driver->pull(batch, files) == RecordDriver::Step::Batch)
    for (const Record& record : Records(batch)) {
      if (record.kind == RecordKind::Begin) {
        open.resize(record.depth);
        open.emplace_back((*reader)->names().view(record.name));
      } else if (record.kind == RecordKind::End && record.depth < open.size()) {
        out.push_back(open[record.depth] + " " + std::to_string(record.time));
        open.resize(record.depth);
      }
    }
  return out;
}

TEST(CtfCalls, PairsOfEventsAreSlices) {
  std::string metadata =
      "/* CTF 1.8 */ typealias integer { size = 8; } := u8; typealias integer { size = 32; } := u32;"
      "trace { major = 1; minor = 8; byte_order = le; }; clock { name = c; };"
      "stream { event.header := struct { u8 id; u32 timestamp; }; event.context := struct { u8 vtid; }; };";
  const char* const names[] = {"a:outer_entry", "a:outer_exit", "a:inner_entry", "a:inner_exit",
                               "b:inner_exit",  "a:lone_entry", "inner_exit"};
  for (size_t i = 0; i < std::size(names); ++i)
    metadata += "event { id = " + std::to_string(i) + "; name = \"" + names[i] + "\"; };";
  std::string stream;
  // What another provider, another thread or an event without a partner says ends nothing.
  for (const auto& [id, tid] :
       {std::pair(0, 7), {2, 7}, {4, 7}, {3, 8}, {5, 7}, {6, 7}, {3, 7}, {2, 7}, {1, 7}, {1, 7}})
    stream += event(static_cast<uint8_t>(id), static_cast<uint32_t>(stream.size() + 1),
                    std::string(1, static_cast<char>(tid)));
  const std::vector<std::string> expected = {"a:inner 37", "a:outer 49"};
  EXPECT_EQ(drawn(filesOf(metadata, stream)), expected);
}

TEST(CtfNumbers, OfMoreThan64BitsAreShownInHexadecimal) {
  const std::string metadata = std::string(kHead) +
                               "event { id = 1; name = a; fields := struct { integer { size = 96; align = 8; } wide; "
                               "integer { size = 70; align = 1; byte_order = be; } odd; u8 behind; }; };";
  // The bits of `odd` are the lowest bit of the first byte of 9, and all further ones but the last two.
  const std::string wide("\x01\x02\0\0\0\0\0\0\0\0\0\xa0", 12), odd("\x04\0\0\0\0\0\0\0\x14", 9);
  const Read found = read(filesOf(metadata, event(1, 7, wide + odd + "\x05")));
  ASSERT_EQ(found.rows.size(), 1u) << found.error;
  EXPECT_EQ(found.rows[0], "7 a wide = 0xA00000000000000000000201, odd = 0x10000000000000005, behind = 5");
}

TEST(CtfHostile, TypesThatAreTooDeepOrTooManyAreRefused) {
  std::string deep = "typealias u8 := t0;", doubled = deep;
  for (int i = 0; i < 200; ++i) deep += "typedef t" + std::to_string(i) + " t" + std::to_string(i + 1) + "[1];";
  for (int i = 0; i < 60; ++i)
    doubled += "typealias struct { t" + std::to_string(i) + " a; t" + std::to_string(i) + " b; } := t" +
               std::to_string(i + 1) + ";";
  EXPECT_NE(read(filesOf(kHead + deep, "")).error.find("too deep"), std::string::npos);
  const std::string use =
      "event { name = many; fields := struct { t60 x; }; }; event { name = one; id = 1; fields := struct { u8 a; }; };";
  const Read found = read(filesOf(kHead + doubled + use, event(1, 7, "\x05")));
  ASSERT_EQ(found.rows.size(), 1u);
  EXPECT_EQ(found.rows[0], "7 one a = 5");
  EXPECT_FALSE(found.warnings.empty());
  std::string braces = kHead;
  for (int i = 0; i < 100000; ++i) braces += "struct {";
  EXPECT_FALSE(read(filesOf(braces, "")).error.empty());
}

TEST(CtfHostile, LengthsAreCheckedBeforeAnythingIsRead) {
  const std::string metadata = std::string(kHead) +
                               "event { name = s; fields := struct { u64 n; u8 a[n]; }; };"
                               "event { name = e; id = 1; fields := struct { u64 n; struct { } a[n]; }; };"
                               "event { name = f; id = 2; fields := struct { u64 a[9223372036854775807]; }; };";
  const std::string huge(8, '\x7f');
  // As many as there are of nothing is quickly read, and told cut.
  const Read nothing = read(filesOf(metadata, event(1, 5, huge)));
  ASSERT_EQ(nothing.rows.size(), 1u);
  EXPECT_LT(nothing.rows[0].size(), 20000u);
  for (const int id : {0, 2}) {
    const Read found = read(filesOf(metadata, event(static_cast<uint8_t>(id), 5, huge)));
    ASSERT_EQ(found.rows.size(), 1u) << id;
    EXPECT_EQ(found.rows[0], "0 lost ") << id;
    EXPECT_EQ(found.warnings.size(), 1u) << id;
  }
}

TEST(CtfHostile, EventsWithoutABitEndThePacket) {
  const std::string metadata = "/* CTF 1.8 */ trace { major = 1; minor = 8; }; event { name = none; };";
  const Read found = read(filesOf(metadata, "abcd"));
  EXPECT_EQ(found.rows.size(), 2u);
  EXPECT_EQ(found.warnings.size(), 1u);
}

TEST(CtfHostile, ReferencesThatLeadNowhereCostTheirEvent) {
  const std::string metadata = std::string(kHead) +
                               "event { name = later; fields := struct { u8 a[n]; u8 n; }; };"
                               "event { name = self; id = 2; fields := struct { u8 a[a]; }; };"
                               "event { name = good; id = 1; fields := struct { u8 n; u8 a[n]; }; };";
  const Read found = read(filesOf(metadata, event(1, 3, std::string("\x02\x08\x09", 3)) + event(0, 4)));
  ASSERT_EQ(found.rows.size(), 2u);
  EXPECT_EQ(found.rows[0], "3 good n = 2, a = [ [0] = 8, [1] = 9 ]");
  EXPECT_EQ(found.rows[1], "3 lost ");
}

TEST(CtfHostile, MetadataThatEndWithinABlockKeepWhatWasWhole) {
  const std::string metadata =
      std::string(kHead) +
      "event { name = good; fields := struct { u8 a; }; }; event { name = half; id = 1; fields := str";
  const Read found = read(filesOf(metadata, event(0, 9, "\x01")));
  ASSERT_EQ(found.rows.size(), 1u);
  EXPECT_EQ(found.rows[0], "9 good a = 1");
  EXPECT_EQ(found.warnings.size(), 1u);
}

TEST(CtfHostile, JsonIsNotTrusted) {
  for (const char* text :
       {"\x1e{\"type\": \"preamble\", \"version\": 2, \"extensions\": {\"x\": {}}}", "\x1e{\"type\": \"preamble\"}",
        "\x1e{\"type\": \"preamble\", \"version\": 2}\x1e{\"type\": \"data-stream-class\", "
        "\"packet-context-field-class\": {\"type\": \"structure\", \"member-classes\": [{\"name\": 3}]}}",
        "\x1e{\"type\": \"preamble\", \"version\": 2}\x1e{\"type\": \"trace-class\", "
        "\"packet-header-field-class\": {\"type\": \"fixed-length-unsigned-integer\", \"length\": 65}}"})
    EXPECT_FALSE(read(filesOf(text, "")).error.empty()) << text;
  std::string deep =
      "\x1e{\"type\": \"preamble\", \"version\": 2}\x1e{\"type\": \"trace-class\", \"environment\": {\"a\": ";
  deep += std::string(200000, '[') + std::string(200000, ']') + "}}";
  EXPECT_TRUE(read(filesOf(deep, "")).error.empty());
}

// Every byte of a packet's head, and every length of a file.
TEST(CtfHostile, DamagedAndCutFilesAreRead) {
  const std::string folder = test::samplesPath("ctf/synth-lost/trace/");
  const std::string metadata = test::readFile(folder + "metadata"), stream = test::readFile(folder + "l_0");
  ASSERT_FALSE(stream.empty());
  for (size_t at = 0; at < 120; ++at) {
    std::string damaged = stream;
    damaged[at] = static_cast<char>(~damaged[at]);
    read(filesOf(metadata, damaged));
  }
  for (size_t size = 0; size < stream.size(); size += 7) read(filesOf(metadata, stream.substr(0, size)));
  for (size_t size = 0; size < metadata.size(); size += 11) read(filesOf(metadata.substr(0, size), stream));
}

}  // namespace
}  // namespace tp
