// Links of a trace that are shown over a part of it.
#include "core/link/moved_link.h"

#include <gtest/gtest.h>

#include <limits>

namespace tp {
namespace {

LinkTrack thread(int64_t tid, std::string_view label = {}) {
  LinkTrack track;
  track.kind = TrackKind::Thread;
  track.tid = tid;
  track.label = labelHash(label);
  return track;
}

ViewLink fullLink() {
  ViewLink link;
  link.visible = {10, 20};
  link.range = {11, 12};
  link.on = {thread(1), thread(2, "label")};
  link.selection.emplace();
  static_cast<LinkTrack&>(*link.selection) = thread(1);
  link.selection->time = 13;
  link.pinned = {thread(3, "label")};
  link.hidden = {thread(4)};
  link.markers = {14, 15};
  link.spans = {{16, 17}};
  link.markerNotes = {"", "a note"};
  link.spanNotes = {"another"};
  link.durations.resize(2);
  link.durations[0].name = link.durations[1].name = "secret()";
  link.durations[0].range = {18, 19};
  link.search = link.tracks = link.filter = link.slices = link.sliceSort = link.sliceBy = "secret";
  link.queries = {{QueryTrackKind::Slices, "secret", "SELECT 'secret'"}};
  link.plots = {{"secret", "field"}};
  link.flame.focus = link.flame.counter = 5;
  link.tab = "events";
  return link;
}

TEST(ViewLink, SaysSinceWhenItsTimesCount) {
  ViewLink link = fullLink();
  EXPECT_EQ(writeViewLink(link).find("since="), std::string::npos);
  for (Time since : {Time{0}, Time{-5}, Time{1700000000} * 1000000000, clampTime(std::numeric_limits<Time>::max())}) {
    link.since = since;
    EXPECT_EQ(readViewLink(writeViewLink(link)).since, since);
  }
  for (const char* wrong :
       {"since=", "since=x", "since=1,2", "since=9223372036854775807", "since=99999999999999999999"})
    EXPECT_FALSE(readViewLink(wrong).since) << wrong;
}

TEST(MovedLink, EachTimeIsMoved) {
  ViewLink link = fullLink();
  link.since = 1000;
  moveTimes(link, -100);
  EXPECT_FALSE(link.since);
  EXPECT_EQ(link.visible, LinkSpan(-90, -80));
  EXPECT_EQ(link.range, LinkSpan(-89, -88));
  EXPECT_EQ(link.selection->time, -87);
  EXPECT_EQ(link.markers, (std::vector<Time>{-86, -85}));
  EXPECT_EQ(link.spans, (std::vector<LinkSpan>{{-84, -83}}));
  EXPECT_EQ(link.durations[0].range, LinkSpan(-82, -81));
  EXPECT_FALSE(link.durations[1].range);
  moveTimes(link, 100);
  EXPECT_EQ(writeViewLink(link), writeViewLink(fullLink()));
}

// Links and traces come from anybody: their times may be any numbers.
TEST(MovedLink, StaysWithinItsBounds) {
  for (Time by : {std::numeric_limits<Time>::min(), std::numeric_limits<Time>::max(), -kFarthest, kFarthest}) {
    ViewLink link = fullLink();
    link.visible = {-kFarthest + 1, kFarthest - 1};
    moveTimes(link, by);
    EXPECT_EQ(writeViewLink(readViewLink(writeViewLink(link))).find("since"), std::string::npos);
    EXPECT_LT(std::abs(link.markers[0]), kFarthest);
    EXPECT_EQ(link.markers.size(), 2u) << "notes go by their places";
    EXPECT_TRUE(!link.visible || link.visible->first < link.visible->second);
  }
}

TEST(MovedLink, ForgetsNames) {
  ViewLink link = fullLink();
  link.since = 7;
  forgetNames(link);
  const std::string text = writeViewLink(link);
  EXPECT_EQ(text.find("secret"), std::string::npos) << text;
  EXPECT_EQ(text.find(hexText(labelHash("label"))), std::string::npos) << text;
  EXPECT_EQ(link.since, 7);
  EXPECT_EQ(link.on, std::vector<LinkTrack>{thread(1)});
  EXPECT_TRUE(link.pinned.empty());
  EXPECT_EQ(link.hidden, std::vector<LinkTrack>{thread(4)});
  EXPECT_EQ(link.visible, LinkSpan(10, 20));
  ASSERT_TRUE(link.selection);
  EXPECT_EQ(link.markerNotes, fullLink().markerNotes) << "what a person has written to be read stays";
  EXPECT_EQ(link.spanNotes, fullLink().spanNotes);
  EXPECT_EQ(link.tab, "events");
  link = fullLink();
  link.selection->label = 1;
  forgetNames(link);
  EXPECT_FALSE(link.selection);
}

TEST(MovedLink, ShowsNothingAroundAPart) {
  const std::pair<std::optional<LinkSpan>, LinkSpan> cases[] = {{std::nullopt, {100, 200}},
                                                                {LinkSpan{50, 300}, {100, 200}},
                                                                {LinkSpan{50, 150}, {100, 150}},
                                                                {LinkSpan{120, 150}, {120, 150}},
                                                                {LinkSpan{200, 300}, {100, 200}}};
  for (const auto& [seen, expected] : cases) {
    ViewLink link;
    link.visible = seen;
    showWithin(link, {100, 200});
    EXPECT_EQ(link.visible, expected);
    showWithin(link, {7, 7});
    EXPECT_EQ(link.visible, expected) << "a part without length is none";
  }
}

}  // namespace
}  // namespace tp
