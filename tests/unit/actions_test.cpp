#include "ui/app/actions.h"
#include "ui/app/palette.h"
#include "ui/app/panels.h"

#include <gtest/gtest.h>

#include <set>

#include "core/io/local_files.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "ui/base/fuzzy.h"
#include "ui/view/context.h"

namespace tp::ui {
namespace {

// Those of the program's window.
std::span<const Action> allActions() {
  static const std::vector<Action> kActions = listActions(programPanels());
  return kActions;
}

TEST(Actions, EachIsComplete) {
  std::set<std::string> names;
  for (const Action& action : allActions()) {
    EXPECT_NE(action.run, nullptr) << action.id;
    EXPECT_STRNE(action.title, "") << action.id;
    EXPECT_TRUE(names.insert(actionName(action)).second) << actionName(action) << " is there twice";
    EXPECT_EQ(findAction(allActions(), action.id)->run, action.run)
        << "rows of one id share what they do: " << action.id;
  }
}

TEST(Actions, NoKeyMeansTwoThings) {
  std::set<std::string> keys;
  for (const Action& action : allActions()) {
    for (const Keys& one : action.keys) {
      if (one.none()) continue;
      EXPECT_TRUE(keys.insert(std::to_string(one.chord) + one.typed).second) << actionName(action);
    }
  }
}

TEST(Actions, KeysAreCalledAsTheyArePrinted) {
  KeyNames names;
  EXPECT_EQ(keysText(*findAction(allActions(), "palette"), names), "Ctrl+Shift+P  >");
  EXPECT_EQ(keysText(*findAction(allActions(), "show-all"), names), "0");
  EXPECT_EQ(keysText(*findAction(allActions(), "next"), names), "\u2192");
  names.control = "Cmd";
  names.printed[ImGuiKey_W] = "Z";
  EXPECT_EQ(keysText(*findAction(allActions(), "zoom-in"), names), "Z");
  EXPECT_EQ(keysText(*findAction(allActions(), "find"), names), "/  Cmd+F");
}

TEST(Fuzzy, LettersInTheirOrder) {
  EXPECT_LT(fuzzyScore("xyz", "Zoom in"), 0);
  EXPECT_LT(fuzzyScore("ni", "Zoom in"), 0);
  EXPECT_GE(fuzzyScore("", "Zoom in"), 0);
  EXPECT_GE(fuzzyScore("zi", "Zoom in"), 0);
  std::vector<size_t> places;
  EXPECT_GE(fuzzyScore("fg", "Flame graph", &places), 0);
  EXPECT_EQ(places, (std::vector<size_t>{0, 6}));
  EXPECT_GT(fuzzyScore("all", "Show all"), fuzzyScore("all", "A little long"));
  EXPECT_GT(fuzzyScore("fg", "Flame graph"), fuzzyScore("fg", "Off gear"));
}

TEST(Fuzzy, ALetterMayBeWrongMissingOrTooMany) {
  EXPECT_TRUE(isSimilar("slep", "nanosleep"));
  EXPECT_TRUE(isSimilar("sleeep", "nanosleep"));
  EXPECT_TRUE(isSimilar("NANOSLAAP", "nanosleep"));
  EXPECT_FALSE(isSimilar("slaap", "nanosleep")) << "two letters of five";
  EXPECT_FALSE(isSimilar("slp", "nanosleep")) << "too short to be similar to anything";
}

TEST(Palette, FindsNamesOfTheTrace) {
  test::LocalSession local;
  Context c(local.session);
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  local.open(*files);
  openPalette(c, allActions());
  auto find = [&](const char* typed, std::string_view title) {
    c.palette.text = typed;
    fillPalette(c, allActions());
    for (const PaletteRow& row : c.palette.rows)
      if (row.title == title) return row.kind;
    return std::string("not found");
  };
  std::string function, thread;
  for (NameId name = 0; name < c.index().names().size() && function.empty(); ++name)
    if (c.names.text(name).size() > 8 && c.index().names().isFunction(name)) function = c.names.text(name);
  ASSERT_FALSE(function.empty());
  EXPECT_EQ(find(function.substr(2, 5).c_str(), function), "function");
  std::string wrong = function.substr(0, 8);
  wrong[4] = wrong[4] == 'q' ? 'x' : 'q';
  EXPECT_EQ(find(wrong.c_str(), function), "function") << wrong;
  EXPECT_EQ(find("4411", "kitchen 4411"), "thread");
}

TEST(Palette, WhatFitsAndWasUsedComesFirst) {
  test::LocalSession local;
  Context c(local.session);
  openPalette(c, allActions());
  for (const PaletteRow& row : c.palette.rows) EXPECT_EQ(row.action->when, When::Always) << row.action->id;
  size_t without = c.palette.rows.size();

  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  local.open(*files);
  openPalette(c, allActions());
  EXPECT_GT(c.palette.rows.size(), without + 10);
  for (const PaletteRow& row : c.palette.rows) EXPECT_NE(row.action->when, When::Selected) << row.action->id;
  c.palette.text = "flame";
  fillPalette(c, allActions());
  ASSERT_GE(c.palette.rows.size(), 5u);
  EXPECT_STREQ(c.palette.rows[0].action->title, "Flame graph");
  c.palette.recent = {findAction(allActions(), "flame-invert")};
  fillPalette(c, allActions());
  EXPECT_STREQ(c.palette.rows[0].action->id, "flame-invert");
  c.palette.text.clear();
  fillPalette(c, allActions());
  EXPECT_STREQ(c.palette.rows[0].action->id, "flame-invert");
}

}  // namespace
}  // namespace tp::ui
