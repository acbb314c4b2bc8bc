// Traces whose files change while they are indexed, and while somebody looks at them: what is known stays, and it is
// said what has become of the rest.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>

#include "core/io/local_files.h"
#include "core/session/rows/rows_question.h"
#include "native/pool/thread_pool.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/scratch.h"

namespace tp {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kRecords = 400000;
constexpr int kTask = 4411;  // of the sample

// A record of uftrace: the time, and in a word the type, the magic number, the depth and the address.
std::string records(uint64_t count) {
  std::string bytes(count * 16, '\0');
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t words[2] = {1'000'000'000 + i * 100, (i & 1) | uint64_t{5} << 3 | uint64_t{0x1000 + i / 2 % 64} << 16};
    std::memcpy(bytes.data() + i * 16, words, 16);
  }
  return bytes;
}

// A sample, of which one task has this many records.
fs::path largeTrace(const test::Scratch& folder, uint64_t count = kRecords) {
  fs::path trace = folder / "run.data";
  fs::remove_all(trace);
  fs::copy(test::sourcePath("assets/samples/kitchen/data"), trace);
  test::writeFile(trace / (std::to_string(kTask) + ".dat"), records(count));
  return trace;
}

fs::path largeFile(const fs::path& trace) {
  return trace / (std::to_string(kTask) + ".dat");
}

void deliverUntil(native::ThreadPool& pool, Session& session, const std::function<bool()>& there) {
  while (!there() && session.phase() != Phase::Failed) {
    pool.wait();
    pool.deliver(session);
  }
}

// All rows of the trace, some thousand at a time.
std::vector<TableRow> rowsOf(test::LocalSession& local, Time from, uint32_t count) {
  RowsRequest request;
  request.key.time = from;
  request.count = count;
  auto asked = std::make_shared<RowsQuestion>(request);
  local.session.ask(asked);
  local.finish();
  EXPECT_TRUE(asked->done());
  return asked->takeRows();
}

TEST(ChangedTrace, IsCutWhileItIsIndexed) {
  test::Scratch folder;
  for (int time = 0; time < 6; ++time) {
    fs::path trace = largeTrace(folder);
    auto files = openLocalFiles({trace.string()});
    ASSERT_TRUE(files.ok());
    native::ThreadPool pool(2, nullptr);
    Session session(pool);
    session.beginOpen("run", 0);
    pool.open(*files);
    uint64_t goal = kRecords / 8 * static_cast<uint64_t>(time);
    deliverUntil(pool, session, [&] { return session.phase() == Phase::Ready || session.index().records() >= goal; });
    ASSERT_EQ(truncate(largeFile(trace).c_str(), 4096 * 3 + 5), 0);
    deliverUntil(pool, session, [&] { return session.phase() == Phase::Ready; });
    ASSERT_EQ(session.phase(), Phase::Ready) << session.error();
    EXPECT_GT(session.index().records(), 0u);
    session.look();
    deliverUntil(pool, session, [&] { return session.cut(); });
    ASSERT_EQ(session.changes().size(), 1u);
    EXPECT_EQ(session.changes()[0].text(), "run.data/4411.dat has changed since it was opened");
    EXPECT_GT(session.index().warningCount(), 0u);
  }
}

TEST(ChangedTrace, KeepsWhatIsKnownAndSaysWhatIsNot) {
  test::Scratch folder;
  fs::path trace = largeTrace(folder);
  auto files = openLocalFiles({trace.string()});
  ASSERT_TRUE(files.ok());
  test::LocalSession local;
  local.open(*files);
  Session& session = local.session;
  ASSERT_EQ(session.phase(), Phase::Ready);
  EXPECT_TRUE(session.changes().empty());
  uint64_t all = session.index().records();
  Time late = 1'000'000'000 + static_cast<Time>(kRecords - 2000) * 100;
  for (const TableRow& row : rowsOf(local, late, 100)) EXPECT_NE(row.row.name, "can't be read any more");

  ASSERT_EQ(truncate(largeFile(trace).c_str(), 16 * 1000), 0);
  std::vector<TableRow> rows = rowsOf(local, late, 100);
  ASSERT_EQ(rows.size(), 100u);
  size_t unread = 0;
  for (const TableRow& row : rows) {
    EXPECT_GE(row.time, session.index().begin());
    EXPECT_LE(row.time, session.index().end());
    EXPECT_FALSE(row.row.name.empty());
    unread += row.row.name == "can't be read any more";
  }
  EXPECT_EQ(unread, 100u);
  ASSERT_EQ(session.changes().size(), 1u);
  EXPECT_TRUE(session.cut());
  EXPECT_EQ(session.index().records(), all);

  // What has been drawn is drawn on: the coarser level stands where the finer can't be had any more.
  for (TrackId track = 0; track < session.index().tracks().size(); ++track) {
    if (session.index().tracks()[track].key.tid != kTask) continue;
    std::vector<Mark> marks;
    for (int frame = 0; frame < 2; ++frame) {
      marks.clear();
      session.beginFrame();
      session.query(track, late, late + 100000, 0, marks);
      session.endFrame();
      local.finish();
      EXPECT_FALSE(session.waiting());
    }
    bool calls = session.index().tracks()[track].key.kind == TrackKind::Thread;
    EXPECT_EQ(marks.empty(), !calls || session.index().lanesOf(track).empty());
  }
  session.requestCalls({});
  local.finish();
  EXPECT_TRUE(session.callsCut());
}

TEST(ChangedTrace, DeletedOrReplacedFilesAreStillRead) {
  test::Scratch folder;
  fs::path trace = largeTrace(folder, 4000);
  auto files = openLocalFiles({trace.string()});
  ASSERT_TRUE(files.ok());
  test::LocalSession local;
  local.open(*files);
  fs::remove_all(trace);
  local.session.look();
  local.finish();
  std::vector<TableRow> rows = rowsOf(local, 1'000'100'000, 50);
  ASSERT_EQ(rows.size(), 50u);
  for (const TableRow& row : rows) EXPECT_NE(row.row.name, "can't be read any more");
  ASSERT_FALSE(local.session.changes().empty());
  EXPECT_EQ(local.session.changes()[0].text(), "run.data/4411.dat is not there any more");
  EXPECT_FALSE(local.session.cut());
}

}  // namespace
}  // namespace tp
