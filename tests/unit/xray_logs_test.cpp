// XRay logs: names that come later, tracks of the CPUs, several logs, and logs that are not what they seem.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <span>

#include "core/analysis/event_merge.h"
#include "core/formats/registry.h"
#include "core/formats/xray/log_header.h"
#include "core/io/local_files.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp::xray {
namespace {

std::string data(const std::string& name) {
  return test::readFile(test::dataPath("xray/" + name));
}

void put(FileSet& files, const std::string& path, const std::string& bytes) {
  files.add(path, std::make_shared<MemorySource>(std::string_view(bytes)));
}

FileSet logAlone(const std::string& name = "fdr-v5.xray") {
  return test::fileInMemory("log.xray", data(name));
}

std::string yamlOf(uint32_t functions) {
  std::string text = "---\n";
  for (uint32_t id = 1; id <= functions; ++id)
    text += "- { id: " + std::to_string(id) +
            ", address: 0x10, function: 0x10, kind: function-enter, function-name: 'f" + std::to_string(id) +
            "(int)' }\n";
  return text + "...\n";
}

FileSet yamlAlone(uint32_t functions) {
  return test::fileInMemory("map.yaml", yamlOf(functions));
}

bool warns(const TraceIndex& index, std::string_view words) {
  return std::any_of(index.warnings().begin(), index.warnings().end(),
                     [&](const Warning& one) { return one.text().find(words) != std::string::npos; });
}

// Names of all slices of the tracks of a kind.
std::vector<std::string> slices(test::LocalSession& local, TrackKind kind) {
  std::vector<std::string> out;
  const TraceIndex& index = local.session.index();
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    if (index.tracks()[id].key.kind != kind) continue;
    std::vector<Mark> marks;
    local.session.query(id, index.begin(), index.end(), 0, marks);
    for (const Mark& mark : marks) out.emplace_back(index.names().view(mark.name));
  }
  return out;
}

TEST(XrayNames, ComeWithALaterFile) {
  test::LocalSession local(2);
  local.open(logAlone(), 300);
  std::vector<std::string> ids = slices(local, TrackKind::Thread);
  ASSERT_GT(ids.size(), 50u);
  EXPECT_NE(std::find(ids.begin(), ids.end(), "9"), ids.end());
  auto metadata = [&] { return local.session.index().info().metadata.back().second; };
  EXPECT_NE(metadata().find("drop the program"), std::string::npos);
  uint64_t before = local.session.version();

  EXPECT_FALSE(local.add(test::fileInMemory("other.xray", data("fdr-v1.xray"))));
  EXPECT_FALSE(local.add(test::fileInMemory("notes.txt", "some words")));
  EXPECT_EQ(slices(local, TrackKind::Thread), ids);

  EXPECT_TRUE(local.add(yamlAlone(9)));
  EXPECT_GT(local.session.version(), before);
  std::vector<std::string> expected;
  for (const std::string& id : ids) expected.push_back("f" + id + "(int)");
  EXPECT_EQ(slices(local, TrackKind::Thread), expected);
  EXPECT_NE(metadata().find("map.yaml"), std::string::npos);
  EXPECT_EQ(local.session.index().warningCount(), 0u);

  // Names are not changed once more.
  EXPECT_TRUE(local.add(yamlAlone(3)));
  EXPECT_EQ(slices(local, TrackKind::Thread), expected);
  EXPECT_TRUE(warns(local.session.index(), "drop log and program together"));
}

TEST(XrayNames, InTheMiddleOfIndexing) {
  FileSet files = logAlone();
  IndexWorker worker;
  worker.open(files, 0, 1);
  for (int i = 0; i < 4; ++i) worker.step(200);
  EXPECT_TRUE(worker.add(yamlAlone(9)));
  while (worker.step(200)) {
  }
  struct NoWorkers final : WorkerPort {
    uint32_t workers() const override { return 1; }
    void post(uint32_t, std::vector<std::byte>) override {}
  } port;
  Session session(port);
  session.beginOpen("log", 0);
  std::vector<std::byte> message;
  while (worker.take(message)) session.receive(0, message, 1);
  EXPECT_EQ(session.phase(), Phase::Ready);
  const NameTable& names = session.index().names();
  for (NameId id = 1; id < names.size(); ++id)
    EXPECT_NE(names.view(id).find_first_not_of("0123456789"), std::string_view::npos) << names.view(id);
}

TEST(XrayNames, OfAnotherProgramAreToldOnce) {
  for (bool later : {false, true}) {
    FileSet files = logAlone();
    if (!later) put(files, "map.yaml", yamlOf(4));
    test::LocalSession local(3);
    local.open(files);
    if (later) local.add(yamlAlone(4));
    EXPECT_EQ(local.session.index().warningCount(), 1u) << later;
    EXPECT_TRUE(warns(local.session.index(), "another program or build")) << later;
    std::vector<std::string> names = slices(local, TrackKind::Thread);
    EXPECT_NE(std::find(names.begin(), names.end(), "f4(int)"), names.end());
    EXPECT_NE(std::find(names.begin(), names.end(), "9"), names.end());
  }
}

TEST(XrayCpus, ThreadsTakeTurnsAndMove) {
  test::LocalSession local;
  local.open(logAlone());
  const TraceIndex& index = local.session.index();
  size_t cpus = 0;
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    const Track& track = index.tracks()[id];
    if (track.key.kind != TrackKind::Cpu) continue;
    ++cpus;
    ASSERT_NE(track.parent, kNoTrack);
    EXPECT_EQ(index.tracks()[track.parent].name, "CPUs");
    std::vector<Mark> marks;
    local.session.query(id, index.begin(), index.end(), 0, marks);
    ASSERT_FALSE(marks.empty()) << track.name;
    std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
    for (size_t i = 0; i < marks.size(); ++i) {
      EXPECT_EQ(marks[i].depth, 0);
      EXPECT_EQ(index.names().view(marks[i].name).rfind("thread 1", 0), 0u);
      EXPECT_TRUE(i == 0 || marks[i - 1].end <= marks[i].begin) << track.name;
    }
  }
  EXPECT_EQ(index.info().cpus, 3u);
  EXPECT_EQ(cpus, 3u);  // 0 and 1, and 3 where both move to
  std::vector<std::string> events = slices(local, TrackKind::Events);
  EXPECT_NE(std::find(events.begin(), events.end(), "from CPU 1 to CPU 3"), events.end());
  EXPECT_NE(std::find(events.begin(), events.end(), "from CPU 0 to CPU 3"), events.end());
}

struct Seen {
  Time time = 0;
  int64_t tid = 0;
};

// Function records by CPU, in the order of time.
std::map<int32_t, std::vector<Seen>> seenByCpu(const FileSet& files) {
  std::map<int32_t, std::vector<Seen>> out;
  auto reader = openTrace(files);
  if (!reader) return out;
  EventMerge merge(**reader, files);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    if (row.kind != "custom" && row.kind != "typed") out[row.cpu].push_back({row.time, row.tid});
  }
  return out;
}

// Whenever a record says that a thread ran on a CPU, the CPU's track says so as well, or tells of another thread that
// was seen there within the pause below which changes are not looked for.
TEST(XrayCpus, TracksAgreeWithEveryRecord) {
  std::string samples = test::samplesPath("xray");
  constexpr Time kPause = 2 * 20 * 2596;
  for (const char* name : {"fdr-threads", "fdr-bufferfull", "basic-threads", "fdr-recurse", "gen/fdr-v5-le.xray"}) {
    std::string path = samples + "/" + name;
    auto files = openLocalFiles({path.ends_with(".xray") ? path : path + "/log.xray"});
    ASSERT_TRUE(files) << name;
    test::LocalSession local;
    local.open(*files);
    const TraceIndex& index = local.session.index();
    size_t records = 0, others = 0;
    for (const auto& [cpu, times] : seenByCpu(*files)) {
      const auto& seen = times;
      TrackKey key;
      key.kind = TrackKind::Cpu;
      key.cpu = cpu;
      TrackId track = index.tracks().find(key);
      ASSERT_NE(track, kNoTrack) << name << " CPU " << cpu;
      std::vector<Mark> marks;
      local.session.query(track, index.begin(), index.end(), 0, marks);
      for (size_t i = 0; i < seen.size(); ++i) {
        std::string thread = "thread " + std::to_string(seen[i].tid);
        bool found = std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
          return mark.begin <= seen[i].time && seen[i].time <= mark.end && index.names().view(mark.name) == thread;
        });
        ++records;
        if (found) continue;
        ++others;
        bool near = (i > 0 && seen[i - 1].tid != seen[i].tid && seen[i].time - seen[i - 1].time < kPause) ||
                    (i > 1 && seen[i - 2].tid != seen[i].tid && seen[i].time - seen[i - 2].time < kPause);
        EXPECT_TRUE(near) << name << " CPU " << cpu << " " << thread << " at " << seen[i].time;
      }
    }
    EXPECT_GT(records, 100u) << name;
    EXPECT_LT(others * 10, records) << name << ": " << others << " of " << records;
  }
}

// One worker decodes a log once for its calls and the CPUs; of many, one makes nothing but what the CPUs need of it.
TEST(XrayCpus, AreTheSameFromAnyNumberOfWorkers) {
  std::string samples = test::samplesPath("xray");
  for (const char* name : {"fdr-threads", "fdr-bufferfull", "fdr-recurse"}) {
    auto files = openLocalFiles({samples + "/" + name + "/log.xray"});
    ASSERT_TRUE(files) << name;
    test::LocalSession one, many(7);
    one.open(*files);
    many.open(*files, 3000);
    const TraceIndex &first = one.session.index(), &other = many.session.index();
    size_t compared = 0;
    for (TrackId id = 0; id < first.tracks().size(); ++id) {
      TrackId same = other.tracks().find(first.tracks()[id].key);
      ASSERT_NE(same, kNoTrack) << name << " " << first.tracks()[id].name;
      std::vector<Mark> marks, others;
      one.session.query(id, first.begin(), first.end(), 0, marks);
      many.session.query(same, other.begin(), other.end(), 0, others);
      ASSERT_EQ(marks.size(), others.size()) << name << " " << first.tracks()[id].name;
      for (size_t i = 0; i < marks.size(); ++i) {
        EXPECT_EQ(marks[i].begin, others[i].begin);
        EXPECT_EQ(marks[i].end, others[i].end);
        EXPECT_EQ(first.names().view(marks[i].name), other.names().view(others[i].name));
      }
      compared += marks.size();
    }
    EXPECT_GT(compared, 100u) << name;
  }
}

TEST(XrayLogs, OfAForkedProgramOpenTogether) {
  FileSet files = logAlone();
  test::LocalSession alone;
  alone.open(files);
  put(files, "log2.xray", data("fdr-v5.xray"));
  test::LocalSession local(2);
  local.open(files);
  const TraceIndex& index = local.session.index();
  EXPECT_EQ(index.records(), 2 * alone.session.index().records());
  EXPECT_EQ(index.countTracks(TrackKind::Thread), 4u);
  EXPECT_EQ(index.countTracks(TrackKind::Process), 2u);
  EXPECT_EQ(index.warningCount(), 0u);
  EXPECT_EQ(index.begin(), alone.session.index().begin());
  EXPECT_EQ(index.end(), alone.session.index().end());
}

TEST(XrayLogs, BasicUnderAnFdrHeader) {
  std::string bytes = data("basic-v3.xray");
  test::LocalSession plain, named;
  plain.open(test::fileInMemory("log", bytes));
  bytes[0] = 5;
  bytes[2] = 1;
  named.open(test::fileInMemory("log", bytes));
  EXPECT_EQ(named.session.index().records(), plain.session.index().records());
  EXPECT_EQ(plain.session.index().warningCount(), 0u);
  EXPECT_TRUE(warns(named.session.index(), "records of a basic log"));
}

// Runtimes of today give the time since the start of the machine there; older ones the date.
TEST(XrayLogs, WallClockWhereItIsADate) {
  std::string bytes = data("fdr-v5.xray");
  auto wall = [&] {
    auto reader = openTrace(test::fileInMemory("log", bytes));
    return reader ? (*reader)->info().clock : ClockInfo{};
  };
  EXPECT_FALSE(wall().hasWallOffset);
  uint64_t seconds = 1500000000;
  memcpy(bytes.data() + 32 + 16 + 16 + 1, &seconds, sizeof seconds);
  ASSERT_TRUE(wall().hasWallOffset);
  // 5 us later by the clock, when the TSC of 2 GHz was at 900 million.
  EXPECT_EQ(wall().wallOffsetNs, 1500000000000005000 - 450000000);
}

TEST(XrayLogs, WithoutBuffersSayWhy) {
  auto header = openTrace(test::fileInMemory("log", data("fdr-v5.xray").substr(0, 32)));
  ASSERT_FALSE(header);
  EXPECT_NE(header.error().message.find("__xray_log_flushLog"), std::string::npos);
  auto program = openTrace(yamlAlone(3));
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().message.find("XRay log is what to drop"), std::string::npos);
}

// Cut within its first record.
TEST(XrayLogs, ABasicLogOfAHeaderAndABitIsOne) {
  const std::string whole = test::readFile(test::samplesPath("xray") + "/basic-single/log.xray");
  for (size_t more : {1, 8, 31}) {
    test::LocalSession local;
    local.open(test::fileInMemory("log.xray", whole.substr(0, LogHeader::kSize + more)));
    ASSERT_EQ(local.session.phase(), Phase::Ready) << local.session.error();
    EXPECT_TRUE(warns(local.session.index(), "expected a whole record")) << more;
  }
}

TEST(XrayLogs, DamageBetweenBuffersCostsNoMore) {
  std::string bytes = data("fdr-v5.xray");
  test::LocalSession whole;
  whole.open(test::fileInMemory("log", bytes));
  std::string rubbish(1000, '\x0e');
  uint64_t length = 0;
  memcpy(&length, bytes.data() + 33, 8);
  bytes.insert(32 + 16 + static_cast<size_t>(length), rubbish);
  test::LocalSession found;
  found.open(test::fileInMemory("log", bytes));
  EXPECT_EQ(found.session.index().records(), whole.session.index().records());
  // Where the next buffer is, and what lies there instead.
  EXPECT_EQ(found.session.index().warningCount(), 2u);
}

// Of rubbish of which every byte may be the beginning of a buffer, each is looked at once: else this takes hours.
TEST(XrayLogs, RubbishIsReadOnce) {
  std::string bytes = data("fdr-v5.xray");
  test::LocalSession whole, found;
  whole.open(test::fileInMemory("log", bytes));
  found.open(test::fileInMemory("log", bytes + std::string(3000000, '\x0f')));
  EXPECT_EQ(found.session.index().records(), whole.session.index().records());
  EXPECT_GT(found.session.index().warningCount(), 0u);
}

// A file that was cut to its header since its size was asked for.
TEST(XrayLogs, AHeaderWithoutItsRecordsIsNone) {
  const std::string bytes = data("fdr-v5.xray");
  xray::LogHeader header;
  EXPECT_FALSE(xray::readLogHeader(std::as_bytes(std::span(bytes.data(), 32)), bytes.size(), header));
}

struct BasicWriter {
  std::string bytes = std::string("\x03\0\0\0\x03\0\0\0\0\xca\x9a\x3b\0\0\0\0", 16) + std::string(16, '\0');
  void add(uint8_t action, uint32_t function, uint64_t tsc, uint32_t tid) {
    char record[32] = {0, 0, static_cast<char>(tid & 1), static_cast<char>(action)};
    uint32_t pid = 7;
    memcpy(record + 4, &function, 4);
    memcpy(record + 8, &tsc, 8);
    memcpy(record + 16, &tid, 4);
    memcpy(record + 20, &pid, 4);
    bytes.append(record, sizeof record);
  }
};

TEST(XrayCalls, TailExitsOfBothKinds) {
  // main calls a, which goes on as b, which goes on as c: by the runtimes each says its own id, by the document that of
  // a.
  for (uint32_t second : {3u, 2u}) {
    BasicWriter log;
    constexpr uint8_t kEnter = 0, kExit = 1, kTail = 2;
    log.add(kEnter, 1, 100, 11);
    log.add(kEnter, 2, 110, 11);
    log.add(kTail, 2, 120, 11);
    log.add(kEnter, 3, 121, 11);
    log.add(kTail, second, 130, 11);
    log.add(kEnter, 4, 131, 11);
    log.add(kExit, 4, 140, 11);
    log.add(kExit, 1, 150, 11);
    FileSet files = test::fileInMemory("log", log.bytes);
    auto reader = openTrace(files);
    ASSERT_TRUE(reader);
    std::vector<int> depths;
    for (const Record& record : test::decodeStream(**reader, files, 0, 4096).records) depths.push_back(record.depth);
    EXPECT_EQ(depths, (std::vector<int>{0, 1, 1, 1, 1, 1, 1, 0})) << second;
  }
}

// What llvm-xray makes of an FDR log: records of all threads in the order of time.
TEST(XrayBasic, ThreadsInterleaved) {
  BasicWriter log;
  for (uint64_t i = 0; i < 4000; ++i) log.add(i / 2 % 2, 5, 1000 + i * 10, 11 + i % 2);
  test::LocalSession local;
  local.open(test::fileInMemory("log", log.bytes));
  const TraceIndex& index = local.session.index();
  EXPECT_EQ(index.streams().size(), 2u);  // all threads, and the CPUs
  EXPECT_EQ(index.records(), 4000u);
  EXPECT_EQ(index.countTracks(TrackKind::Thread), 2u);
  EXPECT_EQ(index.countTracks(TrackKind::Cpu), 2u);
  EXPECT_EQ(index.warningCount(), 0u);
}

// Too large to look through beforehand, and with the earlier thread last.
TEST(XrayBasic, LargeLogsKeepEveryThreadsOwnTime) {
  constexpr uint64_t kEach = 600000;
  BasicWriter log;
  log.bytes.reserve(32 * (2 * kEach + 1));
  for (uint64_t i = 0; i < kEach; ++i) log.add(i % 2, 1, 90000000 + i * 100, 11);
  for (uint64_t i = 0; i < kEach; ++i) log.add(i % 2, 2, 1000 + i * 100, 12);
  test::LocalSession local;
  local.open(test::fileInMemory("log", std::move(log.bytes)));
  const TraceIndex& index = local.session.index();
  EXPECT_EQ(index.records(), 2 * kEach);
  EXPECT_EQ(index.begin(), 1000);
  TrackKey key;
  key.kind = TrackKind::Thread;
  key.pid = 7;
  for (int64_t tid : {11, 12}) {
    key.tid = tid;
    TrackId track = index.tracks().find(key);
    ASSERT_NE(track, kNoTrack);
    Time from = (tid == 11 ? 90000000 : 1000) + 20000000;
    std::vector<Mark> marks;
    for (int round = 0; round < 2; ++round) {
      marks.clear();
      local.session.beginFrame();
      local.session.query(track, from, from + 1999, 0, marks);
      local.session.endFrame();
      local.finish();
    }
    EXPECT_EQ(marks.size(), 10u) << tid;
    for (const Mark& mark : marks) EXPECT_EQ(mark.duration(), 100) << tid;
  }
}

// A single record amid those of another thread: its thread is what is damaged, also where nobody looked beforehand.
TEST(XrayBasic, ADamagedThreadOfALargeLogIsTold) {
  constexpr uint64_t kEach = 600000, kDamaged = 500000;
  BasicWriter log;
  log.bytes.reserve(32 * (2 * kEach + 1));
  for (uint64_t i = 0; i < 2 * kEach; ++i) log.add(i % 2, 1, 1000 + i * 100, i < kEach ? 11 : 12);
  log.bytes[32 + 32 * kDamaged + 16] = 77;
  test::LocalSession local;
  local.open(test::fileInMemory("log", std::move(log.bytes)));
  EXPECT_EQ(local.session.index().records(), 2 * kEach - 1);
  EXPECT_EQ(local.session.index().countTracks(TrackKind::Thread), 2u);
  EXPECT_TRUE(warns(local.session.index(), "thread 77, which is left out"));
}

size_t losses(const TraceIndex& index) {
  size_t told = 0;
  for (const Lane& lane : index.lanes()) told += lane.lossPlaces.size();
  return told;
}

// What a record that is left out said is not known: it may have been the end of a call.
TEST(XrayBasic, ADamagedRecordIsALoss) {
  for (size_t at : {0u, 8u, 16u}) {  // its type, its time, its thread
    BasicWriter log;
    for (uint64_t i = 0; i < 40; ++i) log.add(i % 2, 1, 1000 + i * 100, i < 20 ? 11 : 12);
    for (size_t k = 0; k < (at == 8 ? 8u : 1u); ++k) log.bytes[32 + 32 * 7 + at + k] = 77;
    test::LocalSession local;
    local.open(test::fileInMemory("log", std::move(log.bytes)));
    EXPECT_EQ(local.session.index().records(), 39u) << at;
    EXPECT_EQ(losses(local.session.index()), 1u) << at;
  }
}

// Of two lone records, whichever comes first, the one of a thread that no system has is left out.
TEST(XrayBasic, OfTwoRecordsTheLikelyOneStays) {
  constexpr uint32_t kLikely = 11, kUnlikely = 0x40000000;
  for (auto [first, second] : {std::pair{kLikely, kUnlikely}, {kUnlikely, kLikely}, {kLikely, kLikely + 1}}) {
    BasicWriter log;
    log.add(0, 1, 1000, first);
    log.add(0, 1, 2000, second);
    test::LocalSession local;
    local.open(test::fileInMemory("log", std::move(log.bytes)));
    const bool both = first != kUnlikely && second != kUnlikely;
    EXPECT_EQ(local.session.index().records(), both ? 2u : 1u);
    EXPECT_EQ(warns(local.session.index(), "thread 1073741824, which is left out"), !both);
  }
}

// Of a header whose first half is gone, the records say what it should.
TEST(XrayLogs, ADamagedHeaderIsReadByItsRecords) {
  for (const char* name : {"fdr-v1.xray", "fdr-v2.xray", "fdr-v4.xray", "fdr-v5.xray", "basic-v3.xray"}) {
    std::string bytes = data(name);
    test::LocalSession whole;
    whole.open(test::fileInMemory("log", bytes));
    bytes.replace(0, 16, 16, '\0');
    test::LocalSession found;
    found.open(test::fileInMemory("log", bytes));
    EXPECT_EQ(found.session.index().records(), whole.session.index().records()) << name;
    EXPECT_EQ(found.session.index().begin(), whole.session.index().begin()) << name;
    EXPECT_EQ(found.session.index().end(), whole.session.index().end()) << name;
    EXPECT_TRUE(warns(found.session.index(), "the header of an XRay log")) << name;
  }
}

}  // namespace
}  // namespace tp::xray
