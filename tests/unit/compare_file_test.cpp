// What is compared, saved from the panel: the files that the command line writes of the same.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "core/export/compare_html.h"
#include "core/export/compare_stacks.h"
#include "core/export/compare_text.h"
#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/compared.h"
#include "ui/view/context.h"

namespace tp {
namespace {

const std::string kBefore = test::dataPath("uftrace/compared/before.data");
const std::string kAfter = test::dataPath("uftrace/compared/after.data");

struct Saved {
  std::string name, bytes;
  bool ended = false, whole = false;
};

class CompareFile : public testing::Test {
 protected:
  void open(const std::vector<std::string>& paths) {
    auto files = openLocalFiles(paths);
    ASSERT_TRUE(files);
    window_ = std::make_unique<test::HeadlessWindow>(*files);
    ui::Host& host = c().host;
    host.beginFile = [this](const std::string& name) { return saved_.name = name; };
    host.putFile = [this](std::string_view part) { saved_.bytes += part; };
    host.endFile = [this](bool whole) {
      saved_.ended = true;
      saved_.whole = whole;
      return std::string();
    };
  }
  ui::Context& c() { return window_->app().context(); }
  bool command(const char* id, const char* word) { return window_->app().command(id, std::vector<std::string>{word}); }
  Saved save(const char* word) {
    saved_ = {};
    EXPECT_TRUE(command("compare-save", word));
    window_->settle(0.1f);
    EXPECT_TRUE(saved_.ended && saved_.whole) << word << ": " << c().noticeNow();
    return saved_;
  }

  std::unique_ptr<test::HeadlessWindow> window_;
  Saved saved_;
};

TEST_F(CompareFile, IsWhatTheCommandLineWrites) {
  open({kBefore, kAfter});
  ASSERT_TRUE(window_);
  // Nothing was asked yet, as the panel was not open.
  const Saved html = save("html");
  EXPECT_EQ(html.name, "before.data + after.data-compared.html");
  ui::CompareAnswer& answer = ui::compareView(c()).answer;
  const auto scopes = *ui::compared(c());
  const StackComparison* stacks = answer.stacks(c().session, scopes, ui::compareView(c()).how, true);
  const auto functions = answer.wholeFunctions(c().session, scopes);
  ASSERT_TRUE(stacks != nullptr && functions);
  EXPECT_EQ(functions->sideB.name, "after.data");
  EXPECT_EQ(html.bytes, comparisonHtml(*functions, *stacks, {}, {DifferenceWidth::Larger, {}}));
  EXPECT_EQ(save("csv").bytes, comparisonCsv(*functions));
  EXPECT_EQ(save("svg").bytes, comparisonSvg(*stacks, {DifferenceWidth::Larger, {}}));
  ASSERT_TRUE(command("compare", "stacks"));
  EXPECT_EQ(save("csv").bytes, comparisonCsv(*stacks));
  // Of figures that are divided, the table is what is shown, and the report is not.
  ASSERT_TRUE(command("compare", "functions"));
  ui::compareView(c()).how.perSecond = true;
  EXPECT_EQ(save("html").bytes, html.bytes);
  EXPECT_NE(save("csv").bytes.find('.'), std::string::npos);
}

TEST_F(CompareFile, OfOneTraceHasItsName) {
  open({kBefore});
  ASSERT_TRUE(window_);
  EXPECT_FALSE(command("compare-save", "html")) << "nothing is compared";
  ASSERT_TRUE(command("compare", "halves"));
  const std::string html = save("html").bytes;
  EXPECT_NE(html.find("<p>A: before.data, from "), std::string::npos);
  EXPECT_NE(save("svg").bytes.find(">B  before.data: "), std::string::npos);
  EXPECT_FALSE(command("compare-save", "pdf"));
  const TrackTable& tracks = c().index().tracks();
  TrackId thread = 0;
  while (tracks[thread].key.kind != TrackKind::Thread) ++thread;
  ASSERT_TRUE(ui::chooseTrack(c(), 0, thread));
  EXPECT_NE(save("html").bytes.find("<p>A: before.data, thread " + std::to_string(tracks[thread].key.tid) + ","),
            std::string::npos);
}

TEST_F(CompareFile, OfAKernelHasThreadsLatenciesAndWaits) {
  open({test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"});
  ASSERT_TRUE(window_);
  ASSERT_TRUE(command("compare", "halves"));
  // Of figures that are divided on the screen, too.
  ASSERT_TRUE(command("compare", "threads"));
  ui::compareView(c()).how.perSecond = true;
  const std::string divided = save("html").bytes;
  ui::compareView(c()).how.perSecond = false;
  const std::string html = save("html").bytes;
  EXPECT_EQ(divided, html);
  size_t before = 0;
  for (const char* heading : {"Functions", "Threads", "Latencies", "Waits"}) {
    const size_t at = html.find(std::string("<h2>") + heading + "</h2>");
    ASSERT_NE(at, std::string::npos) << heading;
    EXPECT_GT(at, before);
    before = at;
  }
  for (const char* word : {"wakeups: ", "system calls: ", "waiting for a CPU, by who ran there: "})
    EXPECT_NE(html.find(std::string("<h3>") + word), std::string::npos) << word;
}

TEST_F(CompareFile, OfOtherScopesIsNotWritten) {
  open({kBefore, kAfter});
  ASSERT_TRUE(window_);
  ASSERT_TRUE(command("compare-save", "html"));
  EXPECT_FALSE(command("compare-save", "csv")) << "one at a time";
  ASSERT_TRUE(command("compare", "exchange"));
  window_->settle(0.1f);
  EXPECT_TRUE(saved_.ended && !saved_.whole);
  EXPECT_EQ(saved_.bytes, "");
  saved_ = {};
  ASSERT_TRUE(command("compare-save", "html"));
  ASSERT_TRUE(window_->app().command("cancel-export", std::vector<std::string>()));
  window_->settle(0.1f);
  EXPECT_TRUE(saved_.ended && !saved_.whole);
  // Calls of one function have no stacks of their own.
  const NameId often = c().index().names().find("often");
  ASSERT_NE(often, kNoName);
  ui::compareSlowest(c(), often, SlowestShare::kAll / 10);
  EXPECT_FALSE(command("compare-save", "html"));
  EXPECT_NE(save("csv").bytes, "");
}

}  // namespace
}  // namespace tp
