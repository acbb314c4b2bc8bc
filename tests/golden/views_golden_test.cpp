// What each view draws, in each theme: texts with their places, and how much of each colour. tests/golden/views has
// what was drawn when somebody last looked at it. After a change that is meant, look at the page, run this test with
// TP_UPDATE_GOLDENS=1 in the environment, and read the difference.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "tests/support/sql_answers.h"
#include "ui/base/theme.h"

namespace tp {
namespace {

struct View {
  const char* name;
  const char* trace;  // below the repository; empty: none
  std::vector<std::pair<const char*, std::vector<std::string>>> commands;
  const char* beside = nullptr;  // a second trace
};

constexpr const char *kBefore = "tests/data/uftrace/compared/before.data",
                     *kAfter = "tests/data/uftrace/compared/after.data";
constexpr const char *kKitchen = "assets/samples/kitchen/data", *kThreads = "tests/data/tracecmd/threads.dat";

const View kViews[] = {
    {"refused", "", {}},
    {"calls", kKitchen, {{"toggle-drawer", {}}}},
    {"kernel", kThreads, {{"toggle-drawer", {}}}},
    {"flame", kKitchen, {{"tab", {"flame"}}}},
    {"functions", kKitchen, {{"tab", {"functions"}}}},
    {"slices", kKitchen, {{"tab", {"slices"}}}},
    {"slices-of-one", kKitchen, {{"slices-filter", {"name == kitchen::simmer"}}, {"slices-by", {"arg1"}}}},
    {"slices-none", kKitchen, {{"slices-filter", {"name == kitchen::simmer && dur > 1s"}}}},
    {"slices-wrong", kKitchen, {{"slices-filter", {"dur > soon"}}}},
    {"slices-of-states", kThreads, {{"slices-kind", {"states"}}}},
    {"durations",
     kKitchen,
     {{"plot-durations", {"kitchen::simmer"}},
      {"plot-durations-onto", {"kitchen::cook"}},
      {"plot-durations", {"main"}}}},
    {"plots-laid", kThreads, {{"plot", {"sched_waking", "pid"}}, {"plot", {"sched_waking", "prio"}}, {"plot-lay", {}}}},
    {"events", kKitchen, {{"tab", {"events"}}}},
    {"kernel-events", kThreads, {{"tab", {"events"}}, {"events-row", {"3"}}, {"events-choose", {}}}},
    {"kernel-selection",
     kThreads,
     {{"tab", {"events"}}, {"events-row", {"3"}}, {"events-choose", {}}, {"tab", {"selection"}}}},
    {"scheduling", kThreads, {{"tab", {"scheduling"}}}},
    {"compare", kKitchen, {{"compare", {"halves"}}}},
    {"compare-stacks", kKitchen, {{"compare", {"halves"}}, {"compare", {"stacks"}}}},
    {"compare-threads", kThreads, {{"compare", {"halves"}}}},
    {"info", kThreads, {{"tab", {"info"}}}},
    {"query", kThreads, {{"tab", {"query"}}}},
    {"query-tracks",
     kThreads,
     {{"sql", {"SELECT ts, dur, thread_name AS name FROM thread_state WHERE state = 'R' AND dur > 0"}},
      {"sql-track", {}},
      {"sql-track-name", {"1", "late wakeups"}},
      {"sql", {"SELECT ts, cpu AS value FROM event ORDER BY ts"}},
      {"sql-counter", {}},
      {"toggle-drawer", {}}}},
    {"slice-menu", kKitchen, {{"child", {}}, {"slice-menu", {}}}},
    {"clock", kKitchen, {{"times", {"clock"}}, {"toggle-drawer", {}}}},
    {"stretched",
     kBefore,
     {{"trace.stretch", {}}, {"child", {}}, {"mark-selection", {}}, {"mark", {}}, {"toggle-drawer", {}}},
     kAfter},
    {"help", kKitchen, {{"help", {}}}},
    {"settings", kKitchen, {{"settings", {}}}},
    {"palette", kKitchen, {{"palette", {}}}},
};

std::string hex(ImU32 colour) {
  char text[12];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", colour & 255, colour >> 8 & 255, colour >> 16 & 255);
  return text;
}

// The footer says how long the frame took.
constexpr float kBottom = 720 - ui::kFooterHeight;

void appendTexts(std::ostream& out, const std::vector<ui::DrawnText>& texts) {
  for (const ui::DrawnText& text : texts)
    if (text.at.y < kBottom)
      out << "text " << std::lround(text.at.x) << ' ' << std::lround(text.at.y) << ' ' << hex(text.colour) << ' '
          << text.text << '\n';
}

// Triangles that show anything, by colour, whatever their transparency.
void appendColours(std::ostream& out) {
  std::map<std::string, size_t> counts;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
    for (const ImDrawCmd& command : list->CmdBuffer)
      for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
        const auto index = list->IdxBuffer[static_cast<int>(command.IdxOffset + i)] + command.VtxOffset;
        const ImDrawVert& vertex = list->VtxBuffer[static_cast<int>(index)];
        if ((vertex.col & IM_COL32_A_MASK) != 0 && vertex.pos.y < kBottom) ++counts[hex(vertex.col)];
      }
  for (const auto& [colour, count] : counts) out << "colour " << colour << ' ' << count << '\n';
}

std::string drawn(const View& view) {
  FileSet files;
  if (*view.trace != '\0') {
    std::vector<std::string> paths{test::sourcePath(view.trace)};
    if (view.beside != nullptr) paths.push_back(test::sourcePath(view.beside));
    auto found = openLocalFiles(paths);
    EXPECT_TRUE(found);
    if (found) files = std::move(*found);
  }
  test::HeadlessWindow window(files);
  ui::Context& c = window.app().context();
  test::SqlAnswers answers(files);
  c.host.askSql = [&](const SqlRequest& request) { answers.ask(request); };
  for (const auto& [id, args] : view.commands) {
    EXPECT_TRUE(window.app().command(id, args)) << id;
    for (const std::vector<std::byte>& reply : answers.take()) window.app().receiveSql(reply);
    window.settle(0.1f);
  }
  std::ostringstream out;
  std::vector<ui::DrawnText> texts;
  for (const char* theme : {"dark", "light", "contrast"}) {
    EXPECT_TRUE(window.app().command("theme", std::vector<std::string>{theme}));
    window.settle(0.5f);
    c.texts = &texts;
    texts.clear();
    window.frame(0.5f);
    c.texts = nullptr;
    out << "theme " << theme << '\n';
    // Their places are the same in all themes.
    if (theme == std::string_view("dark")) appendTexts(out, texts);
    appendColours(out);
  }
  return out.str();
}

void PrintTo(const View& view, std::ostream* out) {
  *out << view.name;
}

class Views : public testing::TestWithParam<View> {};

TEST_P(Views, AreDrawnAsBefore) {
#ifdef __EMSCRIPTEN__
  GTEST_SKIP() << "figures of memory differ here";
#endif
  const std::string path = test::sourcePath(std::string("tests/golden/views/") + GetParam().name + ".txt");
  const std::string now = drawn(GetParam());
  if (std::getenv("TP_UPDATE_GOLDENS") != nullptr) {
    std::ofstream(path, std::ios::binary) << now;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  const std::string before{std::istreambuf_iterator<char>(file), {}};
  if (now == before) return;
  // The first line that differs says more than two long texts.
  std::istringstream old(before), fresh(now);
  std::string was, is;
  for (int line = 1;; ++line) {
    const bool more = static_cast<bool>(std::getline(old, was)), some = static_cast<bool>(std::getline(fresh, is));
    if (!more) was = "(the end)";
    if (!some) is = "(the end)";
    if (was != is || !more || !some) {
      FAIL() << path << ":" << line << "\n  was " << was << "\n  is  " << is
             << "\nIf this is meant, TP_UPDATE_GOLDENS=1 writes the file anew.";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, Views, testing::ValuesIn(kViews), [](const auto& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace tp
