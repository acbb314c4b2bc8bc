// What the recorder lost: counted in the header, with a way to each place, and with the count in the lane.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <set>

#include "core/decode/record_driver.h"
#include "core/io/local_files.h"
#include "core/trace/not_recorded.h"
#include "tests/support/each_row.h"
#include "tests/support/headless_window.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "ui/view/losses.h"
#include "ui/view/selection_text.h"

namespace tp {
namespace {

const std::string kTrace = test::samplesPath("tracecmd") + "/lost-overwrite";

// Of the trace's rows themselves.
std::multiset<Time> lossTimes() {
  std::multiset<Time> times;
  test::eachRow(kTrace, [&](EventMerge&, const EventRow& row) {
    if (row.kind == "lost") times.insert(row.time);
  });
  return times;
}

// A sample of the page, with one of its files changed.
template <class Change>
FileSet kitchenWith(std::string_view name, Change&& change) {
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  FileSet out;
  if (!files) return out;
  for (const FileEntry& entry : files->files()) {
    std::vector<std::byte> bytes = readAll(*entry.source);
    if (entry.baseName() == name) change(bytes);
    out.add(entry.path, std::make_shared<MemorySource>(std::move(bytes)));
  }
  return out;
}

// Its caller began after the last call that ended, and the records end with the beginning of another one.
TEST(Losses, OfACallWithoutABeginningNothingIsKnownInTheLoss) {
  auto files = openLocalFiles({test::samplesPath("uftrace") + "/lost-synth/uftrace.data"});
  ASSERT_TRUE(files);
  test::LocalSession local;
  local.open(*files);
  const TraceIndex& index = local.session.index();
  std::vector<Mark> unbegun;
  for (TrackId track = 0; track < index.tracks().size(); ++track) {
    std::vector<Mark> marks;
    local.session.query(track, index.begin(), index.end(), 0, marks);
    std::copy_if(marks.begin(), marks.end(), std::back_inserter(unbegun),
                 [](const Mark& mark) { return !mark.aggregate() && (mark.flags & kMarkNoBegin) != 0; });
  }
  ASSERT_EQ(unbegun.size(), 1u);
  EXPECT_EQ(unbegun[0].begin, 1796706977247);
  EXPECT_EQ(unbegun[0].end, 1796706977247);
}

TEST(Losses, EachPlaceIsVisitedInTheOrderOfTime) {
  const std::multiset<Time> times = lossTimes();
  ASSERT_GE(times.size(), 2u);
  test::HeadlessWindow window(*openLocalFiles({kTrace}));
  ui::Context& c = window.app().context();
  EXPECT_NE(ui::lossesText(c.figures).find(" lost"), std::string::npos);
  std::multiset<Time> seen;
  Time before = c.index().begin();
  for (size_t i = 0; i < times.size(); ++i) {
    const auto place = ui::nextLoss(c, c.session, kNoTrack);
    ASSERT_TRUE(place);
    EXPECT_GE(place->loss.time, before);
    before = place->loss.time;
    seen.insert(before);
    EXPECT_TRUE(ui::goToLoss(c, kNoTrack));
    window.settle(0.2f);
    EXPECT_NE(c.noticeNow().find(" lost"), std::string::npos)
        << "that the loss is selected now does not end the notice";
    EXPECT_LE(c.view.beginTime(), before);
    EXPECT_GE(c.view.endTime(), before);
  }
  EXPECT_EQ(seen, times);
  EXPECT_EQ(ui::nextLoss(c, c.session, kNoTrack)->loss.time, *times.begin()) << "from the beginning again";
}

// The recording was made with losses of nine and of five records: uftrace dump says so.
TEST(Losses, OfUftraceAreCountedAsTheToolDoes) {
  test::LocalSession local;
  local.open(*openLocalFiles({test::samplesPath("uftrace") + "/lost-synth"}));
  const std::vector<TrackLosses> losses = local.session.index().losses();
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].places, 2u);
  EXPECT_EQ(losses[0].records, 14u);
}

// What is missing at the end of a file is lost: the calls that are open there took nobody knows how long.
TEST(Losses, ACutFileSaysWhere) {
  test::LocalSession local;
  local.open(kitchenWith("4415.dat", [](std::vector<std::byte>& bytes) { bytes.resize(bytes.size() / 2 + 5); }));
  const std::vector<TrackLosses> losses = local.session.index().losses();
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].places, 1u);
  EXPECT_EQ(losses[0].records, 0u) << "nobody knows how many";
  EXPECT_EQ(local.session.index().tracks()[losses[0].track].key.tid, 4415);
  bool broken = false;
  for (uint32_t lane : local.session.index().lanesOf(losses[0].track)) {
    std::vector<Mark> marks;
    local.session.queryLaneResident(lane, local.session.index().begin(), local.session.index().end(), 0, marks);
    for (const Mark& mark : marks) broken = broken || (mark.flags & kMarkBroken) != 0;
  }
  EXPECT_TRUE(broken);
}

// Where a CPU has recorded nothing yet, or nothing any more, its track says so, whether or not switches are recorded.
TEST(Losses, ACpuIsNotRecordedBeforeItsFirstRecordAmidLossesNorAfterItsLast) {
  auto files = openLocalFiles({test::samplesPath("tracecmd") + "/mem/trace.dat"});
  ASSERT_TRUE(files);
  test::LocalSession local;
  local.open(*files);
  const TraceIndex& index = local.session.index();
  std::vector<std::pair<Time, Time>> hatched;
  for (int32_t number : {0, 1}) {
    const TrackId cpu = index.tracks().find({TrackKind::Cpu, -1, -1, number, ""});
    ASSERT_NE(cpu, kNoTrack);
    std::vector<Mark> marks;
    for (int i = 0; i < 2; ++i) {
      marks.clear();
      local.session.query(cpu, index.begin(), index.end(), 0, marks);
      local.finish();
    }
    for (const Mark& mark : marks)
      if (mark.end > mark.begin && index.names().view(mark.name) == kNotRecordedSlice)
        hatched.emplace_back(mark.begin, mark.end);
  }
  std::sort(hatched.begin(), hatched.end());
  // The first records, and the last ones, of its CPUs in `trace-cmd report -t`, and those around its EVENTS DROPPED.
  const std::vector<std::pair<Time, Time>> expected = {{2068309116151, 2068383891918}, {2068384295214, 2068385697119},
                                                       {2068393432133, 2068393534507}, {2068400872355, 2068401015560},
                                                       {2068401267579, 2068401451144}, {2068401547679, 2068402122743},
                                                       {2068402923024, 2068402934482}};
  EXPECT_EQ(hatched, expected);
}

// In however many pieces they are read, bytes that are no records are one loss, with one warning.
TEST(Losses, ZerosWithinAFileAreToldOnce) {
  test::LocalSession local;
  local.open(kitchenWith("4413.dat", [](std::vector<std::byte>& bytes) {
    bytes.insert(bytes.begin() + 1600, size_t{5} << 20, std::byte{0});
  }));
  size_t told = 0;
  for (const Warning& warning : local.session.index().warnings())
    told += warning.found.ends_with("bytes that are none");
  EXPECT_EQ(told, 1u);
}

// A slice of a CPU's track that nothing was recorded of ends where its loss does.
TEST(Losses, TheLaneSaysHowMany) {
  test::LocalSession local;
  local.open(*openLocalFiles({kTrace}));
  const TraceIndex& index = local.session.index();
  uint64_t places = 0, records = 0;
  for (const TrackLosses& one : index.losses()) {
    places += one.places;
    records += one.records;
    EXPECT_EQ(index.tracks()[one.track].key.kind, TrackKind::Cpu);
    uint64_t kept = 0, counted = 0;
    for (uint32_t lane : index.lanesOf(one.track)) {
      for (const LossPlace& place : index.lanes()[lane].lossPlaces) {
        ++kept;
        if (place.records > 0) counted += static_cast<uint64_t>(place.records);
      }
    }
    EXPECT_EQ(kept, one.places);
    EXPECT_EQ(counted, one.records);
  }
  EXPECT_EQ(places, lossTimes().size());
  EXPECT_GT(records, 0u);
}

// Of the compressed chunk of the page whose header tells the count; the file begins with pages of headers.
TEST(Losses, TheSelectionSaysWhereAndForHowLong) {
  constexpr uint64_t kPage = 4096;
  test::HeadlessWindow window(*openLocalFiles({kTrace}));
  ui::Context& c = window.app().context();
  for (size_t i = 0; i < lossTimes().size(); ++i) {
    ASSERT_TRUE(ui::goToLoss(c, kNoTrack));
    window.settle(0.5f);
    ASSERT_TRUE(c.selection);
    ASSERT_TRUE(ui::isLoss(c.selection->mark));
    const std::string text = ui::selectionText(c);
    EXPECT_EQ(text.rfind("Records lost\n", 0), 0u) << text;
    EXPECT_NE(text.find("\nNot recorded: "), std::string::npos) << text;
    const size_t at = text.find(", offset ");
    ASSERT_NE(at, std::string::npos) << text;
    const uint64_t offset = std::strtoull(text.c_str() + at + std::strlen(", offset "), nullptr, 10);
    EXPECT_GT(offset, kPage) << text;
  }
}

TEST(Losses, ACountIsALowerBoundWhereAPlaceHasNone) {
  TrackLosses losses;
  losses.records = 168;
  EXPECT_EQ(losses.recordsText("168"), "168");
  losses.counted = false;
  EXPECT_EQ(losses.recordsText("168"), "at least 168");
  losses.records = 0;
  EXPECT_EQ(losses.recordsText("0"), "not known");
}

TEST(Losses, NoneWhereNothingWasLost) {
  test::HeadlessWindow window(*openLocalFiles({test::dataPath("tracecmd/threads.dat")}));
  ui::Context& c = window.app().context();
  EXPECT_EQ(ui::lossesText(c.figures), "");
  EXPECT_FALSE(ui::goToLoss(c, kNoTrack));
}

// Returns in how many places records of a trace were lost, if one of its files has its first `size` bytes only.
size_t lossesOf(const std::string& path, std::string_view cut, uint64_t size) {
  auto whole = openLocalFiles({path});
  if (!whole) return 0;
  FileSet files;
  for (const FileEntry& file : whole->files()) {
    const uint64_t bytes = file.baseName() == cut ? std::min(size, file.source->size()) : file.source->size();
    files.add(file.path, std::make_shared<MemorySource>(readAll(*file.source, 0, bytes, 1u << 20)));
  }
  test::LocalSession local;
  local.open(files);
  local.finish();
  size_t told = 0;
  for (const Lane& lane : local.session.index().lanes()) told += lane.lossPlaces.size();
  return told;
}

// Whether the end of a file lies within a record or within its arguments, what followed is lost.
TEST(Losses, OfCutFilesAreTold) {
  const std::string uftrace = test::samplesPath("uftrace") + "/sched/uftrace.data";
  EXPECT_EQ(lossesOf(uftrace, "9637.dat", UINT64_MAX), 0u);
  for (uint64_t size : {432, 436, 444}) EXPECT_EQ(lossesOf(uftrace, "9637.dat", size), 1u) << size;
  // A CPU that has lost records before, and is cut amid a page.
  const std::string kernel = test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat";
  EXPECT_EQ(lossesOf(kernel, "trace.dat", UINT64_MAX), 1u);
  EXPECT_EQ(lossesOf(kernel, "trace.dat", 317440), 2u);
  const std::string xray = test::samplesPath("xray") + "/fdr-threads/log.xray";
  EXPECT_EQ(lossesOf(xray, "log.xray", UINT64_MAX), 0u);
  for (uint64_t size : {12344, 13000}) EXPECT_EQ(lossesOf(xray, "log.xray", size), 1u) << size;
  const std::string basic = test::samplesPath("xray") + "/basic-threads/log.xray";
  EXPECT_EQ(lossesOf(basic, "log.xray", UINT64_MAX), 0u);
  // Within a record, and between two.
  EXPECT_EQ(lossesOf(basic, "log.xray", 32 * 101 + 8), 1u);
  EXPECT_EQ(lossesOf(basic, "log.xray", 32 * 101), 0u);
}

}  // namespace
}  // namespace tp
