// How tracks are found among thousands, and what is told of those that have changed.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/index/track_places.h"
#include "core/trace/tracks.h"

namespace tp {
namespace {

TEST(TrackPlaces, AreThoseOfAMap) {
  std::mt19937 random(7);
  TrackPlaces places;
  std::map<TrackId, uint32_t> expected;
  for (uint32_t i = 0; i < 5000; ++i) {
    const TrackId track = random() % 20000;
    const uint32_t known = places.find(track);
    EXPECT_EQ(known != TrackPlaces::kNone, expected.count(track) > 0);
    if (known == TrackPlaces::kNone) {
      places.put(track, i);
      expected[track] = i;
    }
  }
  for (const auto& [track, place] : expected) EXPECT_EQ(places.find(track), place);
  places.clear();
  EXPECT_EQ(places.find(expected.begin()->first), TrackPlaces::kNone);
}

TEST(TrackTable, TellsWhatHasChanged) {
  TrackTable table;
  auto add = [&](int64_t tid) {
    Track track;
    track.key.kind = TrackKind::Thread;
    track.key.tid = tid;
    return table.add(std::move(track));
  };
  for (int64_t tid = 0; tid < 5; ++tid) add(tid);
  EXPECT_EQ(table.changedSince(0).size(), 5u);
  const uint64_t version = table.version();
  EXPECT_TRUE(table.changedSince(version).empty());
  add(3);
  EXPECT_TRUE(table.changedSince(version).empty());
  table.setName(2, "two", {Knowledge::By::Trace});
  table.setParent(4, 2, {Knowledge::By::Trace});
  const TrackId fresh = add(9);
  EXPECT_EQ(table.changedSince(version), (std::vector<TrackId>{2, 4, fresh}));
}

}  // namespace
}  // namespace tp
