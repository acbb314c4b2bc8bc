// A file of sources as lines, whatever its bytes are.
#include "ui/view/source_text.h"

#include <gtest/gtest.h>

namespace tp::ui {
namespace {

SourceText read(std::string bytes, uint64_t size = 0) {
  SourceText text(std::move(bytes), size);
  while (text.readOn()) {
  }
  return text;
}

TEST(SourceText, Lines) {
  SourceText text = read("int a;\r\n\n\tb\n");
  ASSERT_EQ(text.lines(), 3u);
  EXPECT_EQ(text.shown(0), "int a;");
  EXPECT_EQ(text.shown(1), "");
  EXPECT_EQ(text.shown(2), "        b");
  EXPECT_GE(text.columns(), 9u);
  EXPECT_FALSE(text.cut());
}

TEST(SourceText, WithoutAnEndAtTheEnd) {
  EXPECT_EQ(read("a\nb").lines(), 2u);
  EXPECT_EQ(read("a\nb").shown(1), "b");
  EXPECT_EQ(read("\n").lines(), 1u);
  EXPECT_EQ(read("").lines(), 0u);
  EXPECT_TRUE(read("").isText());
}

TEST(SourceText, WhatIsNoText) {
  EXPECT_FALSE(read(std::string("\x7f"
                                "ELF\0\0",
                                6))
                   .isText());
  EXPECT_EQ(read(std::string("a\0b\n", 4)).lines(), 0u);
}

TEST(SourceText, BytesThatAreNoUtf8AreSpelledOut) {
  SourceText text = read("a\xff\x01z\xc3\n\xe2\x80\xae x\n");
  ASSERT_EQ(text.lines(), 2u);
  EXPECT_EQ(text.shown(0), "a\\xff\\x01z\\xc3");
  EXPECT_EQ(text.shown(1), "\\u202e x");
  EXPECT_EQ(read("gr\xc3\xb6\xc3\x9f\x65\n").shown(0), "gr\xc3\xb6\xc3\x9f\x65");
}

TEST(SourceText, LongLinesAreCut) {
  SourceText text = read(std::string(5000000, 'x') + "\nshort\n");
  ASSERT_EQ(text.lines(), 2u);
  EXPECT_EQ(text.shown(0), std::string(SourceText::kMaxColumns, 'x') + "\u2026");
  EXPECT_EQ(text.shown(1), "short");
  EXPECT_EQ(text.columns(), SourceText::kMaxColumns);
  // Tabs and letters of several bytes.
  EXPECT_EQ(read(std::string(10000, '\t')).shown(0), std::string(SourceText::kMaxColumns, ' ') + "\u2026");
}

TEST(SourceText, NoMoreThanTheFirstPartIsKept) {
  SourceText text(std::string(SourceText::kMaxBytes + 5, '\n'), 123456789);
  int steps = 0;
  while (text.readOn()) ++steps;
  // In steps that a frame has time for.
  EXPECT_GT(steps, 30);
  EXPECT_EQ(text.lines(), SourceText::kMaxBytes);
  EXPECT_TRUE(text.cut());
  EXPECT_EQ(text.size(), 123456789u);
}

TEST(SourceText, CommentsReachOverLines) {
  SourceText text = read("int a; /* one\ntwo // */ int b;\nchar c = '\"'; /*\n\"*/\"\n// /*\nint d;\n");
  ASSERT_EQ(text.lines(), 6u);
  const bool within[] = {false, true, false, true, false, false};
  for (size_t i = 0; i < text.lines(); ++i) EXPECT_EQ(text.beginsInComment(i), within[i]) << i;
}

std::string kinds(std::string_view line, bool inComment = false) {
  std::string out;
  size_t from = 0;
  for (const CodeRun& run : codeRuns(line, inComment)) {
    const char* sign = run.kind == CodeKind::Keyword   ? "k"
                       : run.kind == CodeKind::Comment ? "c"
                       : run.kind == CodeKind::Text    ? "t"
                                                       : ".";
    for (; from < run.end; ++from) out += sign;
  }
  return out;
}

TEST(SourceText, PartsOfCode) {
  EXPECT_EQ(kinds("int a = 1; // b"), "kkk........cccc");
  EXPECT_EQ(kinds("f(\"a\\\"b\");"), "..tttttt..");
  EXPECT_EQ(kinds("a */ if", true), "cccc.kk");
  EXPECT_EQ(kinds("/* a */ x /* b"), "ccccccc...cccc");
  EXPECT_EQ(kinds("1'000'000"), ".........");
  EXPECT_EQ(kinds("\"open"), "ttttt");
  EXPECT_EQ(kinds("\"\\"), "tt");
  EXPECT_EQ(kinds("interior"), "........");
  EXPECT_TRUE(isCode("a/b.cpp") && isCode("x.h") && !isCode("main.rs") && !isCode("c"));
}

}  // namespace
}  // namespace tp::ui
