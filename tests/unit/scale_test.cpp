// Thousands of streams, threads, members and files: each takes little, none is lost without a word, and nothing takes
// time by their number squared, which at these sizes would be minutes.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/analysis/event_merge.h"
#include "core/analysis/function_stats.h"
#include "core/formats/registry.h"
#include "tests/support/calls.h"
#include "tests/support/decode_all.h"
#include "tests/support/heap.h"
#include "tests/support/local_session.h"
#include "tests/support/many_threads.h"

namespace tp {
namespace {

using test::fewer;

uint64_t slicesOf(const TraceIndex& index, TrackKind kind) {
  uint64_t sum = 0;
  for (const Lane& lane : index.lanes())
    if (index.tracks()[lane.track].key.kind == kind) sum += lane.slices;
  return sum;
}

bool warns(const TraceIndex& index, std::string_view words) {
  return std::any_of(index.warnings().begin(), index.warnings().end(),
                     [&](const Warning& one) { return one.text().find(words) != std::string::npos; });
}

TEST(ManyStreams, AreIndexedInLittleMemory) {
  const test::ManyTasks made(fewer(20000));
  test::HeapGrowth heap;
  test::LocalSession local;
  local.open(made.files, uint64_t{1} << 20, [&] { heap.look(); });
  const TraceIndex& index = local.session.index();
  ASSERT_EQ(local.session.phase(), Phase::Ready) << local.session.error();
  EXPECT_EQ(index.streams().size(), made.tasks);
  EXPECT_EQ(index.countTracks(TrackKind::Thread), made.tasks);
  EXPECT_EQ(index.records(), uint64_t{made.tasks} * test::ManyTasks::kRecords);
  EXPECT_EQ(slicesOf(index, TrackKind::Thread), uint64_t{made.tasks} * 3);
  EXPECT_EQ(index.warningCount(), 0u);
  // Of the session and its worker together.
  EXPECT_LT(heap.most() / made.tasks, 4096u);
}

// The records of a thread that is looked at are decoded again by what was kept of its stream.
TEST(ManyStreams, AreDrawnAndDescribed) {
  const test::ManyTasks made(fewer(2000));
  test::LocalSession local(2);
  local.open(made.files);
  const TraceIndex& index = local.session.index();
  uint32_t seen = 0;
  for (uint32_t track = 0; track < index.tracks().size(); track += 97) {
    if (index.tracks()[track].key.kind != TrackKind::Thread) continue;
    std::vector<Mark> marks;
    local.session.query(track, index.begin(), index.end(), 0, marks);
    ASSERT_EQ(marks.size(), 3u);
    for (const Mark& mark : marks) {
      EXPECT_EQ(mark.duration(), mark.depth == 0 ? test::ManyTasks::kOuterNs : test::ManyTasks::kInnerNs);
      local.session.describe(track, mark);
      local.finish();
      ASSERT_NE(local.session.description(), nullptr);
      EXPECT_TRUE(local.session.description()->found);
    }
    ++seen;
  }
  EXPECT_GT(seen, 0u);
}

TEST(ManyStreams, AreMergedInLittleMemory) {
  const test::ManyTasks made(fewer(20000));
  auto reader = openTrace(made.files);
  ASSERT_TRUE(reader);
  test::HeapGrowth heap;
  EventMerge merge(**reader, made.files);
  heap.look();
  uint64_t records = 0, outOfOrder = 0;
  Time before = 0;
  EventRow row;
  while (merge.next()) {
    ++records;
    outOfOrder += merge.record().time < before;
    before = merge.record().time;
    if (records % 1000 != 0) continue;
    merge.describe(row);
    EXPECT_EQ(row.time, before);
    EXPECT_TRUE(row.name == "outer" || row.name.starts_with("inner")) << row.name;
    heap.look();
  }
  EXPECT_EQ(records, uint64_t{made.tasks} * test::ManyTasks::kRecords);
  EXPECT_EQ(outOfOrder, 0u);
  EXPECT_LT(heap.most() / made.tasks, 3072u);
}

TEST(ManyStreams, CountTheirCalls) {
  const test::ManyTasks made(fewer(20000));
  const test::TraceCalls calls = test::callsOf(made.files, {});
  ASSERT_NE(calls.reader, nullptr);
  const FunctionTable table = makeFunctionTable(calls.profile, calls.reader->names());
  ASSERT_EQ(table.rows.size(), 11u);
  for (const FunctionStats& row : table.rows) {
    const bool outer = calls.reader->names().view(row.name) == "outer";
    const int64_t each = outer ? test::ManyTasks::kOuterNs : test::ManyTasks::kInnerNs;
    EXPECT_EQ(row.calls, outer ? made.tasks : made.tasks / 5);
    EXPECT_EQ(row.total, static_cast<int64_t>(row.calls) * each);
    EXPECT_EQ(row.self, outer ? row.total - 2 * test::ManyTasks::kInnerNs * made.tasks : row.total);
    EXPECT_EQ(row.max, each);
  }
}

TEST(ManyThreads, OfAFlightDataRecorderLogAreAllThere) {
  const uint32_t threads = fewer(70000);
  const FileSet files = test::fileInMemory("log.xray", test::fdrLog(threads));
  test::HeapGrowth heap;
  test::LocalSession local;
  local.open(files, uint64_t{1} << 20, [&] { heap.look(); });
  const TraceIndex& index = local.session.index();
  ASSERT_EQ(local.session.phase(), Phase::Ready) << local.session.error();
  EXPECT_EQ(index.countTracks(TrackKind::Thread), threads);
  EXPECT_EQ(slicesOf(index, TrackKind::Thread), threads);
  EXPECT_EQ(index.records(), uint64_t{threads} * 2);
  // Tracks of the CPUs are made of fewer, and that is all that is missing.
  EXPECT_EQ(index.warningCount(), threads > 4096 ? 1u : 0u);
  EXPECT_LT(heap.most() / threads, 6144u);
}

TEST(ManyThreads, OfABasicLogAreAllThere) {
  const uint32_t threads = fewer(100000);
  const FileSet files = test::fileInMemory("log.xray", test::basicLog(threads, 2));
  test::LocalSession local;
  local.open(files, uint64_t{1} << 20);
  const TraceIndex& index = local.session.index();
  ASSERT_EQ(local.session.phase(), Phase::Ready) << local.session.error();
  EXPECT_EQ(index.countTracks(TrackKind::Thread), threads);
  EXPECT_EQ(slicesOf(index, TrackKind::Thread), uint64_t{threads} * 2);
  EXPECT_GT(slicesOf(index, TrackKind::Cpu), threads);
  // When a thread left its CPU is only known at the end of the log.
  EXPECT_LE(index.warningCount(), 1u);
  EXPECT_TRUE(index.warningCount() == 0 || warns(index, "the tracks of the CPUs leave them out"));
}

}  // namespace
}  // namespace tp
