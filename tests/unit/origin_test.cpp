// A cut says when the whole trace begins, and times count from there in both.
#include "core/decode/origin.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/export/info_text.h"
#include "core/io/local_files.h"
#include "core/link/view_link.h"
#include "tests/support/headless_window.h"
#include "tests/support/memory_cut.h"
#include "tests/support/samples.h"
#include "ui/timeline/axis.h"
#include "ui/view/context.h"

namespace tp {
namespace {

TEST(Origins, AreReadAsTheyAreWritten) {
  for (Time time : {Time{0}, Time{123456789}, Time{-5}})
    EXPECT_EQ(readOrigin(originText(time)), std::optional<Time>(time)) << time;
  EXPECT_EQ(originText(123456789), "Cut of a trace that begins at 123456789\n");
  for (const char* text :
       {"", "CPU: 0\nentries: 0\n", "Cut of a trace that begins at ", "Cut of a trace that begins at \n",
        "Cut of a trace that begins at 12", "Cut of a trace that begins at 99999999999999999999\n"})
    EXPECT_EQ(readOrigin(text), std::nullopt) << text;
}

class Origin : public testing::TestWithParam<const char*> {
 protected:
  // The part of a trace from a share of its time on.
  static FileSet cutFrom(const FileSet& files, double share, CutRequest request = {}) {
    test::LocalSession local;
    local.open(files);
    const TraceIndex& index = local.session.index();
    request.from = index.begin() + static_cast<Time>(static_cast<double>(index.end() - index.begin()) * share);
    WarningLog warnings;
    FileSet part = test::cutOf(files, request, warnings);
    EXPECT_FALSE(part.empty());
    return part;
  }
  static FileSet whole() { return *openLocalFiles({test::sourcePath(GetParam())}); }
  static Time beginOf(const FileSet& files) {
    test::LocalSession local;
    local.open(files);
    return local.session.index().begin();
  }
  static std::optional<Time> originIn(const FileSet& files) {
    test::LocalSession local;
    local.open(files);
    return local.session.index().origin();
  }
};

TEST_P(Origin, IsThatOfTheWhole) {
  const Time begin = beginOf(whole());
  EXPECT_EQ(originIn(whole()), std::nullopt);
  const FileSet part = cutFrom(whole(), 0.4);
  EXPECT_EQ(originIn(part), std::optional<Time>(begin));
  EXPECT_EQ(originIn(cutFrom(part, 0.3)), std::optional<Time>(begin)) << "a cut of a cut";
  CutRequest anonymous;
  anonymous.anonymise = true;
  EXPECT_EQ(originIn(cutFrom(part, 0.3, anonymous)), std::optional<Time>(begin)) << "times stay";
  test::LocalSession local;
  local.open(part);
  const std::string json = infoJson(local.session.index(), "cut", 0);
  EXPECT_NE(json.find("\"cutFrom\": \"" + std::to_string(begin) + "\""), std::string::npos) << json;
}

TEST_P(Origin, IsWhatTheAxisCountsFrom) {
  const FileSet part = cutFrom(whole(), 0.4);
  const Time end = [] {
    test::LocalSession local;
    local.open(whole());
    return local.session.index().end();
  }();
  std::vector<std::string> labels[2];
  const FileSet* opened[] = {nullptr, &part};
  const FileSet all = whole();
  opened[0] = &all;
  const Time begin = beginOf(all), partBegin = std::max(beginOf(part), begin + (end - begin) / 2);
  ASSERT_LT(partBegin, end);
  // A link of the whole fits the cut.
  ViewLink link;
  link.visible = {partBegin - begin, end - begin};
  for (size_t i = 0; i < 2; ++i) {
    test::HeadlessWindow window(*opened[i]);
    window.app().openLink(writeViewLink(link));
    for (int n = 0; n < 4; ++n) window.settle(0.1f);
    const ui::Context& c = window.app().context();
    EXPECT_EQ(c.timesFrom(), begin);
    EXPECT_EQ(window.app().link().since, std::nullopt) << "the cut tells it";
    for (const ui::Tick& tick : ui::axisTicks(c.view, c.clock(), c.timesFrom(), ui::AxisTimes::Trace, 1000))
      labels[i].push_back(tick.label);
    window.show(ui::Tab::Info);
    bool told = false;
    for (const ui::DrawnText& text : window.texts(0.1f))
      told = told || text.text.find("from a trace that begins at") != std::string::npos;
    EXPECT_EQ(told, i == 1);
  }
  EXPECT_FALSE(labels[0].empty());
  EXPECT_EQ(labels[0], labels[1]);
}

TEST_P(Origin, OfALinkGoesBeforeThatOfTheCut) {
  test::HeadlessWindow window(cutFrom(whole(), 0.4));
  ViewLink link;
  link.since = 123;
  window.app().openLink(writeViewLink(link));
  for (int n = 0; n < 4; ++n) window.settle(0.1f);
  EXPECT_EQ(window.app().context().timesFrom(), 123);
  EXPECT_EQ(window.app().link().since, std::optional<Time>(123));
}

TEST_P(Origin, BehindTheFirstRecordIsNotBelieved) {
  CutRequest request;
  request.origin = int64_t{1} << 60;
  const FileSet part = cutFrom(whole(), 0.4, request);
  EXPECT_EQ(originIn(part), std::nullopt);
  EXPECT_EQ(originIn(cutFrom(part, 0.3)), std::optional<Time>(beginOf(part))) << "and no cut repeats it";
  test::HeadlessWindow window(part);
  EXPECT_EQ(window.app().context().timesFrom(), beginOf(part));
}

INSTANTIATE_TEST_SUITE_P(Formats, Origin,
                         testing::Values("assets/samples/kitchen/data", "tests/data/tracecmd/v6.dat",
                                         "tests/data/tracecmd/v7-none.dat", "tests/data/tracecmd/v7-zstd.dat",
                                         "tests/data/lttng/2.6-be/data", "tests/data/lttng/busy/data",
                                         "tests/data/xray/fdr-v1.xray", "tests/data/xray/fdr-v5.xray",
                                         "tests/data/xray/basic-v3.xray", "tests/data/xray/objects/threads.xray"));

// The last bytes of its header are what was on the stack of the runtime.
TEST(Origins, AreNotTheRubbishInAHeaderOfXRay) {
  test::LocalSession local;
  local.open(*openLocalFiles({test::sourcePath("tests/data/xray/forks/log.xray")}));
  EXPECT_EQ(local.session.index().info().origin, std::nullopt);
}

}  // namespace
}  // namespace tp
