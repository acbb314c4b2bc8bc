// What is typed goes where it belongs, however slowly frames are drawn.
#include <gtest/gtest.h>

#include "core/io/local_files.h"
#include "tests/support/headless_window.h"
#include "tests/support/samples.h"
#include "ui/context.h"

namespace tp {
namespace {

class Typing : public testing::TestWithParam<float> {};

// Frames of 0.4 s: a key that is not up by the next one is held long enough to be repeated.
INSTANTIATE_TEST_SUITE_P(Frames, Typing, testing::Values(0.016f, 0.1f, 0.4f));

TEST_P(Typing, GoesToTheFieldThatThePaletteOpens) {
  auto files = openLocalFiles({test::dataPath("xray/fdr-v3.xray")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  const double before = window.app().context().view.target().begin;
  window.type(">snta\nwasdq");
  window.settle(GetParam());
  EXPECT_FALSE(window.app().context().palette.open);
  EXPECT_EQ(window.app().context().search, "wasdq");
  EXPECT_EQ(window.app().context().view.target().begin, before);
}

TEST_P(Typing, GoesToTheFieldThatAKeyOpens) {
  auto files = openLocalFiles({test::dataPath("xray/fdr-v3.xray")});
  ASSERT_TRUE(files);
  test::HeadlessWindow window(*files);
  window.type("/wasd");
  window.settle(GetParam());
  EXPECT_EQ(window.app().context().search, "wasd");
  window.type("dd\bs\n");
  window.settle(GetParam());
  EXPECT_EQ(window.app().context().search, "wasdds");
}

}  // namespace
}  // namespace tp
