// However the bytes arrive, and wherever decoding begins: the records are the same.
#include <gtest/gtest.h>

#include <filesystem>

#include "core/index/stream_indexer.h"
#include "core/io/local_files.h"
#include "tests/support/decode_all.h"
#include "tests/support/each_trace.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

std::vector<std::string> traces() {
  std::vector<std::string> found = {test::sourcePath("assets/samples/kitchen/data"),
                                    test::sourcePath("assets/samples/family/data")};
  std::error_code error;
  for (const char* folder : {"tracecmd", "xray"})
    for (const auto& entry : std::filesystem::directory_iterator(test::dataPath(folder), error))
      if (entry.path().extension() == ".dat" || entry.path().extension() == ".xray")
        found.push_back(entry.path().string());
  for (const char* name : {"2.6-le", "2.6-be", "1.0"}) found.push_back(test::dataPath("lttng/") + name + "/data");
  std::string uftrace = test::samplesPath("uftrace"), tracecmd = test::samplesPath("tracecmd");
  for (const char* name : {"args-auto", "cxx", "threads12", "big-endian", "m32-fib", "lost-synth"})
    found.push_back(uftrace + "/" + name + "/uftrace.data");
  for (const char* name : {"v7-none-sched", "v7-zstd-gcc", "v6-instances", "lost-overwrite"})
    found.push_back(tracecmd + "/" + name + "/trace.dat");
  return found;
}

bool same(const Record& a, const Record& b) {
  return a.time == b.time && a.kind == b.kind && a.depth == b.depth && a.flags == b.flags;
}

// Readers number their tracks as they meet them.
bool sameTrack(TraceReader& a, TrackId inA, TraceReader& b, TrackId inB) {
  if (inA == kNoTrack || inB == kNoTrack) return inA == inB;
  return a.tracks()[inA].key == b.tracks()[inB].key;
}

TEST(Decode, PiecesOfAnySizeGiveTheSame) {
  for (const std::string& path : traces()) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files) << path;
    auto whole = openTrace(*files);
    ASSERT_TRUE(whole) << path;
    for (size_t stream = 0; stream < test::unitCount(**whole); ++stream) {
      test::Decoded expected = test::decodeStream(**whole, *files, stream, size_t{64} << 20);
      for (size_t piece : {size_t{1000}, size_t{4096}}) {
        if (test::kSlowBuild && piece == 4096) continue;
        auto reader = openTrace(*files);
        test::Decoded found = test::decodeStream(**reader, *files, stream, piece);
        ASSERT_EQ(found.records.size(), expected.records.size()) << path << " stream " << stream << " piece " << piece;
        for (size_t i = 0; i < found.records.size(); ++i) {
          ASSERT_TRUE(same(found.records[i], expected.records[i])) << path << " stream " << stream << " record " << i;
          ASSERT_TRUE(sameTrack(**reader, found.records[i].track, **whole, expected.records[i].track)) << path;
          ASSERT_EQ(found.rows[i], expected.rows[i]) << path << " stream " << stream << " record " << i;
        }
      }
    }
  }
}

TEST(Decode, FromEveryCheckpoint) {
  for (const std::string& path : traces()) {
    auto files = openLocalFiles({path});
    auto reader = openTrace(*files);
    ASSERT_TRUE(reader) << path;
    for (size_t stream = 0; stream < test::unitCount(**reader); ++stream) {
      test::Decoded expected = test::decodeStream(**reader, *files, stream, size_t{64} << 20);
      auto driver = makeDriver(**reader, stream);
      SavedNumbers numbers;
      driver->saveWith(numbers);
      RecordBatch batch, replayed;
      size_t at = 0;
      size_t batches = 0, next = 1;
      while (driver->pull(batch, *files, 50000) == RecordDriver::Step::Batch) {
        at += batch.count;
        // The places are after 1, 2, 4, 8 ... batches.
        if (++batches < next || !driver->atCheckpoint() || at == expected.records.size()) continue;
        next = 2 * batches;
        ChunkStart start;
        start.checkpoint = driver->checkpoint();
        start.records = expected.records.size() - at;
        ChunkReplay replay(**reader, stream, *files, start, numbers.own());
        size_t i = at;
        while (replay.next(replayed)) {
          for (uint32_t k = 0; k < replayed.count; ++k, ++i) {
            ASSERT_LT(i, expected.records.size()) << path;
            ASSERT_TRUE(same(replayed.records[k], expected.records[i]))
                << path << " stream " << stream << " record " << i;
          }
        }
        ASSERT_EQ(i, expected.records.size()) << path << " stream " << stream << " from " << at;
      }
    }
  }
}

class DecodeTrace : public testing::TestWithParam<std::string> {};

// What is described and counted later is decoded from the beginnings of chunks.
TEST_P(DecodeTrace, FromEveryChunk) {
  const std::string& path = GetParam();
  auto files = openLocalFiles({path});
  auto reader = openTrace(*files);
  if (!reader) return;
  for (size_t stream = 0; stream < test::unitCount(**reader); ++stream) {
    auto driver = makeDriver(**reader, stream);
    StreamIndexer indexer(**reader, *driver, {.most = size_t{1} << 20});
    std::vector<Record> expected;
    RecordBatch batch;
    while (driver->pull(batch, *files) == RecordDriver::Step::Batch) {
      indexer.take(batch);
      expected.insert(expected.end(), batch.records.begin(), batch.records.begin() + batch.count);
    }
    size_t at = 0;
    for (const ChunkStart& start : indexer.chunks()) {
      ChunkReplay replay(**reader, stream, *files, start, indexer.numbers());
      while (replay.next(batch)) {
        for (uint32_t k = 0; k < batch.count; ++k, ++at) {
          ASSERT_LT(at, expected.size()) << path << " stream " << stream;
          ASSERT_TRUE(same(batch.records[k], expected[at])) << path << " stream " << stream << " record " << at;
        }
      }
    }
    EXPECT_EQ(at, expected.size()) << path << " stream " << stream;
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, DecodeTrace, testing::ValuesIn(test::eachTrace(1)), test::traceTestName);

}  // namespace
}  // namespace tp
