// Reports as the window and the page write them: the bytes that the command line would write.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/formats/cutters.h"
#include "core/io/local_files.h"
#include "core/joint/split.h"
#include "core/link/view_link.h"
#include "core/report/report_parts.h"
#include "core/session/report/report_question.h"
#include "tests/support/headless_window.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

constexpr const char* kPage = "<body>\n<div id=\"inner-trace\" hidden></div>\n</body>";

PageText page() {
  return *PageText::of(kPage, "page");
}

TEST(PageText, TheFrameOfAServedPageIsNoPage) {
  EXPECT_TRUE(PageText::of(kPage, "page"));
  const auto frame = PageText::of(
      "<body>\n<div id=\"parts\" data-parts=\"app.wasm worker-core.wasm\"></div>\n" + std::string(kPage), "page");
  ASSERT_FALSE(frame);
  EXPECT_NE(frame.error().text().find("lacks its parts"), std::string::npos);
}

FileSet filesOf(const char* path) {
  return *openLocalFiles({test::sourcePath(path)});
}

struct Written {
  std::string text, problem;
};

Written reported(test::LocalSession& local, ReportRequest request) {
  Written written;
  auto question = std::make_shared<ReportQuestion>(request, page(), "view=1,2",
                                                   [&written](std::string_view part) { written.text += part; });
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  EXPECT_EQ(question->bytes(), written.text.size());
  written.problem = question->problem();
  return written;
}

// What the command line does: no session, and the page around what the cutter writes.
std::string expected(const FileSet& files, ReportRequest request) {
  const Split split = splitTraces(files, false);
  const FoundTrace& trace = split.traces.front();
  std::string text = page().head("view=1,2");
  ReportParts parts(trace.format->singleFile ? std::string() : trace.files.displayName() + "/",
                    [&text](std::string_view part) { text += part; });
  CutRequest cut;
  if (request.from <= request.to) cut.from = request.from, cut.to = request.to;
  cut.around = trace.format->traits.wholeCalls;
  WarningLog warnings;
  EXPECT_TRUE(cutterOf(trace.format->id)(trace.files, cut, parts, warnings));
  writeNamesBeside(trace.format->id, trace.files, parts);
  EXPECT_TRUE(parts.finish());
  return text + page().tail();
}

class Report : public testing::TestWithParam<const char*> {};

TEST_P(Report, IsTheSameWithoutASession) {
  const FileSet files = filesOf(GetParam());
  for (uint32_t workers : {1u, 3u}) {
    test::LocalSession local(workers);
    local.open(files);
    const TraceIndex& index = local.session.index();
    const Time quarter = (index.end() - index.begin()) / 4;
    // Small traces have no record in the middle of their time.
    for (const ReportRequest& request : {ReportRequest{}, ReportRequest{index.begin(), index.end() - quarter}}) {
      const Written written = reported(local, request);
      EXPECT_EQ(written.problem, "");
      EXPECT_EQ(written.text, expected(files, request)) << workers << " workers";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Report,
                         testing::Values("assets/samples/kitchen/data", "tests/data/tracecmd/v7-zstd.dat",
                                         "tests/data/tracecmd/v6.dat", "tests/data/lttng/2.6-be/data",
                                         "tests/data/xray/fdr-v5.xray"));

TEST(Reports, SayWhyTheyCantBeMade) {
  const FileSet files = filesOf("assets/samples/kitchen/data");
  test::LocalSession local;
  local.open(files);
  const Time end = local.session.index().end();
  const Written written = reported(local, {end + 1000, end + 2000});
  EXPECT_EQ(written.problem, "no record of the trace is in this range");
  EXPECT_EQ(written.text, "") << "a page without a trace is no report";
}

// Presses the action in a window whose front end has this page.
struct Pressed {
  bool done = false, whole = false;
  std::string name, text, said;
};

Pressed press(test::HeadlessWindow& window, const char* action, Result<PageText> given) {
  Pressed pressed;
  ui::Context& c = window.app().context();
  c.host.beginFile = [&pressed](const std::string& name) { return pressed.name = name; };
  c.host.putFile = [&pressed](std::string_view part) { pressed.text += part; };
  c.host.endFile = [&pressed](bool whole) { return pressed.whole = whole, std::string(); };
  c.host.readPage = [&window, &given] { window.app().receivePage(given); };
  pressed.done = window.app().command(action, {});
  window.settle(0.1f);
  pressed.said = c.noticeNow();
  return pressed;
}

TEST(Reports, AreOfWhatIsVisibleOrMarked) {
  const FileSet files = filesOf("assets/samples/kitchen/data");
  test::HeadlessWindow window(files);
  ui::Context& c = window.app().context();
  const Time begin = c.index().begin(), end = c.index().end();
  EXPECT_FALSE(press(window, "export-range-report", page()).done) << "nothing is marked";
  c.view.show(begin + (end - begin) / 4, end - (end - begin) / 4);
  c.view.jump();
  window.settle(0.1f);
  c.range = ui::MarkedRange(begin + 1000, begin + 2000);
  const Pressed visible = press(window, "export-report", page());
  EXPECT_TRUE(visible.done && visible.whole) << visible.said;
  EXPECT_EQ(visible.name, "data.html");
  const auto viewOf = [](const std::string& text) {
    const std::string before = "data-view=\"";
    const size_t at = text.find(before) + before.size();
    std::string view = text.substr(at, text.find('"', at) - at);
    for (size_t i; (i = view.find("&amp;")) != std::string::npos;) view.replace(i, 5, "&");
    return readViewLink(view);
  };
  EXPECT_EQ(viewOf(visible.text).since, begin);
  const auto shown = viewOf(visible.text).visible;
  ASSERT_TRUE(shown);
  // The view ends between two units of the clock.
  EXPECT_NEAR(static_cast<double>(shown->first), static_cast<double>(c.view.beginTime() - begin), 1);
  EXPECT_NEAR(static_cast<double>(shown->second), static_cast<double>(c.view.endTime() - begin), 1);
  const Pressed marked = press(window, "export-range-report", page());
  EXPECT_TRUE(marked.whole);
  EXPECT_LT(marked.text.size(), visible.text.size());
  EXPECT_EQ(viewOf(marked.text).visible, LinkSpan(1000, 2000)) << "nothing of what is visible is in it";
  c.range = ui::MarkedRange(c.view.beginTime() + 1000, c.view.endTime() - 1000);
  const auto part = viewOf(press(window, "export-range-report", page()).text).visible;
  EXPECT_EQ(part, LinkSpan(c.view.beginTime() + 1000 - begin, c.view.endTime() - 1000 - begin))
      << "what is visible around it is not";
}

TEST(Reports, SayThatThereIsNoPage) {
  test::HeadlessWindow window(filesOf("assets/samples/kitchen/data"));
  const Pressed pressed = press(window, "export-report", Error{{}, kNoOffset, "the server answers 404"});
  EXPECT_TRUE(pressed.done);
  EXPECT_FALSE(pressed.whole);
  EXPECT_EQ(pressed.text, "");
  EXPECT_EQ(pressed.said, "Nothing was exported: the server answers 404.");
  EXPECT_TRUE(press(window, "export-report", page()).whole) << "and once there is one, it is made";
}

}  // namespace
}  // namespace tp
