// A trace that does not tell its machine asks for it in Info: the choice opens it again, with names for its system
// calls.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/io/local_files.h"
#include "core/kernel/syscalls.h"
#include "core/link/view_link.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/view/context.h"

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

TEST(ChosenMachine, ALinkNamesIt) {
  const auto files = openLocalFiles({test::samplesPath("tracecmd") + "/v6-sched-syscalls/report-noplugins.txt"});
  ASSERT_TRUE(files);
  std::string link;
  {
    test::HeadlessWindow window(*files);
    EXPECT_EQ(window.app().link().machine, "") << "none was chosen";
    JoinOptions options;
    options.machine = "aarch64";
    window.reopen(*files, options);
    window.settle(0.1f);
    ui::Context& c = window.app().context();
    c.range = ui::MarkedRange(c.index().begin(), c.index().begin() + 10, {});
    link = writeViewLink(window.app().link());
    EXPECT_NE(link.find("machine=aarch64"), std::string::npos) << link;
  }
  test::HeadlessWindow window(*files);
  ui::Context& c = window.app().context();
  int asked = 0;
  c.host.reopen = [&](const JoinOptions& wanted) {
    ++asked;
    window.reopen(*files, wanted);
  };
  window.app().openLink(link);
  for (int i = 0; i < 4; ++i) window.settle(0.1f);
  EXPECT_EQ(asked, 1);
  EXPECT_TRUE(says(c.index().info(), kernel::machineChosen("aarch64")));
  EXPECT_TRUE(c.range) << "the rest of the link is shown as well";
  EXPECT_EQ(writeViewLink(window.app().link()), link);
  // What is no machine, or the one that is chosen, opens nothing.
  for (const char* other : {"machine=x86_64%20together", "machine=pdp11", "machine=aarch64", "machine="}) {
    window.app().openLink(other);
    for (int i = 0; i < 4; ++i) window.settle(0.1f);
    EXPECT_EQ(asked, 1) << other;
  }
}

TEST(ChosenMachine, OfALinkIsNotThatOfATraceThatTells) {
  test::HeadlessWindow window(*openLocalFiles({test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat"}));
  bool asked = false;
  window.app().context().host.reopen = [&](const JoinOptions&) { asked = true; };
  window.app().openLink("machine=aarch64");
  for (int i = 0; i < 4; ++i) window.settle(0.1f);
  EXPECT_FALSE(asked);
  EXPECT_EQ(window.app().link().machine, "");
}

}  // namespace
}  // namespace tp
