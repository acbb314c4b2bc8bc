// The query over levels of detail against brute force: what is a pixel or longer is there and has not moved, what is
// shorter is counted in exactly one fold, at every level, with the index whole, cut down to its budget, and with
// details decoded again.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "core/index/chunk_replay.h"
#include "core/index/piece_writer.h"
#include "core/index/query.h"
#include "core/index/vocabulary.h"
#include "tests/support/slow_build.h"
#include "tests/support/synthetic_trace.h"

namespace tp {
namespace {

using test::RawRecord;
using test::SyntheticReader;

struct Slice {
  Time begin = 0, end = 0;
  NameId name = 0;
  uint16_t depth = 0;
  bool operator<(const Slice& o) const {
    return std::tie(begin, end, name, depth) < std::tie(o.begin, o.end, o.name, o.depth);
  }
  bool operator==(const Slice& o) const {
    return std::tie(begin, end, name, depth) == std::tie(o.begin, o.end, o.name, o.depth);
  }
};

// Calls of wildly different lengths, nested at random; durations span many powers of two.
struct Synthetic {
  std::vector<RawRecord> records;
  std::vector<Slice> slices;
  uint64_t bytes() const { return records.size() * sizeof(RawRecord); }
  Bytes data() const { return {reinterpret_cast<const std::byte*>(records.data()), static_cast<size_t>(bytes())}; }
};

Synthetic makeSynthetic(uint32_t seed, size_t count) {
  std::mt19937_64 random(seed);
  Synthetic made;
  std::vector<Slice> open;
  Time now = static_cast<Time>(random() % 1000000);
  while (made.records.size() < count) {
    now += static_cast<Time>((random() & ((uint64_t{1} << (random() % 20)) - 1)));
    bool begin = open.empty() || (open.size() < 6 && random() % 2 == 0);
    if (begin) {
      uint32_t name = static_cast<uint32_t>(random() % 50);
      uint16_t depth = static_cast<uint16_t>(open.size());
      made.records.push_back({now, name, depth, RecordKind::Begin, 0});
      open.push_back({now, 0, name, depth});
    } else {
      Slice slice = open.back();
      open.pop_back();
      slice.end = now;
      made.records.push_back({now, slice.name, slice.depth, RecordKind::End, 0});
      made.slices.push_back(slice);
    }
  }
  while (!open.empty()) {
    Slice slice = open.back();
    open.pop_back();
    slice.end = ++now;
    made.records.push_back({now, slice.name, slice.depth, RecordKind::End, 0});
    made.slices.push_back(slice);
  }
  return made;
}

class Indexed {
 public:
  Indexed(const Synthetic& made, uint64_t budgetFloor, size_t pieceBytes)
      : reader_(made.bytes(), 50, 1), indexer_(reader_, 0, {budgetFloor}), files_(inMemory(made)) {
    WireWriter opened;
    vocabulary_.write(reader_, opened);
    opened(reader_.info(), std::vector<ToldUnit>{{"stream", made.bytes(), 0}});
    std::vector<std::byte> bytes = opened.take();
    WireReader in(bytes);
    EXPECT_TRUE(index.readVocabulary(0, in));
    EXPECT_TRUE(index.readOpened(in));
    while (!indexer_.done()) {
      RecordDriver::Want want = indexer_.driver().want();
      if (want.size > 0)
        indexer_.driver().provide(made.data().subspan(static_cast<size_t>(want.offset),
                                                      static_cast<size_t>(std::min<uint64_t>(want.size, pieceBytes))),
                                  false);
      indexer_.consume();
      send();
    }
  }

  std::vector<Mark> query(Time begin, Time end, int level) {
    std::vector<Mark> out;
    ViewQuery query(index, cache);
    query.lane(index.lanes()[0], begin, end, level, out);
    missing = query.missing();
    return out;
  }

  void fetchMissing() {
    for (const MissingDetail& wanted : missing) {
      ChunkDetail detail;
      detail.id = wanted.id;
      detail.level = wanted.level;
      bool whole = false;
      for (LaneMarks& lane : chunkMarks(reader_, 0, files_, indexer_, wanted.id.chunk, wanted.level, whole)) {
        index.translateNames(index.fromWorker(0), 0, lane.marks);
        detail.lanes.push_back({0, std::move(lane.marks)});
      }
      cache.put(std::move(detail));
    }
  }

  TraceIndex index;
  DetailCache cache{uint64_t{1} << 30};
  std::vector<MissingDetail> missing;

 private:
  static FileSet inMemory(const Synthetic& made) {
    Bytes data = made.data();
    FileSet files;
    files.add("synthetic", std::make_shared<MemorySource>(std::vector<std::byte>(data.begin(), data.end())));
    return files;
  }
  void send() {
    WireWriter out;
    out.put(uint32_t{1});
    writeStreamPiece(0, indexer_, told_, out);
    std::vector<std::byte> bytes = out.take();
    WireReader in(bytes);
    EXPECT_TRUE(index.readPiece(0, in));
  }

  SyntheticReader reader_;
  StreamIndexer indexer_;
  FileSet files_;
  VocabularyWriter vocabulary_;
  PieceProgress told_;
};

// Holds for any level: what stands alone is a real slice, nothing of 2^level or more is missing, and the folds hold
// exactly the rest.
void expectComplete(const std::vector<Mark>& marks, const Synthetic& made, int level, const std::string& what) {
  std::vector<Slice> alone;
  std::map<uint16_t, uint64_t> counted;
  std::map<uint16_t, int64_t> duration;
  for (const Mark& mark : marks) {
    counted[mark.depth] += mark.count;
    duration[mark.depth] += mark.aggregate() ? mark.total : mark.duration();
    if (!mark.aggregate()) alone.push_back({mark.begin, mark.end, mark.name - 1, mark.depth});
    if (mark.aggregate()) {
      ASSERT_LT(longestDuration(mark), Time{1} << level) << what;
    }
  }
  std::sort(alone.begin(), alone.end());
  std::vector<Slice> all = made.slices;
  std::sort(all.begin(), all.end());
  ASSERT_TRUE(std::includes(all.begin(), all.end(), alone.begin(), alone.end())) << what << ": a slice has moved";
  for (const Slice& slice : all) {
    counted[slice.depth] -= 1;
    duration[slice.depth] -= slice.end - slice.begin;
    if (slice.end - slice.begin >= Time{1} << level) {
      ASSERT_TRUE(std::binary_search(alone.begin(), alone.end(), slice)) << what << ": a slice is missing";
    }
  }
  for (const auto& [depth, left] : counted) ASSERT_EQ(left, 0u) << what << ", depth " << depth;
  for (const auto& [depth, left] : duration) ASSERT_EQ(left, 0) << what << ", depth " << depth;
}

TEST(IndexQuery, WholeTraceIsCompleteAtEveryLevel) {
  for (uint32_t seed = 1; seed <= (test::kSlowBuild ? 2u : 5u); ++seed) {
    Synthetic made = makeSynthetic(seed, 20000);
    Indexed indexed(made, uint64_t{1} << 30, 4096 * seed + 8);
    for (int level = 0; level < 40; ++level) {
      std::vector<Mark> marks = indexed.query(indexed.index.begin(), indexed.index.end(), level);
      EXPECT_TRUE(indexed.missing.empty());
      expectComplete(marks, made, level, "seed " + std::to_string(seed) + ", level " + std::to_string(level));
    }
  }
}

TEST(IndexQuery, WithinTheBudgetDetailsMakeItComplete) {
  constexpr size_t kSlices = test::kSlowBuild ? 50000 : 200000;
  Synthetic made = makeSynthetic(7, kSlices);
  Indexed indexed(made, 64 * 1024, 1 << 16);
  int base = indexed.index.streams()[0].baseLevel;
  ASSERT_GT(base, 2);
  EXPECT_LE(indexed.index.memoryBytes(), 2 * (2 * kSlices + 64 * 1024));
  for (int level = std::max(0, base - 6); level < base + 6; ++level) {
    indexed.cache = DetailCache(uint64_t{1} << 30);
    indexed.query(indexed.index.begin(), indexed.index.end(), level);
    EXPECT_EQ(indexed.missing.empty(), level >= base);
    indexed.fetchMissing();
    std::vector<Mark> marks = indexed.query(indexed.index.begin(), indexed.index.end(), level);
    EXPECT_TRUE(indexed.missing.empty());
    expectComplete(marks, made, level, "level " + std::to_string(level));
  }
}

TEST(IndexQuery, CoarseMarksStandInUntilDetailsArrive) {
  Synthetic made = makeSynthetic(9, 100000);
  Indexed indexed(made, 64 * 1024, 1 << 16);
  int base = indexed.index.streams()[0].baseLevel;
  ASSERT_GT(base, 2);
  std::vector<Mark> marks = indexed.query(indexed.index.begin(), indexed.index.end(), base - 2);
  expectComplete(marks, made, base, "without details");
}

TEST(IndexQuery, RangesShowWhatTouchesThem) {
  Synthetic made = makeSynthetic(11, 50000);
  Indexed indexed(made, uint64_t{1} << 30, 1 << 16);
  std::mt19937_64 random(3);
  Time first = indexed.index.begin(), span = indexed.index.end() - first;
  for (int round = 0; round < (test::kSlowBuild ? 64 : 300); ++round) {
    Time begin = first + static_cast<Time>(random() % static_cast<uint64_t>(span));
    Time end = begin + static_cast<Time>(random() % (static_cast<uint64_t>(span) >> (round % 16)));
    int level = std::max(0, firstShortLevel(end - begin) - 10);
    std::vector<Mark> marks = indexed.query(begin, end, level);
    std::vector<Slice> alone;
    for (const Mark& mark : marks) {
      ASSERT_TRUE(mark.end >= begin && mark.begin <= end);
      if (!mark.aggregate()) alone.push_back({mark.begin, mark.end, mark.name - 1, mark.depth});
    }
    std::sort(alone.begin(), alone.end());
    for (const Slice& slice : made.slices) {
      if (slice.end < begin || slice.begin > end) continue;
      bool there = std::binary_search(alone.begin(), alone.end(), slice);
      bool folded = std::any_of(marks.begin(), marks.end(), [&](const Mark& mark) {
        return mark.aggregate() && mark.depth == slice.depth && mark.begin <= slice.begin && slice.end <= mark.end;
      });
      ASSERT_TRUE(there || (slice.end - slice.begin < Time{1} << level && folded));
    }
    // A thousand pixels, six rows: a few marks a pixel and row at most, however many slices lie below.
    ASSERT_LE(marks.size(), 6u * 3u * 2100u);
  }
}

}  // namespace
}  // namespace tp
