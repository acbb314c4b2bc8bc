// Where tips lie: beside what they explain.
#include <gtest/gtest.h>
#include <imgui.h>

#include <optional>
#include <string>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

std::optional<ui::DrawnText> textIn(test::HeadlessWindow& window, const std::string& words) {
  for (const ui::DrawnText& one : window.texts(0.1f))
    if (one.text.find(words) != std::string::npos) return one;
  return {};
}

TEST(Tips, ThatOfAHistogramCoversNoneOfItsBars) {
  test::HeadlessWindow window(*openLocalFiles({test::dataPath("tracecmd/threads.dat")}));
  window.show(ui::Tab::Scheduling);
  const auto title = textIn(window, "Wakeup latency");
  ASSERT_TRUE(title);
  // Over the bars, from the highest to the lowest place at which there is a tip.
  float first = 0, last = 0, tip = 0;
  for (float y = title->at.y; y < ImGui::GetIO().DisplaySize.y; y += 6) {
    ImGui::GetIO().AddMousePosEvent(title->at.x + 60, y);
    window.frame(0.1f);
    const auto shown = textIn(window, "Click or drag to list");
    if (!shown) continue;
    if (first == 0) first = y;
    last = y;
    tip = shown->at.y;
  }
  ASSERT_GT(last, first + 18);
  EXPECT_TRUE(tip < first - 12 || tip > last) << first << " " << tip << " " << last;
}

}  // namespace
}  // namespace tp
