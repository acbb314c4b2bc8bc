// What is shown of hostile text, and what is written of it for other programs.
#include "core/text/visible_text.h"

#include <gtest/gtest.h>

#include "core/export/csv_text.h"
#include "core/export/event_text.h"
#include "core/export/folded_stacks.h"
#include "core/text/json_writer.h"

namespace tp {
namespace {

using namespace std::string_literals;

std::string csv(std::string_view text) {
  std::string out;
  appendCsvText(out, text);
  return out;
}

std::string json(std::string_view text) {
  std::string out;
  appendJsonString(out, text);
  return out;
}

// The frame of a function of this name, called by nobody.
std::string folded(std::string_view name) {
  CallTree tree;
  tree.count(tree.child(CallTree::kRoot, 1, 0), 7, 0);
  std::string found;
  foldStacks(
      tree, false, StackValue::Calls, [&](NameId, bool) { return name; },
      [&](std::string_view line) { found = std::string(line); });
  return found;
}

TEST(VisibleText, SpelledOut) {
  EXPECT_EQ(visibleText("plain text, gr\u00f6\u00dfe \u4e2d \U0001f600"),
            "plain text, gr\u00f6\u00dfe \u4e2d \U0001f600");
  EXPECT_EQ(visibleText("\x1b[31m\r\n\t\a\x7f"), "\\x1b[31m\\x0d\\x0a\\x09\\x07\\x7f");
  EXPECT_EQ(visibleText("nul\0behind"s), "nul\\x00behind");
  EXPECT_EQ(visibleText("\u0080\u009b\u009f\u00a0"), "\\u0080\\u009b\\u009f\u00a0");
  EXPECT_EQ(visibleText("\u2027\u2028\u202a\u202e\u202f\u2065\u2066\u2069\u206a"),
            "\u2027\\u2028\\u202a\\u202e\u202f\u2065\\u2066\\u2069\u206a");
  EXPECT_EQ(visibleText("\u200d\u200e\u200f\u2010\u061c\u061b"), "\u200d\\u200e\\u200f\u2010\\u061c\u061b");
  EXPECT_EQ(visibleText("\xff\xc3(\xed\xa0\x80\xe2\x80"), "\\xff\\xc3(\\xed\\xa0\\x80\\xe2\\x80");
  EXPECT_EQ(visibleLines("a\x1b\nb\r\n"), "a\\x1b\nb\\x0d\n");
}

TEST(VisibleText, ToldFromWhatWasSpelledOut) {
  EXPECT_EQ(visibleText("C:\\users\\x, \\n, \\x1, \\u12g4, \\X1b"), "C:\\users\\x, \\n, \\x1, \\u12g4, \\X1b");
  EXPECT_EQ(visibleText("\\x1b \\u202e"), "\\x5cx1b \\x5cu202e");
  EXPECT_EQ(visibleText("\\x1b", Backslash::Kept), "\\x1b");
  EXPECT_EQ(visibleText("\\x1b\x1b", Backslash::Kept), "\\x1b\\x1b");
}

// Wherever it stands among others, and however long they are.
TEST(VisibleText, AnyPlace) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (size_t before = 0; before < 20; ++before) {
      std::string text = std::string(before, 'a') + static_cast<char>(byte) + std::string(17 - before % 17, 'b');
      bool plain = byte >= 0x20 && byte < 0x7f;
      EXPECT_EQ(isVisible(text), plain) << byte << " after " << before;
      EXPECT_EQ(visibleText(text) == text, plain) << byte << " after " << before;
    }
  }
}

TEST(VisibleText, InRowsOfText) {
  EventRow row;
  row.kind = "event";
  row.name = "a\x1b[2J";
  row.comm = "two\nlines";
  row.args = "b\u202e";
  EventLines lines(EventFormat::Text, {}, CsvColumns::all(false));
  std::string expected;
  for (int i = 0; i < 3; ++i) {
    lines.add(row);
    expected += "     0.000000000 two\\x0alines event a\\x1b[2J: b\\u202e\n";
    EventRow plain;
    plain.kind = "event";
    plain.name = "tick";
    lines.add(plain);
    expected += "     0.000000000 event tick\n";
  }
  EXPECT_EQ(lines.text(), expected);
  // There may be no words at all.
  lines.drop();
  lines.add(EventRow());
  EXPECT_EQ(lines.text(), "     0.000000000  \n");
}

TEST(VisibleText, InJson) {
  EXPECT_EQ(json("\x1b\x7f\u009b\u202e\u00f6\xff"), "\"\\u001b\\u007f\\u009b\\u202e\u00f6\ufffd\"");
}

TEST(CsvText, NoFormulas) {
  EXPECT_EQ(csv("=1+1"), "'=1+1");
  EXPECT_EQ(csv("=cmd|'/C calc'!A0, \"x\""), "\"'=cmd|'/C calc'!A0, \"\"x\"\"\"");
  EXPECT_EQ(csv("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(csv("-1+1"), "'-1+1");
  EXPECT_EQ(csv("-"), "'-");
  EXPECT_EQ(csv("+"), "'+");
  EXPECT_EQ(csv("-.1.2"), "'-.1.2");
  EXPECT_EQ(csv("-1.2.3"), "'-1.2.3");
  EXPECT_EQ(csv("-1e"), "'-1e");
  EXPECT_EQ(csv("-1e5+2"), "'-1e5+2");
  EXPECT_EQ(csv("-e5"), "'-e5");
  for (std::string_view number : {"-12", "+3", "-0.5", "12", "", "a=b", "1-2", "-1.5e-05", "+2e9", "-inf", "-nan"})
    EXPECT_EQ(csv(number), number);
}

TEST(CsvText, OneLine) {
  EXPECT_EQ(csv("a\nb\r\t\0c\xff"s), "a\\x0ab\\x0d\\x09\\x00c\\xff");
  EXPECT_EQ(csv("\t=1"), "\\x09=1");
  EXPECT_EQ(csv("\"\x1b\""), "\"\"\"\\x1b\"\"\"");
}

TEST(FoldedText, AFrameForAName) {
  EXPECT_EQ(folded("<[T; 3] as Iterator>::next"), "<[T: 3] as Iterator>::next 1");
  EXPECT_EQ(folded("worker 7"), "worker\\x207 1");
  EXPECT_EQ(folded("worker 7.5"), "worker\\x207.5 1");
  EXPECT_EQ(folded("blank "), "blank\\x20 1");
  EXPECT_EQ(folded("a b c"), "a b c 1");
  EXPECT_EQ(folded("line\nbreak\x1b"), "line\\x0abreak\\x1b 1");
}

}  // namespace
}  // namespace tp
