// Which columns a table has room for, and how wide its names are.
#include "ui/base/table_columns.h"

#include <gtest/gtest.h>

#include <array>

namespace tp::ui {
namespace {

constexpr std::array<FigureColumn, 3> kFigures = {{{54, 0}, {54, 2}, {54, 1}}};
constexpr float kAll = 3 * (54 + kColumnPadding);

TEST(TableColumns, NamesTakeWhatTheyNeedHoweverWideTheWindow) {
  TableFit fit = fitTable(3000, 420, kFigures, -1);
  EXPECT_EQ(fit.shown, 0b111u);
  EXPECT_EQ(fit.names, 420);
}

TEST(TableColumns, NamesGiveWayBeforeFiguresDo) {
  TableFit fit = fitTable(kAll + 160, 420, kFigures, -1);
  EXPECT_EQ(fit.shown, 0b111u);
  EXPECT_EQ(fit.names, 160);
}

TEST(TableColumns, TheFiguresOfLeastWorthGiveWayFirst) {
  EXPECT_EQ(fitTable(kAll + 100, 420, kFigures, -1).shown, 0b011u);
  EXPECT_EQ(fitTable(kAll + 20, 420, kFigures, -1).shown, 0b001u);
  EXPECT_EQ(fitTable(50, 420, kFigures, -1).shown, 0b001u);
  // Short names need no more than they are long.
  EXPECT_EQ(fitTable(kAll + 80, 70, kFigures, -1).shown, 0b111u);
}

TEST(TableColumns, WhatTheRowsAreSortedByStays) {
  EXPECT_EQ(fitTable(kAll + 100, 420, kFigures, 2).shown, 0b101u);
}

}  // namespace
}  // namespace tp::ui
