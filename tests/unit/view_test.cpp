#include <gtest/gtest.h>

#include "core/link/view_link.h"
#include "ui/view/query_tracks.h"
#include "ui/view/view_history.h"

namespace tp::ui {
namespace {

ViewState at(Time begin, Time end) {
  ViewState state;
  state.begin = begin;
  state.end = end;
  return state;
}

TEST(ViewHistory, BackAndForth) {
  ViewHistory history;
  EXPECT_EQ(history.back(), nullptr);
  history.note(at(0, 100), 0);
  history.note(at(0, 50), 2);
  history.note(at(0, 40), 2.5);
  history.note(at(0, 30), 3.2);
  history.note(at(10, 20), 5);
  ASSERT_TRUE(history.canGoBack());
  EXPECT_EQ(*history.back(), at(0, 30)) << "three moves within a second of each other are one";
  EXPECT_EQ(*history.back(), at(0, 100));
  EXPECT_EQ(history.back(), nullptr);
  EXPECT_EQ(*history.forward(), at(0, 30));
  EXPECT_EQ(*history.forward(), at(10, 20));
  EXPECT_EQ(history.forward(), nullptr);
}

TEST(ViewHistory, AMoveAfterGoingBackForgetsWhatWasAhead) {
  ViewHistory history;
  history.note(at(0, 100), 0);
  history.note(at(0, 50), 2);
  history.back();
  history.note(at(0, 101), 2.1);  // as the window shows it
  EXPECT_TRUE(history.canGoForward());
  history.note(at(0, 10), 2.2);
  EXPECT_FALSE(history.canGoForward());
  EXPECT_EQ(*history.back(), at(0, 101));
}

TEST(ViewHistory, AGrowingTraceIsNoMove) {
  ViewHistory history;
  for (int i = 0; i < 10; ++i) {
    history.replaceNext();
    history.note(at(0, 100 * i), 2 * i);
  }
  EXPECT_FALSE(history.canGoBack());
}

TEST(ViewLink, IsReadAsItWasWritten) {
  ViewLink link;
  link.visible = {-12, 3456};
  link.range = {100, 200};
  LinkPlace place;
  place.kind = TrackKind::Counter;
  place.pid = 4411;
  place.label = labelHash("queue length");
  place.depth = 7;
  place.time = 1234567890123;
  link.selection = place;
  link.tab = "flame";
  link.search = "a&b=c #\u00e9%";
  TrackKey thread;
  thread.kind = TrackKind::Thread;
  thread.pid = 4411;
  thread.tid = 4412;
  link.on = {linkTrack(thread), place};
  link.pinned = {place, linkTrack(thread)};
  link.hidden = {linkTrack(thread)};
  link.markers = {0, 5, 99};
  link.spans = {{1, 2}, {7, 12}};
  link.colour = "thread";
  link.flame.letters = "siuO";
  link.flame.counter = labelHash("vmrss, KB");
  link.flame.focus = labelHash("queue");
  link.tracks = "/wkr-[0-9]/";
  link.filter = "dur > 1ms && comm == \"a;b\"";
  link.rows = "marked";
  link.queries = {{QueryTrackKind::Slices, "a, b", "SELECT ts, dur\n\tFROM slice -- 100 % & #"},
                  {QueryTrackKind::Counter, "n", "SELECT 1 AS ts, 2 AS value"}};
  link.trace = 0xfedcba98;
  std::string text = writeViewLink(link);
  EXPECT_EQ(text.find_first_of("# \"<>\\"), std::string::npos) << text;
  EXPECT_EQ(text.find("queue"), std::string::npos) << "a link tells nothing of the trace";
  ViewLink read = readViewLink("#" + text);
  EXPECT_EQ(read.visible, link.visible);
  EXPECT_EQ(read.range, link.range);
  EXPECT_EQ(read.tab, link.tab);
  EXPECT_EQ(read.search, link.search);
  EXPECT_EQ(read.on, link.on);
  EXPECT_EQ(read.pinned, link.pinned);
  EXPECT_EQ(read.hidden, link.hidden);
  EXPECT_EQ(read.markers, link.markers);
  EXPECT_EQ(read.spans, link.spans);
  EXPECT_EQ(read.colour, link.colour);
  EXPECT_EQ(read.flame, link.flame);
  EXPECT_EQ(read.tracks, link.tracks);
  EXPECT_EQ(read.filter, link.filter);
  EXPECT_EQ(read.rows, link.rows);
  EXPECT_EQ(read.queries, link.queries);
  EXPECT_EQ(read.trace, link.trace);
  ASSERT_TRUE(read.selection);
  TrackKey key;
  key.kind = TrackKind::Counter;
  key.pid = 4411;
  key.label = "queue length";
  EXPECT_TRUE(read.selection->isOf(key));
  EXPECT_EQ(read.selection->depth, 7);
  EXPECT_EQ(read.selection->time, place.time);
  key.label = "queue";
  EXPECT_FALSE(read.selection->isOf(key));
  EXPECT_EQ(writeViewLink(read), text);
  EXPECT_EQ(writeViewLink(ViewLink()), "");
}

// Names of a trace come into it as what a person has typed, or pasted; the rest are hashes of them.
TEST(ViewLink, HostileNamesAreSpelledInIt) {
  for (const std::string name :
       {"=\x1b[2Jx",
        "+\u202e"
        "ab",
        "@\u009b"
        "31m",
        "-2+3\x07\ry", "=cmd|'/C calc'!A0", "<script>", "a&view=1,2#range=3", "caf\u00e9 \u65e5\u672c", "\xff\xc3("}) {
    ViewLink link;
    link.search = link.tracks = link.filter = name;
    TrackKey key;
    key.kind = TrackKind::Counter;
    key.label = name;
    link.pinned = {linkTrack(key)};
    link.flame.focus = labelHash(name);
    const std::string text = writeViewLink(link);
    for (char c : text)
      EXPECT_TRUE(c > ' ' && c <= '~' && std::string_view("<>\"'`\\").find(c) == std::string_view::npos) << text;
    const ViewLink read = readViewLink(text);
    EXPECT_TRUE(read.search == name || read.search.empty()) << text;
    EXPECT_EQ(read.pinned, link.pinned) << text;
    EXPECT_FALSE(read.visible) << text;
    EXPECT_FALSE(read.range) << text;
    EXPECT_EQ(writeViewLink(read), text);
  }
}

TEST(ViewLink, WhatMakesNoSenseIsLeftOut) {
  for (const char* text : {"",
                           "#",
                           "&&&",
                           "view",
                           "view=",
                           "view=1",
                           "view=1,2,3",
                           "view=2,1",
                           "view=1,1",
                           "view=a,b",
                           "view=1,99e9",
                           "view=0,9223372036854775807",
                           "view=-9223372036854775808,0",
                           "range=,",
                           "at=thread,1,2,3,4,5",
                           "at=nothing,,,,,0,0",
                           "at=thread,1,1,,,70000,5",
                           "at=thread,x,1,,,0,5",
                           "find=%00",
                           "find=%ff%fe",
                           "find=%0a",
                           "tab=%7f",
                           "=",
                           "on=thread,1,1,,",
                           "pin=thread,1;;cpu",
                           "marks=x;;99999999999999999999",
                           "spans=2,1;1",
                           "flame=xyz,,",
                           "flame=s",
                           "later=1",
                           "of=12ab",
                           "of=x",
                           "find=\xc3",
                           "sql=",
                           "sql=slices",
                           "sql=slices,name",
                           "sql=slices,name,",
                           "sql=slices,name,%20%0A",
                           "sql=slices,,SELECT 1",
                           "sql=bars,name,SELECT 1",
                           "sql=slices,a%250Ab,SELECT 1",
                           "sql=slices,name,SELECT%00 1",
                           "sql=slices,name,SELECT %ff",
                           "%76iew=1,2"}) {
    ViewLink link = readViewLink(text);
    EXPECT_EQ(writeViewLink(link), "") << text;
  }
  EXPECT_EQ(readViewLink("find=" + std::string(100000, 'x')).search, "");
  EXPECT_EQ(readViewLink("find=%zz%4").search, "%zz%4");
  EXPECT_EQ(readViewLink("bad=1&range=1,2").range->second, 2);
  EXPECT_TRUE(readViewLink("sql=slices,name," + std::string(QueryTrackWish::kMaxText + 1, 'x')).queries.empty());
  EXPECT_TRUE(
      readViewLink("sql=slices," + std::string(QueryTrackWish::kMaxName + 1, 'x') + ",SELECT 1").queries.empty());
  std::string many;
  for (int i = 0; i < 100; ++i) many += "&sql=slices,name,SELECT " + std::to_string(i);
  EXPECT_EQ(readViewLink(many).queries.size(), QueryTracks::kMax);
  EXPECT_EQ(readViewLink(many).queries.back().text, "SELECT 7");
}

// Any part of a link, and a link with any byte changed, does no harm.
TEST(ViewLink, SurvivesDamage) {
  const std::string whole =
      "view=-12,3456&range=1,2&on=cpu,,,0,;thread,1,2,,&at=thread,4411,4412,,1f,7,99&pin=cpu,,,1,"
      "&marks=1;2&spans=3,4;5,6&tab=flame&flame=si,1f,2a&find=%C3%A9x&filter=dur%20%3E%201&sql=slices,a%252C,SELECT%"
      "0A1";
  for (size_t i = 0; i <= whole.size(); ++i) {
    readViewLink(whole.substr(0, i));
    for (int byte = 0; byte < 256 && i < whole.size(); ++byte) {
      std::string changed = whole;
      changed[i] = static_cast<char>(byte);
      std::string again = writeViewLink(readViewLink(changed));
      EXPECT_EQ(writeViewLink(readViewLink(again)), again);
    }
  }
}

}  // namespace
}  // namespace tp::ui
