// uftrace directories that uftrace itself crashes on, refuses or shows in part: what is to be had of them.
#include <gtest/gtest.h>

#include <map>

#include "core/decode/stream_driver.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

struct Row {
  Time time = 0;
  std::string kind, name, args;
  int depth = 0;
};

struct Sample {
  explicit Sample(const char* name) {
    auto opened = openLocalFiles({test::samplesPath("uftrace") + "/" + name + "/uftrace.data"});
    if (!opened) return;
    files = std::move(*opened);
    auto trace = openTrace(files);
    if (!trace) return;
    reader = std::move(*trace);
    for (size_t stream = 0; stream < reader->streams().size(); ++stream) {
      StreamDriver driver(*reader, stream);
      RecordBatch batch;
      while (driver.pull(batch, files) == RecordDriver::Step::Batch)
        for (uint32_t i = 0; i < batch.count; ++i) {
          if ((batch.records[i].flags & (kDerived | kUnlisted)) != 0) continue;
          EventRow row;
          driver.describe(batch, i, row);
          rows.push_back({row.time, std::string(row.kind), std::string(row.name), row.args, row.depth});
        }
    }
  }

  size_t count(std::string_view kind, std::string_view name = {}) const {
    size_t found = 0;
    for (const Row& row : rows) found += row.kind == kind && (name.empty() || row.name == name);
    return found;
  }
  const Track* thread() const {
    for (TrackId id = 0; id < reader->tracks().size(); ++id)
      if (reader->tracks()[id].key.kind == TrackKind::Thread) return &reader->tracks()[id];
    return nullptr;
  }
  bool warned(std::string_view file) const {
    for (const Warning& warning : reader->warnings().kept())
      if (warning.file.size() >= file.size() && warning.file.substr(warning.file.size() - file.size()) == file)
        return true;
    return false;
  }

  FileSet files;
  std::unique_ptr<TraceReader> reader;
  std::vector<Row> rows;
};

TEST(UftraceSalvage, CallSites) {
  Sample sample("callsite");
  ASSERT_TRUE(sample.reader);
  EXPECT_EQ(sample.count("entry"), sample.count("exit"));
  EXPECT_EQ(sample.count("entry", "bump"), 4u);
  EXPECT_EQ(sample.count("event", "callsite"), 4u);
  for (const Row& row : sample.rows)
    if (row.name == "callsite") {
      EXPECT_EQ(row.args, "from main");
    }
}

TEST(UftraceSalvage, TheRecorderWasKilledBeforeItWroteAnything) {
  Sample sample("killed-recorder");
  ASSERT_TRUE(sample.reader);
  EXPECT_TRUE(sample.rows.empty());
  ASSERT_NE(sample.thread(), nullptr);
  EXPECT_EQ(sample.thread()->name, "slow");
  EXPECT_EQ(sample.thread()->key.tid, 29646);
  EXPECT_TRUE(sample.warned("info"));
  EXPECT_TRUE(sample.warned("*.dat"));
  // The window comes to its end with it, too.
  test::LocalSession local;
  local.open(sample.files);
  EXPECT_EQ(local.session.phase(), Phase::Ready);
}

TEST(UftraceSalvage, TheDiskWasFull) {
  Sample sample("diskfull");
  ASSERT_TRUE(sample.reader);
  EXPECT_EQ(sample.rows.size(), 57088u);
  EXPECT_TRUE(sample.warned("info"));
  // Only what was open when the disk filled up has no exit.
  EXPECT_EQ(sample.count("entry") - sample.count("exit"), 4u);
}

TEST(UftraceSalvage, WithoutInfo) {
  Sample sample("no-info");
  ASSERT_TRUE(sample.reader);
  EXPECT_EQ(sample.rows.size(), 28u);
  EXPECT_EQ(sample.count("entry", "fib"), 9u);
  EXPECT_EQ(sample.count("entry", "main"), 1u);
  EXPECT_TRUE(sample.warned("info"));
}

TEST(UftraceSalvage, NothingWasRecorded) {
  Sample sample("static-pie");
  ASSERT_TRUE(sample.reader);
  EXPECT_EQ(sample.count("event", "linux:task-name"), 1u);
  EXPECT_EQ(sample.count("event", "linux:task-exit"), 1u);
  ASSERT_NE(sample.thread(), nullptr);
  EXPECT_EQ(sample.thread()->name, "fib-staticpie");
  EXPECT_TRUE(sample.warned("*.dat"));
}

TEST(UftraceSalvage, CallsDeeperThanTheRecordsCanSay) {
  Sample sample("deep1500-depth");
  ASSERT_TRUE(sample.reader);
  EXPECT_EQ(sample.count("entry", "down"), 1501u);
  EXPECT_EQ(sample.count("exit", "down"), 1501u);
  EXPECT_EQ(sample.count("entry", "bottom"), 1u);
  int deepest = 0;
  for (const Row& row : sample.rows) {
    deepest = std::max(deepest, row.depth);
    EXPECT_NE(row.name[0], '<') << "an address without a name at " << row.time;
  }
  EXPECT_EQ(deepest, 1502);
}

// uftrace loses the end of pipe_write(), which comes from another CPU than its beginning.
TEST(UftraceSalvage, KernelFunctionsLieWithinTheCallThatMadeThem) {
  Sample sample("kernel-synth");
  ASSERT_TRUE(sample.reader);
  EXPECT_EQ(sample.count("entry", "pipe_write"), 1u);
  EXPECT_EQ(sample.count("exit", "pipe_write"), 1u);
  EXPECT_EQ(sample.count("event", "sched:sched_switch"), 2u);
  for (const Row& row : sample.rows)
    if (row.name == "sched:sched_switch" && row.time == 1796706979515) {
      EXPECT_EQ(row.args,
                "prev_comm=fib prev_pid=30739 prev_prio=120 prev_state=R ==> next_comm=swapper/0 next_pid=0 "
                "next_prio=120");
    }

  test::LocalSession local(2);
  local.open(sample.files);
  const TraceIndex& index = local.session.index();
  TrackKey key;
  key.kind = TrackKind::Thread;
  key.pid = key.tid = 30739;
  std::vector<Mark> marks;
  local.session.query(index.tracks().find(key), 1796706977000, 1796706983000, 0, marks);
  local.finish();
  marks.clear();
  local.session.query(index.tracks().find(key), 1796706977000, 1796706983000, 0, marks);
  std::map<std::string, Mark> slices;
  for (const Mark& mark : marks) slices[std::string(index.names().view(mark.name))] = mark;
  ASSERT_EQ(slices.count("printf"), 1u);
  const char* nested[] = {"printf", "__x64_sys_write", "ksys_write", "vfs_write", "pipe_write"};
  for (int depth = 0; depth + 1 < 5; ++depth) {
    const Mark &outer = slices[nested[depth]], &inner = slices[nested[depth + 1]];
    EXPECT_EQ(inner.depth, outer.depth + 1) << nested[depth + 1];
    EXPECT_GE(inner.begin, outer.begin) << nested[depth + 1];
    EXPECT_LE(inner.end, outer.end) << nested[depth + 1];
  }
  EXPECT_EQ(slices["pipe_write"].end, 1796706980268);
  EXPECT_EQ(slices["do_user_addr_fault"].depth, slices["printf"].depth + 1);
}

TEST(UftraceSalvage, ExternalDataAreDrawn) {
  Sample sample("extern-data");
  ASSERT_TRUE(sample.reader);
  StreamDriver driver(*sample.reader, sample.reader->streams().size() - 1);
  RecordBatch batch;
  std::vector<std::string> texts;
  while (driver.pull(batch, sample.files) == RecordDriver::Step::Batch)
    for (uint32_t i = 0; i < batch.count; ++i) {
      EventRow row;
      driver.describe(batch, i, row);
      texts.push_back(row.args);
    }
  EXPECT_EQ(texts, (std::vector<std::string>{"before the first record", "inside, with \"quotes\" and <b>html</b>",
                                             "tab separated message", "after the last record"}));
}

TEST(UftraceSalvage, OfSeveralDirectoriesTheFirstIsOpened) {
  std::string root = test::samplesPath("uftrace");
  FileSet both;
  for (const char* name : {"fib-args", "sdt"}) {
    auto one = openLocalFiles({root + "/" + name + "/uftrace.data"});
    ASSERT_TRUE(one);
    for (const FileEntry& file : one->files()) both.add("parent/" + std::string(name) + "/" + file.path, file.source);
  }
  auto reader = openTrace(both);
  ASSERT_TRUE(reader);
  ASSERT_EQ((*reader)->warnings().kept().size(), 1u);
  const std::vector<std::string> folders = {"parent/fib-args/uftrace.data/", "parent/sdt/uftrace.data/"};
  EXPECT_EQ((*reader)->info().siblings, folders);
}

}  // namespace
}  // namespace tp
