// Several traces as one.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "core/analysis/event_merge.h"
#include "core/decode/record_driver.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "core/io/sources.h"
#include "core/joint/open_traces.h"
#include "core/session/drop.h"
#include "core/session/export/export_question.h"
#include "core/trace/alignment.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

const std::string kUftrace = test::sourcePath("assets/samples/kitchen/data");

std::vector<std::string> fourTraces() {
  return {kUftrace, test::dataPath("tracecmd/threads.dat"), test::dataPath("xray/fdr-v5.xray"),
          test::dataPath("lttng/2.6-le/data")};
}

FileSet filesOf(const std::vector<std::string>& paths) {
  auto files = openLocalFiles(paths);
  EXPECT_TRUE(files);
  return files ? std::move(*files) : FileSet();
}

// "kitchen / kitchen 4411 / events": without the heading of its trace.
std::string pathOf(const TrackTable& tracks, TrackId track) {
  if (track == kNoTrack) return "-";
  const Track& own = tracks[track];
  if (own.key == headingOfTrace(own.key.trace)) return "";
  std::string parent = own.parent == kNoTrack ? std::string() : pathOf(tracks, own.parent);
  return parent + "/" + own.name + " " + own.detail;
}

struct Line {
  Time time = 0;
  Time rowTime = 0;
  std::string text;
};

std::vector<Line> linesOf(TraceReader& reader, const FileSet& files, size_t unit) {
  std::vector<Line> lines;
  std::unique_ptr<RecordDriver> driver = makeDriver(reader, unit);
  RecordBatch batch;
  while (driver->pull(batch, files) == RecordDriver::Step::Batch) {
    for (uint32_t i = 0; i < batch.count; ++i) {
      const Record& record = batch.records[i];
      EventRow row;
      driver->describe(batch, i, row);
      std::string text = std::to_string(static_cast<int>(record.kind)) + " " + std::to_string(record.depth) + " " +
                         std::to_string(record.flags) + " " + std::string(reader.names().view(record.name)) + " on " +
                         pathOf(reader.tracks(), record.track) + " " + std::string(row.kind) + " " +
                         std::string(row.name) + " " + row.args + " " +
                         std::string(reader.names().view(driver->rowName(batch, i)));
      lines.push_back({record.time, row.time, std::move(text)});
    }
  }
  return lines;
}

TEST(Joint, EachTraceIsWhatItIsAlone) {
  FileSet files = filesOf(fourTraces());
  auto joined = openTraces(files, {});
  ASSERT_TRUE(joined);
  const TraceInfo& info = (*joined)->info();
  ASSERT_EQ(info.parts.size(), 4u);
  EXPECT_EQ(info.format, "uftrace + trace-cmd + xray + lttng");
  size_t stream = 0, merge = (*joined)->streams().size();
  for (size_t part = 0; part < 4; ++part) {
    FileSet own = filesOf({fourTraces()[part]});
    auto alone = openTrace(own);
    ASSERT_TRUE(alone);
    size_t units = (*alone)->streams().size() + (*alone)->merges().size();
    Time shift = 0;
    bool known = false;
    for (size_t unit = 0; unit < units; ++unit) {
      bool isStream = unit < (*alone)->streams().size();
      std::vector<Line> expected = linesOf(**alone, own, unit);
      std::vector<Line> found = linesOf(**joined, files, isStream ? stream++ : merge++);
      ASSERT_EQ(found.size(), expected.size());
      const ClockInfo& clock = (*alone)->info().clock;
      for (size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].text, expected[i].text);
        Time ns = clock.isNs || clock.nsNum == 0 ? expected[i].time
                                                 : Alignment{clock.nsNum, clock.nsDen, 0, {}}.at(expected[i].time);
        if (!known) shift = found[i].time - ns;
        known = true;
        EXPECT_NEAR(static_cast<double>(found[i].time - ns), static_cast<double>(shift), 1);
        bool ownTime = expected[i].rowTime == expected[i].time;
        EXPECT_TRUE(!ownTime || found[i].rowTime == found[i].time);
      }
    }
    EXPECT_TRUE(known);
  }
  EXPECT_EQ(merge, (*joined)->streams().size() + (*joined)->merges().size());
}

TEST(Joint, TracksLieUnderTheirHeadings) {
  FileSet files = filesOf({kUftrace, test::dataPath("tracecmd/threads.dat")});
  test::LocalSession local(2);
  local.open(files);
  ASSERT_EQ(local.session.phase(), Phase::Ready) << local.session.error();
  const TraceIndex& index = local.session.index();
  ASSERT_EQ(index.info().parts.size(), 2u);
  std::vector<uint64_t> under(3, 0);
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    TrackId at = id;
    while (index.tracks()[at].parent != kNoTrack) at = index.tracks()[at].parent;
    uint32_t trace = index.tracks()[id].key.trace;
    ASSERT_TRUE(trace == 1 || trace == 2);
    EXPECT_EQ(at, index.tracks().find(headingOfTrace(trace)));
    ++under[trace];
  }
  EXPECT_GT(under[1], 5u);
  EXPECT_GT(under[2], 5u);
  EXPECT_EQ(index.tracks()[index.tracks().find(headingOfTrace(1))].name, "data");
  EXPECT_EQ(index.tracks()[index.tracks().find(headingOfTrace(2))].name, "threads.dat");
  uint64_t records = 0;
  for (const std::string& path : {kUftrace, test::dataPath("tracecmd/threads.dat")}) {
    test::LocalSession alone(1);
    alone.open(filesOf({path}));
    records += alone.session.index().records();
  }
  EXPECT_EQ(index.records(), records);
}

TEST(Joint, ShiftMovesOneTrace) {
  FileSet files = filesOf(fourTraces());
  JoinOptions options;
  options.setShift(2, 5000);
  auto plain = openTraces(files, {}), shifted = openTraces(files, JoinOptions::of(options.text()));
  ASSERT_TRUE(plain);
  ASSERT_TRUE(shifted);
  EXPECT_EQ((*shifted)->info().parts[1].shift, 5000);
  for (size_t unit = 0; unit < (*plain)->streams().size(); ++unit) {
    std::vector<Line> before = linesOf(**plain, files, unit), after = linesOf(**shifted, files, unit);
    ASSERT_EQ(before.size(), after.size());
    bool moved = (*plain)->streams()[unit].name.starts_with("threads.dat/");
    for (size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i].time - before[i].time, moved ? 5000 : 0);
  }
}

TEST(Joint, EventsComeInOneOrder) {
  FileSet files = filesOf(fourTraces());
  auto joined = openTraces(files, {});
  ASSERT_TRUE(joined);
  EventMerge merge(**joined, files);
  Time before = std::numeric_limits<Time>::min();
  std::set<std::string> traces;
  EventRow row;
  while (merge.next()) {
    EXPECT_GE(merge.record().time, before);
    before = merge.record().time;
    merge.describe(row);
    traces.insert(std::string(row.trace));
  }
  EXPECT_EQ(traces.size(), 4u);
}

// One that is cut, and what is no trace, leave the others as they are.
TEST(Joint, DamageStaysWhereItIs) {
  FileSet files = filesOf({kUftrace, test::dataPath("tracecmd/v7-none.dat")});
  FileSet cut;
  for (const FileEntry& file : files.files()) {
    bool kernel = file.path == "v7-none.dat";
    uint64_t size = kernel ? 11 : file.source->size();
    cut.add(file.path, std::make_shared<SliceSource>(file.source, 0, size), file.drop);
  }
  auto opened = openTraces(cut, {});
  ASSERT_TRUE(opened);
  EXPECT_EQ((*opened)->info().format, "uftrace");
  bool told = false;
  for (const Warning& warning : (*opened)->warnings().kept()) told = told || warning.file == "v7-none.dat";
  EXPECT_TRUE(told);

  JoinOptions strict;
  strict.lastIsTrace = true;
  FileSet foreign = filesOf({kUftrace, test::sourcePath("LICENSE")});
  EXPECT_TRUE(openTraces(foreign, {}));
  auto refused = openTraces(foreign, strict);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("does not read"), std::string::npos);
}

// Whatever is cut wherever, somebody opens what is left, or says why not.
TEST(Joint, CutAnywhere) {
  FileSet files = filesOf(fourTraces());
  for (unsigned share = 0; share < 24; ++share) {
    FileSet cut;
    for (size_t i = 0; i < files.files().size(); ++i) {
      const FileEntry& file = files.files()[i];
      uint64_t size = (i + share) % 3 == 0 ? file.source->size() * share / 24 : file.source->size();
      cut.add(file.path, std::make_shared<SliceSource>(file.source, 0, size), file.drop);
    }
    test::LocalSession local(2);
    local.open(cut, 4096);
    EXPECT_NE(local.session.phase(), Phase::Indexing);
  }
}

TEST(Joint, SomeOfThemAlone) {
  FileSet files = filesOf(fourTraces());
  JoinOptions options;
  options.keep = {3};
  auto one = openTraces(files, options);
  ASSERT_TRUE(one);
  ASSERT_EQ((*one)->info().parts.size(), 1u);
  EXPECT_EQ((*one)->info().parts[0].number, 3u);
  EXPECT_EQ((*one)->info().format, "xray");
}

TEST(Joint, DroppedTogetherOfDifferentFormats) {
  FileSet one, several = filesOf(fourTraces());
  for (const FileEntry& file : several.files()) one.add(file.path, file.source);
  auto joined = openTraces(one, {});
  ASSERT_TRUE(joined);
  EXPECT_EQ((*joined)->info().parts.size(), 4u) << (*joined)->info().format;
  // Of one format, one is open and the others are told of, until somebody asks for all.
  FileSet samples = filesOf({test::sourcePath("assets/samples")});
  auto first = openTraces(samples, {});
  ASSERT_TRUE(first);
  EXPECT_TRUE((*first)->info().parts.empty());
  EXPECT_EQ((*first)->info().siblings.size(), 2u);
  JoinOptions options;
  options.together = true;
  auto both = openTraces(samples, options);
  ASSERT_TRUE(both);
  ASSERT_EQ((*both)->info().parts.size(), 2u);
  EXPECT_NE((*both)->info().parts[0].name, (*both)->info().parts[1].name);
  EXPECT_EQ((*both)->info().parts[1].alignment, "same clock: mono");
}

// Files of which none is the guest of another are traces of their own. Only a host and its guests are one.
TEST(Joint, UnrelatedFilesOfTraceCmdAreTracesOfTheirOwn) {
  const std::string samples = test::samplesPath("tracecmd");
  FileSet loose, folders;
  for (const char* name : {"v7-none-sched", "lost-overwrite"}) {
    const FileSet one = filesOf({samples + "/" + name + "/trace.dat"});
    ASSERT_EQ(one.files().size(), 1u);
    loose.add(std::string(name) + ".dat", one.files()[0].source);
    folders.add(std::string("all/") + name + "/trace.dat", one.files()[0].source);
  }
  auto joined = openTraces(loose, {});
  ASSERT_TRUE(joined);
  EXPECT_EQ((*joined)->info().parts.size(), 2u);
  FileSet many;
  for (int i = 0; i < 9; ++i) many.add(std::to_string(i) + ".dat", loose.files()[0].source);
  auto first = openTraces(many, {});
  ASSERT_TRUE(first);
  EXPECT_TRUE((*first)->info().parts.empty());
  EXPECT_EQ((*first)->warnings().kept().back().found, "more: the first is open");
  // Of folders the user chooses one, or all.
  auto chosen = openTraces(folders, {});
  ASSERT_TRUE(chosen);
  EXPECT_TRUE((*chosen)->info().parts.empty());
  EXPECT_EQ((*chosen)->info().siblings, (std::vector<std::string>{"all/lost-overwrite/", "all/v7-none-sched/"}));
  EXPECT_EQ((*chosen)->info().cpus, 2u);
  JoinOptions options;
  options.together = true;
  auto both = openTraces(folders, options);
  ASSERT_TRUE(both);
  EXPECT_EQ((*both)->info().parts.size(), 2u);
  options = {};
  options.only = "all/v7-none-sched/";
  auto other = openTraces(chosenFiles(folders, options), options);
  ASSERT_TRUE(other);
  EXPECT_EQ((*other)->info().version, (*openTrace(filesOf({samples + "/v7-none-sched/trace.dat"})))->info().version);
}

TEST(Joint, TracesBeyondTheMostAreToldOf) {
  const std::string path = test::dataPath("tracecmd/v7-none.dat");
  for (size_t count : {64u, 66u}) {
    auto joined = openTraces(filesOf(std::vector<std::string>(count, path)), {});
    ASSERT_TRUE(joined);
    EXPECT_EQ((*joined)->info().parts.size(), 64u);
    bool told = false;
    for (const Warning& one : (*joined)->warnings().kept())
      told = told ||
             (one.expected == "at most 64 traces at once" && one.found.find("the last 2 are") != std::string::npos);
    EXPECT_EQ(told, count == 66);
  }
}

TEST(Joint, WhatNamesALogIsNoTraceOfItsOwn) {
  std::string folder = test::samplesPath("xray");
  auto named = openTraces(filesOf({folder + "/fdr-threads/log.xray", folder + "/fdr-threads/binary"}), {});
  ASSERT_TRUE(named);
  EXPECT_TRUE((*named)->info().parts.empty());
  EXPECT_EQ((*named)->info().format, "xray");
  bool told = false;
  for (const auto& [key, value] : (*named)->info().metadata)
    told = told || (key == "names" && value.find("from binary") != std::string::npos);
  EXPECT_TRUE(told);
}

// A file for another tool is of all of them: what the command line writes, a reader of its own and the same request.
TEST(Joint, WhatIsNoTraceIsLeftOutByName) {
  const auto told = [](const std::vector<std::string>& paths) {
    auto reader = openTraces(filesOf(paths), {});
    EXPECT_TRUE(reader);
    std::string all;
    for (const Warning& warning : (*reader)->warnings().kept()) all += warning.text() + '\n';
    return all;
  };
  const std::string text = test::sourcePath("LICENSE"), folder = test::sourcePath("cmake");
  EXPECT_NE(told({kUftrace, text})
                .find("LICENSE: expected a trace, or what tells more of one, found a text file, which "
                      "is left out"),
            std::string::npos)
      << told({kUftrace, text});
  const std::string both = told({folder, kUftrace, test::dataPath("tracecmd/threads.dat"), text});
  EXPECT_NE(both.find("cmake: expected a trace"), std::string::npos) << both;
  EXPECT_NE(both.find("LICENSE: expected a trace"), std::string::npos) << both;
  // A library may be that of the log.
  EXPECT_EQ(
      told({test::dataPath("xray/objects/fdr.xray"), test::dataPath("xray/objects/libshapes.so")}).find("left out"),
      std::string::npos);
}

TEST(Joint, AnExportIsOfAllOfThem) {
  FileSet files = filesOf({kUftrace, test::dataPath("tracecmd/threads.dat")});
  test::LocalSession local(2);
  local.open(files);
  ASSERT_EQ(local.session.index().info().parts.size(), 2u);
  for (ExportFormat format : {ExportFormat::Chrome, ExportFormat::Folded, ExportFormat::Csv}) {
    ExportRequest request = exportRequest(local.session.index(), "both", format, 0, -1);
    auto reader = openTraces(files, {});
    ASSERT_TRUE(reader);
    std::string expected, text;
    for (auto file = makeFileExport(request, **reader, files); file->step(expected);) {
    }
    auto question = std::make_shared<ExportQuestion>(request, [&text](std::string_view part) { text += part; });
    local.session.ask(question);
    local.finish();
    EXPECT_GT(expected.size(), 1000u);
    EXPECT_EQ(text, expected) << formatInfo(format).key;
  }
}

TEST(JoinOptions, AreALineOfText) {
  JoinOptions options;
  options.only = "a folder; keep 3 together/";
  options.together = options.lastIsTrace = true;
  options.keep = {2, 7};
  options.setShift(2, -12345);
  options.setShift(3, 1);
  options.setShift(3, 0);
  options.machine = "aarch64";
  JoinOptions again = JoinOptions::of(options.text());
  EXPECT_EQ(again.text(), options.text());
  EXPECT_EQ(again.only, options.only);
  EXPECT_EQ(again.shiftOf(2), -12345);
  EXPECT_EQ(again.shiftOf(3), 0);
  EXPECT_EQ(again.machine, "aarch64");
  EXPECT_EQ(JoinOptions::of("nonsense keep x shift 1 shift").text(), "");
}

// Asked before what is open is closed for it.
TEST(Joint, WhatCanNotLieBesideIsKnownBefore) {
  const FileSet open = *openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  const FileSet other = *openLocalFiles({test::sourcePath("tests/data/tracecmd/v7-none.dat")});
  const JoinOptions beside = besideOptions({}, true);
  EXPECT_EQ(whyNotBeside(open, other, beside), "");
  const std::string why = whyNotBeside(open, test::fileInMemory("notes.txt", "Buy milk.\n"), beside);
  EXPECT_NE(why.find("notes.txt: looks like"), std::string::npos) << why;
  EXPECT_EQ(why.find("It opens"), std::string::npos) << "one line in the footer: " << why;
  // Only unpacking it would tell.
  EXPECT_EQ(whyNotBeside(open, test::fileInMemory("a.zip", "PK\x03\x04"), beside), "");
}

TEST(JoinOptions, ADropBesideShowsAllTracesAndKeepsTheirShifts) {
  const JoinOptions open = JoinOptions::of("together keep 2 shift 1 5 only all/b/");
  EXPECT_EQ(besideOptions(open, true).text(), "together last-is-trace shift 1 5 ");
  EXPECT_EQ(besideOptions(open, false).text(), "together shift 1 5 ");
}

TEST(JoinOptions, OfSeveralTracesTheFolderOfTheOpenOneIsKnown) {
  TraceInfo info;
  EXPECT_EQ(openFolder({}, info), "");
  info.siblings = {"b.data/", "a.data/"};
  EXPECT_EQ(openFolder({}, info), "b.data/");
  EXPECT_EQ(openFolder(JoinOptions::of("only a.data/"), info), "a.data/");
}

TEST(FileSet, LaterDropsKeepTheirFiles) {
  FileSet files = filesOf({test::dataPath("tracecmd/v6.dat"), test::dataPath("tracecmd/v6.dat")});
  ASSERT_EQ(files.files().size(), 2u);
  EXPECT_NE(files.find("v6 (2).dat"), nullptr);
  auto joined = openTraces(files, {});
  ASSERT_TRUE(joined);
  EXPECT_EQ((*joined)->info().parts.size(), 2u);
}

TEST(FileSet, ANumberThatIsTakenIsNotGivenTwice) {
  const FileSet drop = filesOf({test::dataPath("tracecmd/v6.dat")});
  const std::shared_ptr<ByteSource> source = drop.files()[0].source;
  FileSet files;
  files.addAll({{"v6.dat", source, 0}, {"v6 (2).dat", source, 0}});
  files.addDrop(drop);
  EXPECT_EQ(files.files().size(), 3u);
  EXPECT_NE(files.find("v6 (3).dat"), nullptr);
}

}  // namespace
}  // namespace tp
