// From a warning's place in a file to the record that lies nearest.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/io/local_files.h"
#include "core/session/places/offset_question.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

OffsetPlace placeOf(test::LocalSession& local, const std::string& file, uint64_t offset) {
  auto question = std::make_shared<OffsetQuestion>(FileOffset{file, offset});
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  return question->found();
}

TEST(Offset, AWarningLeadsToItsThread) {
  auto whole = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(whole);
  // The largest task's file gets a hole.
  std::string damaged;
  uint64_t size = 0;
  for (const FileEntry& file : whole->files()) {
    bool task = file.path.size() > 4 && file.path.substr(file.path.size() - 4) == ".dat" &&
                file.path.find("perf") == std::string::npos;
    if (!task || file.source->size() <= size) continue;
    size = file.source->size();
    damaged = file.path;
  }
  ASSERT_GT(size, 2000u);
  FileSet files;
  for (const FileEntry& file : whole->files()) {
    std::vector<std::byte> bytes = readAll(*file.source);
    if (file.path == damaged) std::fill_n(bytes.begin() + 1600, 64, std::byte{0});
    files.add(file.path, std::make_shared<MemorySource>(asText(bytes)));
  }
  for (uint32_t workers : {1u, 3u}) {
    test::LocalSession local(workers);
    local.open(files);
    ASSERT_EQ(local.session.phase(), Phase::Ready);
    const std::vector<Warning>& warnings = local.session.index().warnings();
    auto warning = std::find_if(warnings.begin(), warnings.end(),
                                [&](const Warning& one) { return one.file == damaged && one.offset != kNoOffset; });
    ASSERT_NE(warning, warnings.end());
    EXPECT_GE(warning->offset, 1500u);
    EXPECT_LT(warning->offset, 1664u);
    OffsetPlace place = placeOf(local, damaged, warning->offset);
    ASSERT_NE(place.track, kNoTrack);
    EXPECT_GE(place.offset, warning->offset);
    EXPECT_LE(place.offset, 1700u);
    const TrackKey& key = local.session.index().tracks()[place.track].key;
    EXPECT_NE(damaged.find(std::to_string(key.tid) + ".dat"), std::string::npos);
    // From the beginning, and behind the last.
    OffsetPlace first = placeOf(local, damaged, 0), last = placeOf(local, damaged, size + 100);
    EXPECT_EQ(first.offset, 0u);
    EXPECT_LT(first.time, place.time);
    EXPECT_GT(last.time, place.time);
    EXPECT_LT(last.offset, size);
    EXPECT_EQ(placeOf(local, "nothing", 0).track, kNoTrack);
  }
}

}  // namespace
}  // namespace tp
