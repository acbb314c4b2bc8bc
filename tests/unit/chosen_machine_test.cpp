// A trace that does not tell its machine asks for it in Info: the choice opens it again, with names for its system
// calls.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/io/local_files.h"
#include "core/kernel/syscalls.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

bool says(const TraceInfo& info, std::string_view text) {
  return std::any_of(info.metadata.begin(), info.metadata.end(), [&](const auto& one) { return one.second == text; });
}

TEST(ChosenMachine, InfoAsksWhereTheTraceDoesNotTell) {
  // Text has numbers only.
  const auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v6-sched-syscalls/report-noplugins.txt"});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  EXPECT_TRUE(says(c.index().info(), kernel::kMachineNotTold));
  JoinOptions options;
  c.host.reopen = [&](const JoinOptions& wanted) { options = wanted; };
  window.show(ui::Tab::Info);
  ASSERT_TRUE(window.press("x86_64"));
  EXPECT_EQ(options.machine, "x86_64");

  test::LocalSession named;
  named.options = options;
  named.open(*files);
  EXPECT_TRUE(says(named.session.index().info(), kernel::machineChosen("x86_64")));
}

TEST(ChosenMachine, InfoAsksNothingWhereTheTraceTells) {
  test::HeadlessWindow window(*openLocalFiles({test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"}));
  window.app().context().host.reopen = [](const JoinOptions&) {};
  window.show(ui::Tab::Info);
  EXPECT_FALSE(window.press("x86_64"));
}

}  // namespace
}  // namespace tp
