// Files for other tools, as the window and the page write them.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "core/export/track_order.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "core/session/export/export_question.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

constexpr ExportFormat kAll[] = {ExportFormat::Chrome, ExportFormat::Perfetto, ExportFormat::Speedscope,
                                 ExportFormat::Folded, ExportFormat::Csv};

struct Asked {
  Time from = 0, to = -1;
  std::vector<TrackId> tracks = {};
};

std::string exported(test::LocalSession& local, ExportFormat format, Asked asked = {}) {
  std::string text;
  auto question = std::make_shared<ExportQuestion>(
      exportRequest(local.session.index(), "trace", format, asked.from, asked.to, asked.tracks),
      [&text](std::string_view part) { text += part; });
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  EXPECT_EQ(question->bytes(), text.size());
  return text;
}

class ExportFile : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    auto opened = openLocalFiles({test::sourcePath(GetParam())});
    ASSERT_TRUE(opened);
    files = *opened;
  }
  FileSet files;
};

// Who has found which track first must not be seen.
TEST_P(ExportFile, IsTheSameHoweverManyWorkersThereAre) {
  test::LocalSession one(1), three(3);
  one.open(files);
  three.open(files);
  for (ExportFormat format : kAll) {
    std::string text = exported(one, format);
    EXPECT_FALSE(text.empty()) << formatInfo(format).key;
    EXPECT_EQ(exported(three, format), text) << formatInfo(format).key;
  }
}

// What the command line does: a reader of its own, and the same request.
TEST_P(ExportFile, IsTheSameWithoutASession) {
  test::LocalSession local(2);
  local.open(files);
  for (ExportFormat format : kAll) {
    auto reader = openTrace(files);
    ASSERT_TRUE(reader);
    ExportRequest request = exportRequest(local.session.index(), "trace", format, 0, -1);
    auto file = makeFileExport(request, **reader, files);
    ASSERT_NE(file, nullptr);
    std::string text;
    while (file->step(text)) {
    }
    EXPECT_EQ(exported(local, format), text) << formatInfo(format).key;
  }
}

TEST_P(ExportFile, HoldsTheRangeOrTheTrackAlone) {
  test::LocalSession local(2);
  local.open(files);
  const TraceIndex& index = local.session.index();
  Time middle = index.begin() + (index.end() - index.begin()) / 2;
  for (ExportFormat format : kAll)
    EXPECT_LT(exported(local, format, {index.begin(), middle}).size(), exported(local, format).size());
  std::string all = exported(local, ExportFormat::Chrome);
  std::string one = exported(local, ExportFormat::Chrome, {0, -1, {index.lanes().front().track}});
  EXPECT_LT(one.size(), all.size());
  EXPECT_GT(one.size(), 100u);
}

// The time of all stacks, as the last word of each line says it.
int64_t timeOf(const std::string& folded) {
  std::istringstream lines(folded);
  int64_t sum = 0;
  for (std::string line; std::getline(lines, line);) sum += std::stoll(line.substr(line.rfind(' ') + 1));
  return sum;
}

// Those of each thread by itself are those of all.
TEST_P(ExportFile, FoldsTheStacksOfTheTracksThatAreAskedFor) {
  test::LocalSession local(2);
  local.open(files);
  const TraceIndex& index = local.session.index();
  // In the first half of a CPU's switches may lie none whose slice has begun there.
  const Time begin = index.begin(), end = index.begin() + (index.end() - index.begin()) / 10 * 9;
  const int64_t all = timeOf(exported(local, ExportFormat::Folded, {begin, end}));
  int64_t sum = 0;
  std::set<TrackId> tracks;
  for (const Lane& lane : index.lanes())
    if (index.tracks()[lane.track].key.kind == TrackKind::Thread) tracks.insert(lane.track);
  for (TrackId track : tracks) {
    const int64_t one = timeOf(exported(local, ExportFormat::Folded, {begin, end, {track}}));
    EXPECT_LE(one, all);
    sum += one;
  }
  EXPECT_GT(all, 0);
  EXPECT_EQ(sum, all);
}

// A table as CSV: some columns of some rows.
TEST_P(ExportFile, HoldsTheColumnsAndRowsThatAreAskedFor) {
  test::LocalSession local(2);
  local.open(files);
  ExportRequest request = exportRequest(local.session.index(), "trace", ExportFormat::Csv, 0, -1);
  request.columns = {"kind", "name"};
  request.rows = {RowQuery::Kind::Filter, "kind == event"};
  std::string text;
  auto question = std::make_shared<ExportQuestion>(request, [&text](std::string_view part) { text += part; });
  local.session.ask(question);
  local.finish();
  EXPECT_EQ(text.substr(0, 10), "kind,name\n");
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  size_t rows = 0;
  for (; std::getline(lines, line); ++rows) EXPECT_EQ(line.substr(0, 6), "event,");
  EXPECT_GT(rows, 0u);
  request.rows.text = "kind ==";
  auto reader = openTrace(files);
  ASSERT_TRUE(reader);
  EXPECT_EQ(makeFileExport(request, **reader, files), nullptr);
}

INSTANTIATE_TEST_SUITE_P(Traces, ExportFile,
                         testing::Values("assets/samples/kitchen/data", "assets/samples/family/data",
                                         "tests/data/tracecmd/threads.dat"));

TEST(TrackOrder, ParentsFirstThenAsTheyAreSorted) {
  TrackTable tracks;
  auto add = [&](int64_t tid, int64_t order, TrackId parent) {
    Track track;
    track.key.kind = TrackKind::Thread;
    track.key.tid = tid;
    track.order = order;
    track.parent = parent;
    return tracks.add(std::move(track));
  };
  TrackId last = add(1, 5, kNoTrack), child = add(7, 0, kNoTrack), first = add(9, 1, kNoTrack);
  tracks.setParent(child, last, {Knowledge::By::Trace});
  OrderedTracks ordered = orderTracks(tracks);
  ASSERT_EQ(ordered.table.size(), 3u);
  EXPECT_EQ(ordered.of[first], 0u);
  EXPECT_EQ(ordered.of[last], 1u);
  EXPECT_EQ(ordered.of[child], 2u);
  EXPECT_EQ(ordered.table[2].parent, 1u);
}

TEST(ExportRequest, GarbageIsRefused) {
  std::vector<std::byte> garbage(64, std::byte{0xff});
  WireReader in(garbage);
  const auto request = in.read<ExportRequest>();
  EXPECT_TRUE(in.failed());
  FileSet none;
  EXPECT_GE(request.format, ExportFormat::Count);
  EXPECT_EQ(exportFormat("chrome"), ExportFormat::Chrome);
  EXPECT_EQ(exportFormat("nothing"), ExportFormat::Count);
}

}  // namespace
}  // namespace tp
