// Until the first switch of a CPU only that one tells who runs there: tests/data/lttng/make_begin.py.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/analysis/function_stats.h"
#include "core/decode/record_driver.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/trace/not_recorded.h"
#include "tests/support/calls.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp::lttng {
namespace {

class LttngBegin : public testing::Test {
 protected:
  void SetUp() override {
    files_ = std::move(*openLocalFiles({test::dataPath("lttng/begin/data")}));
    auto opened = openTrace(files_);
    ASSERT_TRUE(opened);
    reader_ = std::move(*opened);
    auto driver = makeDriver(*reader_, reader_->streams().size());
    RecordBatch batch;
    while (driver->pull(batch, files_) == RecordDriver::Step::Batch)
      for (const Record& record : Records(batch)) records_.push_back(record);
  }

  // "running 1-12" of each state or slice, in microseconds since the first event but one microsecond, as they end.
  std::vector<std::string> told(TrackKind kind, int64_t tid) {
    const TrackId track = reader_->tracks().find({kind, -1, tid, -1, ""});
    std::vector<std::string> all;
    CallStack stack;
    auto closed = [&](const ClosedSlice& slice) {
      all.push_back(std::string(reader_->names().view(slice.name)) + " " + std::to_string(since(slice.begin)) + "-" +
                    std::to_string(since(slice.end)) + ((slice.flags & kMarkCut) != 0 ? " cut" : ""));
    };
    for (const Record& record : records_) {
      if (record.track != track) continue;
      if (record.kind == RecordKind::Begin) stack.begin(record.time, record.depth, record.name, closed);
      if (record.kind == RecordKind::End) stack.end(record.time, record.depth, record.name, closed);
      if (record.kind == RecordKind::Cut) stack.cut(record.time, record.depth, closed);
    }
    return all;
  }
  Time since(Time time) const { return (time - kFirst) / 1000 + 1; }

  static constexpr Time kFirst = 52125000946;
  FileSet files_;
  std::unique_ptr<TraceReader> reader_;
  std::vector<Record> records_;
};

TEST_F(LttngBegin, WhoLeavesTheCpuFirstHasRunSinceItsFirstRecord) {
  // The dump says of it only that it is on a run queue; another channel has the last event.
  const std::vector<std::string> expected = {"running 1-12", "runnable 12-15", "running 15-18"};
  EXPECT_EQ(told(TrackKind::ThreadState, 100), expected);
}

TEST_F(LttngBegin, ItsSystemCallsAreItsOwn) {
  const std::vector<std::string> expected = {"syscall 3 2-3", "syscall 4 6-7", "syscall 120 8-11", "syscall 3 16-17"};
  EXPECT_EQ(told(TrackKind::Thread, 100), expected);
}

TEST_F(LttngBegin, TheCallThatAThreadIsMadeInHasNoBeginningOfItsOwn) {
  const test::TraceCalls found = test::callsOf(files_, {});
  const FunctionTable table = makeFunctionTable(found.profile, found.reader->names());
  uint64_t calls = 0, open = 0, unbegun = 0;
  for (const FunctionStats& row : table.rows) {
    if (found.reader->names().view(row.name) != "syscall 120") continue;
    calls = row.calls;
    open = row.open;
    unbegun = row.unbegun;
  }
  EXPECT_EQ(calls, 1u);
  EXPECT_EQ(open, 0u);
  EXPECT_EQ(unbegun, 1u);
}

TEST_F(LttngBegin, TheFirstSliceOfACpuTookNobodyKnowsHowLong) {
  CallScope scope;
  scope.tracks = {reader_->tracks().find({TrackKind::Cpu, -1, -1, 0, ""})};
  const test::TraceCalls calls = test::callsOf(files_, scope);
  const FunctionTable table = makeFunctionTable(calls.profile, calls.reader->names());
  // Its own, and its child's.
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(calls.reader->names().view(table.rows[0].name), "worker");
  EXPECT_EQ(table.rows[0].calls, 1u);
  EXPECT_EQ(table.rows[0].max, 2000);
  // From the first record to the switch, and the last, which does not end.
  EXPECT_EQ(table.rows[0].unbegun, 1u);
  EXPECT_EQ(table.rows[0].open, 1u);
  EXPECT_EQ(table.rows[0].openTotal, 11000 + 3000);
}

TEST_F(LttngBegin, TheTrackOfTheCpuSaysSo) {
  test::LocalSession local;
  local.open(files_);
  ASSERT_EQ(local.session.phase(), Phase::Ready);
  const TraceIndex& index = local.session.index();
  const TrackId cpu = index.tracks().find({TrackKind::Cpu, -1, -1, 0, ""});
  std::vector<Mark> marks;
  local.session.query(cpu, index.begin(), index.end(), 0, marks);
  local.finish();
  marks.clear();
  local.session.query(cpu, index.begin(), index.end(), 0, marks);
  std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.begin < b.begin; });
  ASSERT_EQ(marks.size(), 4u);
  EXPECT_EQ(index.names().view(marks[0].name), kNotRecordedSlice);
  EXPECT_EQ(marks[0].begin, index.begin());
  EXPECT_EQ(marks[0].end, marks[1].begin);
  EXPECT_EQ(marks[1].flags, kMarkNoBegin);
  EXPECT_EQ(marks[2].flags, 0);
  EXPECT_EQ(marks[3].flags, kMarkCut);
}

// Other channels go on: who runs is not known any more.
TEST_F(LttngBegin, ACutChannelOfSwitchesEndsWhatIsKnownOfItsCpu) {
  FileSet cut;
  for (const FileEntry& entry : files_.files()) {
    std::vector<std::byte> bytes = readAll(*entry.source);
    // Amid the second switch: the first event behind the first switch is the last that is whole.
    if (entry.baseName() == "kernel_0") bytes.resize(0xba);
    cut.add(entry.path, std::make_shared<MemorySource>(std::move(bytes)));
  }
  test::LocalSession local(2);
  local.open(cut);
  ASSERT_EQ(local.session.phase(), Phase::Ready);
  const TraceIndex& index = local.session.index();
  auto question = std::make_shared<SchedulingQuestion>(SchedulingScope{});
  local.session.ask(question);
  local.finish();
  ASSERT_TRUE(question->done());
  const Scheduling& told = question->scheduling();
  ASSERT_EQ(told.cpus.size(), 1u);
  EXPECT_EQ(told.recordedOf(told.cpus[0]), 12000);
  EXPECT_EQ(told.cpus[0].busy, 12000);
  const TrackId cpu = index.tracks().find({TrackKind::Cpu, -1, -1, 0, ""});
  std::vector<Mark> marks;
  local.session.query(cpu, index.begin(), index.end(), 0, marks);
  local.finish();
  marks.clear();
  local.session.query(cpu, index.begin(), index.end(), 0, marks);
  std::sort(marks.begin(), marks.end(), [](const Mark& a, const Mark& b) { return a.end < b.end; });
  ASSERT_FALSE(marks.empty());
  EXPECT_EQ(index.names().view(marks.back().name), kNotRecordedSlice);
  EXPECT_EQ(since(marks.back().begin), 13);
  EXPECT_EQ(since(marks.back().end), 18);
}

}  // namespace
}  // namespace tp::lttng
