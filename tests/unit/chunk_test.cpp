// Chunks of a stream that are decoded again on their own.
#include <gtest/gtest.h>

#include "core/index/chunk_replay.h"
#include "tests/support/synthetic_trace.h"

namespace tp {
namespace {

// Of a thread that is within a call all the time, and another that calls: both have to be where they were when a chunk
// is decoded again.
TEST(Chunks, StartWithEachLaneThatTheyNeed) {
  std::vector<test::RawRecord> records{{1, 0, 0, RecordKind::Begin, 0}, {1, 0, 0, RecordKind::Instant, 0}};
  Time now = 1;
  auto call = [&] {
    records.push_back({++now, 1, 0, RecordKind::Begin, 1});
    records.push_back({++now, 1, 0, RecordKind::End, 1});
  };
  while (records.size() < StreamIndexer::kChunkRecords) call();
  // The first of the next chunk. Its beginning is missing: it is drawn from where the call before it ended.
  const Time ended = now;
  now += 100;
  records.push_back({++now, 2, 0, RecordKind::End, 1});
  while (records.size() <= 3 * StreamIndexer::kChunkRecords) call();

  const Bytes bytes(reinterpret_cast<const std::byte*>(records.data()), records.size() * sizeof records[0]);
  test::SyntheticReader reader(bytes.size(), 3, 2);
  FileSet files;
  files.add("trace", std::make_shared<MemorySource>(std::vector<std::byte>(bytes.begin(), bytes.end())));
  StreamIndexer indexer(reader, 0, {.most = 1 << 20});
  indexer.driver().provide(bytes, true);
  indexer.consume();
  ASSERT_TRUE(indexer.done());
  ASSERT_GE(indexer.chunks().size(), 3u);
  uint32_t found = 0;
  for (size_t chunk = 0; chunk < indexer.chunks().size(); ++chunk) {
    bool whole = false;
    for (const LaneMarks& lane : chunkMarks(reader, 0, files, indexer, chunk, 0, whole)) {
      for (const Mark& mark : lane.marks) {
        if ((mark.flags & kMarkNoBegin) == 0) continue;
        EXPECT_EQ(mark.begin, ended);
        ++found;
      }
    }
  }
  EXPECT_EQ(found, 1u);
}

}  // namespace
}  // namespace tp
