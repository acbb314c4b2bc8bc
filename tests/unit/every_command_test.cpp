// Every action of the table on a trace of each format, again and again in an order of its own, as no person would:
// nothing of it may break the window. What each of them does is for the tests in the browser.
#include <gtest/gtest.h>

#include <random>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"
#include "ui/app/actions.h"
#include "ui/view/context.h"

namespace tp {
namespace {

constexpr int kSteps = test::kSlowBuild ? 150 : 600;

// What an action may be told: what it stands for, nothing, a number, a name, two times, an expression.
std::vector<std::string> argumentsFor(const ui::Action& action, std::mt19937& random, Time begin) {
  if (*action.argument != '\0') return {action.argument};
  auto time = [&] { return std::to_string(begin + static_cast<Time>(random() % 1000000)); };
  switch (random() % 6) {
    case 0:
      return {std::to_string(random() % 8)};
    case 1:
      return {"main"};
    case 2:
      return {time(), time()};
    case 3:
      return {"duration > 1us"};
    case 4:
      return {time()};
    default:
      return {};
  }
}

TEST(EveryCommand, InAnyOrder) {
  for (const char* name : {"xray/fdr-v3.xray", "xray/basic-v3.xray", "tracecmd/v7-zstd.dat", "lttng/busy"}) {
    auto files = openLocalFiles({test::dataPath(name)});
    ASSERT_TRUE(files) << name;
    test::HeadlessWindow window(*files);
    std::mt19937 random(11);
    for (int i = 0; i < kSteps; ++i) {
      const ui::Action& action = window.app().actions()[random() % window.app().actions().size()];
      SCOPED_TRACE(std::string(name) + ": " + ui::actionName(action));
      window.app().command(action.id, argumentsFor(action, random, window.app().visibleBegin()));
      ImGui::GetIO().AddMousePosEvent(static_cast<float>(random() % 1280), static_cast<float>(random() % 720));
      if (random() % 4 == 0) ImGui::GetIO().AddMouseButtonEvent(random() % 2 != 0 ? 0 : 1, random() % 2 != 0);
      if (random() % 8 == 0) window.type(random() % 2 != 0 ? "\x1b" : "\n");
      window.frame(0.016f);
      EXPECT_LE(window.app().visibleBegin(), window.app().visibleEnd());
    }
    window.settle(0.1f);
  }
}

}  // namespace
}  // namespace tp
