// A drag over the histogram of durations shows the calls that took so long.
#include <gtest/gtest.h>

#include <imgui.h>

#include <algorithm>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/context.h"

namespace tp {
namespace {

// From one place to another, slowly enough to be seen.
void drag(test::HeadlessWindow& window, ImVec2 from, ImVec2 to) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(from.x, from.y);
  window.frame(0.05f);
  io.AddMouseButtonEvent(0, true);
  window.frame(0.05f);
  io.AddMousePosEvent(to.x, to.y);
  window.frame(0.05f);
  window.frame(0.05f);
  io.AddMouseButtonEvent(0, false);
  window.frame(0.05f);
  window.settle(0.3f);
}

// Of this name; without one, the one that is called most.
const FunctionStats* pick(const Calls& calls, const NameTable& names, std::string_view name) {
  auto most = std::max_element(calls.functions.rows.begin(), calls.functions.rows.end(),
                               [&](const FunctionStats& a, const FunctionStats& b) {
                                 if (name.empty()) return a.calls < b.calls;
                                 return names.view(a.name) != name && names.view(b.name) == name;
                               });
  return most != calls.functions.rows.end() ? &*most : nullptr;
}

void expectDragged(const std::string& path, bool exact, std::string_view wanted = {}) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  c.drawerOpen = true;
  c.tab = ui::Tab::Functions;
  window.settle(0.1f);
  ASSERT_NE(c.session.calls(), nullptr) << path;
  const FunctionStats* chosen = pick(*c.session.calls(), c.index().names(), wanted);
  ASSERT_NE(chosen, nullptr) << path;
  c.function = chosen->name;
  const NameId name = chosen->name;
  const DurationCounts* durations = c.session.calls()->profile.durations.of(name);
  ASSERT_NE(durations, nullptr) << path;
  const std::vector<DurationCount> sorted = durations->sorted();
  window.settle(0.1f);
  const uint64_t calls = chosen->calls;

  // All of it, and the right half.
  for (float from : {970.0f, 1115.0f}) {
    c.tab = ui::Tab::Functions;
    window.settle(0.1f);
    drag(window, {from, 640}, {1264, 650});
    ASSERT_EQ(c.tab, ui::Tab::Events) << path;
    ASSERT_FALSE(c.events.error()) << path << ": " << c.events.filter;
    window.settle(0.3f);
    const uint64_t rows = c.events.table().size();
    const Time least = std::stoll(c.events.filter.substr(c.events.filter.find("dur >= ") + 7));
    uint64_t expected = 0;
    for (const DurationCount& one : sorted) expected += one.duration >= least ? one.count : 0;
    if (!exact) {
      // Calls that never ended have no record of that, and its name may be part of others.
      EXPECT_TRUE(from > 1000 || rows > 0) << path << ": " << c.events.filter;
      continue;
    }
    EXPECT_EQ(rows, expected) << path << ": " << c.events.filter;
    if (from < 1000) {
      EXPECT_EQ(rows, calls) << path;
    } else {
      EXPECT_LT(rows, calls) << path;
    }
  }
}

TEST(DurationHistogram, ADragShowsTheCalls) {
  expectDragged(std::string(TP_SOURCE_DIR) + "/assets/samples/kitchen/data", true);
  expectDragged(std::string(TP_SOURCE_DIR) + "/assets/samples/family/data", true);
  expectDragged(test::dataPath("xray/fdr-v5.xray"), false);
  expectDragged(test::dataPath("tracecmd/threads.dat"), false, "read");
}

}  // namespace
}  // namespace tp
