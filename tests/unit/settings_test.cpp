#include "ui/view/settings.h"

#include <gtest/gtest.h>

namespace tp::ui {
namespace {

TEST(Settings, AreReadAsTheyWereWritten) {
  Settings settings;
  settings.theme = ThemeChoice::Contrast;
  settings.palette = Palette::ColourBlind;
  settings.states = StatePalette::Lttv;
  settings.workers = WorkerChoice::Three;
  settings.signatures = Signatures::Full;
  settings.memory = IndexMemory::Gb2;
  settings.drawerHeight = 321;
  settings.labelWidth = 150;
  settings.recent = {"tab flame", "fit"};
  settings.views = {{"12", "view=1,2"}, {"13", "find=%C3%A9"}};
  EXPECT_TRUE(readSettings(writeSettings(settings)) == settings);
  EXPECT_TRUE(readSettings(writeSettings(Settings())) == Settings());
}

TEST(Settings, WhatCantBeReadIsAsWithout) {
  for (const char* text : {"", "null", "[]", "{", "{\"theme\": 5}", "{\"theme\": \"pink\"}", "{\"recent\": {}}",
                           "{\"views\": [1, [2], [\"a\"], [\"a\", 3]]}", "{\"labelWidth\": \"yes\"}", "\xff\xfe"}) {
    EXPECT_TRUE(readSettings(text) == Settings()) << text;
  }
  EXPECT_EQ(readSettings("{\"drawerHeight\": 1e30}").drawerHeight, 4000);
  EXPECT_EQ(readSettings("{\"labelWidth\": -5}").labelWidth, 100);
  EXPECT_TRUE(readSettings(std::string(100000, '[')) == Settings());
}

TEST(Settings, TheSystemIsFollowedUntilSomethingIsChosen) {
  EXPECT_EQ(themeFor(ThemeChoice::System, {}), ThemeName::Dark);
  EXPECT_EQ(themeFor(ThemeChoice::System, {true, false, false}), ThemeName::Light);
  EXPECT_EQ(themeFor(ThemeChoice::System, {true, true, false}), ThemeName::Contrast);
  EXPECT_EQ(themeFor(ThemeChoice::Dark, {true, true, false}), ThemeName::Dark);
}

}  // namespace
}  // namespace tp::ui
