#include "ui/base/theme.h"

#include <gtest/gtest.h>

namespace tp::ui {
namespace {

constexpr float kReadable = 4.5f;

class EveryTheme : public testing::TestWithParam<std::tuple<ThemeName, Palette, StatePalette>> {
 protected:
  Theme theme = makeTheme(std::get<0>(GetParam()), std::get<1>(GetParam()), std::get<2>(GetParam()));
};

TEST_P(EveryTheme, TextCanBeRead) {
  for (ImU32 ground : {theme.canvas, theme.panel, theme.raised}) {
    EXPECT_GE(contrast(theme.text, ground), 7);
    EXPECT_GE(contrast(theme.dim, ground), kReadable);
  }
  for (ImU32 ground : {theme.canvas, theme.panel}) {
    int number = 0;
    for (ImU32 ink : {theme.faint, theme.accent, theme.ok, theme.warn, theme.error})
      EXPECT_GE(contrast(ink, ground), kReadable) << "ink " << number++;
  }
}

TEST_P(EveryTheme, SlicesAndStatesCanBeRead) {
  for (size_t i = 0; i < theme.slices.size(); ++i)
    EXPECT_GE(contrast(theme.sliceText, theme.slices[i]), kReadable) << "slice " << i;
  for (size_t i = 0; i < kThreadStates; ++i) {
    const auto state = static_cast<ThreadState>(i);
    EXPECT_GE(contrast(theme.stateInk(state), theme.stateColour(state)), kReadable) << threadStateName(state);
  }
}

INSTANTIATE_TEST_SUITE_P(Theme, EveryTheme,
                         testing::Combine(testing::Values(ThemeName::Dark, ThemeName::Light, ThemeName::Contrast),
                                          testing::Values(Palette::Standard, Palette::ColourBlind),
                                          testing::Values(StatePalette::Standard, StatePalette::Lttv)));

TEST(Theme, ContrastAsWcagCounts) {
  EXPECT_NEAR(contrast(IM_COL32_BLACK, IM_COL32_WHITE), 21, 0.01);
  EXPECT_NEAR(contrast(IM_COL32_WHITE, IM_COL32(0x76, 0x76, 0x76, 255)), 4.54, 0.01);
}

// To those who see two of the three colours, too, what runs, waits for a CPU and is blocked differ: by brightness.
TEST(Theme, StatesOfTheSafePaletteDifferInBrightness) {
  Theme theme = makeTheme(ThemeName::Dark, Palette::ColourBlind);
  EXPECT_GE(contrast(theme.states.running, theme.states.runnable), 1.6f);
  EXPECT_GE(contrast(theme.states.running, theme.states.blocked), 1.5f);
}

}  // namespace
}  // namespace tp::ui
