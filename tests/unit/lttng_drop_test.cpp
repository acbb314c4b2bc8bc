// What the LTTng reader makes of damaged tracefiles, and of drops that are not one trace in one folder.
#include <gtest/gtest.h>

#include "core/analysis/event_merge.h"
#include "core/formats/lttng/clock.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/samples.h"

namespace tp::lttng {
namespace {

// Adds a committed trace as the folder `as`.
void add(FileSet& files, const std::string& name, const std::string& as) {
  auto opened = openLocalFiles({test::dataPath("lttng/" + name + "/data")});
  for (const FileEntry& file : opened->files()) {
    std::vector<std::byte> own = readAll(*file.source);
    files.add(as + file.path.substr(4), std::make_shared<MemorySource>(asText(own)));
  }
}

// One committed trace, with one file as `bytes`; empty: as it is.
FileSet committed(const std::string& changed = {}, const std::string& bytes = {}) {
  FileSet files;
  add(files, "2.6-le", "data");
  if (!changed.empty()) files.add("data/" + changed, std::make_shared<MemorySource>(std::string_view(bytes)));
  return files;
}

struct Counts {
  size_t events = 0;
  size_t unknownLosses = 0;
  std::vector<Warning> warnings;
};

Counts count(const FileSet& files) {
  Counts out;
  auto reader = openTrace(files);
  if (!reader) return out;
  EventMerge merge(**reader, files);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    out.events += row.kind == "event" ? 1 : 0;
    out.unknownLosses += (row.present & EventRow::kCountUnknown) != 0 ? 1 : 0;
  }
  // Those that the trace has of itself are not of interest here.
  for (const Warning& warning : (*reader)->warnings().kept())
    if (warning.expected.rfind("all ", 0) != 0) out.warnings.push_back(warning);
  return out;
}

constexpr size_t kSubBuffer = 4096;

TEST(LttngDamage, ALostHeaderCostsItsSubBuffer) {
  Counts whole = count(committed());
  std::string bytes = test::readFile(test::dataPath("lttng/2.6-le/data/kernel_0"));
  ASSERT_EQ(bytes.size(), 3 * kSubBuffer);
  bytes[kSubBuffer + 17] = 'x';
  Counts found = count(committed("kernel_0", bytes));
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_EQ(found.warnings[0].offset, kSubBuffer);
  EXPECT_EQ(found.warnings[0].file, "data/kernel_0");
  EXPECT_EQ(found.events, whole.events - 50);
}

TEST(LttngDamage, RubbishBetweenSubBuffersIsSteppedOver) {
  Counts whole = count(committed());
  std::string bytes = test::readFile(test::dataPath("lttng/2.6-le/data/kernel_0"));
  bytes.insert(kSubBuffer, 333, 'r');
  Counts found = count(committed("kernel_0", bytes));
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_EQ(found.warnings[0].offset, kSubBuffer);
  EXPECT_EQ(found.events, whole.events);
}

TEST(LttngDamage, AnUnknownEventReachesUpToWhatFitsToTheEnd) {
  Counts whole = count(committed());
  std::string bytes = test::readFile(test::dataPath("lttng/2.6-le/data/kernel_0"));
  // The first event's id, in the top bits of its header.
  bytes[68 + 3] = static_cast<char>(28 << 3);
  Counts found = count(committed("kernel_0", bytes));
  ASSERT_EQ(found.warnings.size(), 1u);
  EXPECT_EQ(found.warnings[0].offset, 68u);
  // The time of an event without fields may be that of any bytes: five events are not told from the unknown one.
  EXPECT_EQ(found.events, whole.events - 4);
  EXPECT_EQ(found.unknownLosses, whole.unknownLosses);
}

TEST(LttngDamage, EmptyAndForeignFilesAreLeftOut) {
  Counts whole = count(committed());
  FileSet files = committed();
  files.add("data/empty_0", std::make_shared<MemorySource>(std::string_view{}));
  files.add("data/foreign_1", std::make_shared<MemorySource>(std::string_view("a text of somebody else")));
  files.add("data/notes.txt", std::make_shared<MemorySource>(std::string_view("not a name of a tracefile")));
  Counts found = count(files);
  EXPECT_EQ(found.warnings.size(), 2u);
  EXPECT_EQ(found.events, whole.events);
}

TEST(LttngDamage, ACutFileKeepsWhatItHas) {
  std::string bytes = test::readFile(test::dataPath("lttng/2.6-le/data/kernel_0"));
  Counts found = count(committed("kernel_0", bytes.substr(0, kSubBuffer + 400)));
  EXPECT_EQ(found.warnings.size(), 1u);
  // What the sub-buffer has beyond the end of the file.
  EXPECT_EQ(found.unknownLosses, count(committed()).unknownLosses + 1);
  EXPECT_GT(found.events, count(committed("kernel_0", bytes.substr(0, kSubBuffer))).events);
}

// Every way in which the header in the middle of a file can be wrong: at most its own sub-buffer is lost.
TEST(LttngDamage, HeadersThatLie) {
  Counts whole = count(committed());
  struct Case {
    size_t at, bytes;
    uint64_t value;
    size_t lost;
  };
  constexpr size_t kMajor = 20, kMinor = 21, kArch = 22, kAlignment = 23, kData = 52, kSize = 56;
  constexpr Case kCases[] = {
      {kMajor, 1, 9, 50},  {kMinor, 1, 4, 50},        {kArch, 1, 8, 50},   {kAlignment, 1, 8, 50},
      {kData, 4, 5, 50},   {kData, 4, 4097, 50},      {kData, 4, ~0u, 50}, {kSize, 4, 0, 50},
      {kSize, 4, 8192, 0}, {kSize, 4, 0x7fffffff, 0}, {kSize, 4, 3333, 0}, {kSize, 4, 5000, 0},
  };
  for (size_t number : {0u, 1u}) {
    for (const Case& c : kCases) {
      std::string bytes = test::readFile(test::dataPath("lttng/2.6-le/data/kernel_0"));
      for (size_t i = 0; i < c.bytes; ++i) bytes[number * kSubBuffer + c.at + i] = static_cast<char>(c.value >> 8 * i);
      Counts found = count(committed("kernel_0", bytes));
      EXPECT_EQ(found.events, whole.events - c.lost) << number << " " << c.at << " " << c.value;
      EXPECT_GE(found.warnings.size(), 1u) << number << " " << c.at << " " << c.value;
    }
  }
}

TEST(LttngDamage, MetadataThatBeginsWithRubbish) {
  Counts whole = count(committed());
  std::string good = test::readFile(test::dataPath("lttng/2.6-le/data/metadata_0"));
  for (const std::string& rubbish : {std::string(kSubBuffer, 'r'), std::string(100, '\0'), good.substr(0, 16)}) {
    Counts found = count(committed("metadata_0", rubbish + good));
    EXPECT_EQ(found.events, whole.events) << rubbish.size();
    EXPECT_EQ(found.warnings.size(), 1u);
  }
  FileSet files = committed("metadata_0", std::string(kSubBuffer, 'r'));
  files.add("data/metadata_1", std::make_shared<MemorySource>(std::string_view(good)));
  EXPECT_EQ(count(files).events, whole.events);
}

TEST(LttngDrop, SeveralTracesMeetOnTheWall) {
  FileSet files, one;
  add(files, "2.6-le", "drop/first");
  add(files, "1.0", "drop/second");
  add(one, "1.0", "alone");
  EXPECT_EQ(count(files).events, count(committed()).events + count(one).events);

  auto reader = openTrace(files), alone = openTrace(one);
  ASSERT_TRUE(reader && alone);
  // By the start times that the two have: 2009-12-05 and 2008-06-02.
  Time apart = (Time{1260000000} - 1212364800) * 1000000000 + (654321 - 123456) * 1000;
  Time begin = 0;
  size_t cpus = 0;
  for (const StreamInfo& stream : (*reader)->streams()) {
    EXPECT_TRUE(stream.name.starts_with("first/") || stream.name.starts_with("second/")) << stream.name;
    if (stream.name == "second/cpu_0") begin = stream.begin;
  }
  for (const StreamInfo& stream : (*alone)->streams()) {
    if (stream.name != "cpu_0") continue;
    EXPECT_EQ(begin, stream.begin - apart);
  }
  for (TrackId id = 0; id < (*reader)->tracks().size(); ++id) {
    const Track& track = (*reader)->tracks()[id];
    if (track.key.kind != TrackKind::Cpu) continue;
    ++cpus;
    const Track& group = (*reader)->tracks()[track.parent];
    ASSERT_NE(group.parent, kNoTrack);
    EXPECT_EQ((*reader)->tracks()[group.parent].name, track.key.label);
  }
  EXPECT_EQ(cpus, 4u);
  EXPECT_EQ((*reader)->merges().size(), 2u);
}

TEST(LttngDrop, ATraceWithinAnotherIsItsOwn) {
  FileSet files, one;
  add(files, "2.6-le", "outer");
  add(files, "2.6-be", "outer/kept/inner");
  add(one, "2.6-be", "alone");
  Counts found = count(files);
  EXPECT_EQ(found.events, count(committed()).events + count(one).events);
  EXPECT_TRUE(found.warnings.empty());
}

TEST(LttngDrop, ClocksThatCantBeCompared) {
  FileSet files;
  add(files, "0.3", "old");
  add(files, "0.8", "older");
  Counts found = count(files);
  size_t own = 0;
  for (const Warning& warning : found.warnings) own += warning.found.find("times are its own") != std::string::npos;
  EXPECT_EQ(own, 1u);
}

TEST(LttngDrop, FilesOfThreads) {
  FileSet files;
  add(files, "0.8", "trace");
  auto reader = openTrace(files);
  ASSERT_TRUE(reader);
  TrackId events = (*reader)->tracks().find({TrackKind::Events, -1, 310, -1, ""});
  TrackId thread = (*reader)->tracks().find({TrackKind::Thread, -1, 310, -1, ""});
  ASSERT_NE(events, kNoTrack);
  ASSERT_NE(thread, kNoTrack);
  EXPECT_EQ((*reader)->tracks()[events].parent, thread);
  EXPECT_EQ((*reader)->tracks()[(*reader)->tracks()[thread].parent].key.pid, 300);
}

}  // namespace
}  // namespace tp::lttng
