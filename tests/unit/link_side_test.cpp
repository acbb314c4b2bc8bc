// A side of a comparison in a link: whatever it says is read as it was written, or not at all.
#include <gtest/gtest.h>

#include "core/link/link_limits.h"
#include "core/link/link_side.h"

namespace tp {
namespace {

TEST(LinkSide, IsReadAsItWasWritten) {
  LinkSide side;
  EXPECT_EQ(readSide(sideText(side)), side);
  side.trace = 3;
  EXPECT_EQ(sideText(side), "3~~");
  side.others = {1, 4294967295};
  EXPECT_EQ(sideText(side), "3.1.4294967295~~");
  EXPECT_EQ(readSide(sideText(side)), side);
  side.others.clear();
  side.range = {-5, 7};
  EXPECT_EQ(readSide(sideText(side)), side);
}

TEST(LinkSide, OfManyRecordingsSomeAreKept) {
  std::string text = "1";
  for (int i = 2; i < 100; ++i) text += "." + std::to_string(i);
  const auto side = readSide(text + "~~");
  ASSERT_TRUE(side);
  EXPECT_EQ(side->others.size(), kMaxLinked);
}

TEST(LinkSide, WhatIsMalformedIsNone) {
  for (const char* wrong :
       {"", "~", "1", "x~~", "1.~~", ".1~~", "1..2~~", "1.x~~", "1.0~~", "0.1~~", "1.-2~~", "1.4294967296~~"})
    EXPECT_FALSE(readSide(wrong)) << wrong;
}

}  // namespace
}  // namespace tp
