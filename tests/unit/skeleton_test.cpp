// The format that docs/adding-a-format.md begins with does what a format has to do.
#include <gtest/gtest.h>

#include "core/index/stream_indexer.h"
#include "tests/skeleton/skeleton_format.h"
#include "tests/support/decode_all.h"

namespace tp {
namespace {

constexpr const char* kTrace =
    "skeleton 1\n"
    "100 7 begin main\n"
    "110 8 begin other\n"
    "120 7 note half way\n"
    "130 7 begin inner\n"
    "140 7 end\n"
    "150 7 end\n"
    "160 8 end\n";

std::unique_ptr<TraceReader> opened(const FileSet& files) {
  Result<std::unique_ptr<TraceReader>> reader = skeleton::open(files);
  EXPECT_TRUE(reader);
  return reader ? std::move(*reader) : nullptr;
}

TEST(Skeleton, KnowsItsFiles) {
  EXPECT_EQ(skeleton::probe(test::fileInMemory("a.skeleton", kTrace)).confidence, 100);
  EXPECT_EQ(skeleton::probe(test::fileInMemory("a.txt", "some text")).confidence, 0);
  EXPECT_FALSE(skeleton::open(test::fileInMemory("a.txt", "some text")));
  EXPECT_FALSE(skeleton::open(FileSet()));
}

TEST(Skeleton, DecodesTheSameInPiecesOfAnySize) {
  const FileSet files = test::fileInMemory("a.skeleton", kTrace);
  const test::Decoded whole = test::decodeStream(*opened(files), files, 0, 1 << 20);
  ASSERT_EQ(whole.records.size(), 7u);
  EXPECT_EQ(whole.records[0].depth, 0);
  EXPECT_EQ(whole.records[3].depth, 1);
  EXPECT_EQ(whole.records[4].kind, RecordKind::End);
  for (size_t piece : {1, 2, 7, 30}) EXPECT_EQ(test::decodeStream(*opened(files), files, 0, piece).rows, whole.rows);
}

// Whether a line is too long does not depend on how much of it is there.
TEST(Skeleton, LongLinesAreDamageInPiecesOfAnySize) {
  const std::string note(9000, 'x');
  const FileSet files =
      test::fileInMemory("a.skeleton", std::string(kTrace) + "90 7 note " + note + "\n91 7 note end\n");
  const std::unique_ptr<TraceReader> reader = opened(files);
  const test::Decoded whole = test::decodeStream(*reader, files, 0, 1 << 20);
  EXPECT_EQ(whole.records.size(), 8u);
  EXPECT_EQ(reader->warnings().total(), 1u);
  for (size_t piece : {64, 1000, 5000}) {
    const std::unique_ptr<TraceReader> again = opened(files);
    EXPECT_EQ(test::decodeStream(*again, files, 0, piece).rows, whole.rows) << piece;
    EXPECT_EQ(again->warnings().total(), 1u) << piece;
  }
}

TEST(Skeleton, IsReadBesideOtherFiles) {
  FileSet files = test::fileInMemory("a.txt", "some text, and more of it than the first line of a trace");
  files.addAll(test::fileInMemory("b.skeleton", kTrace).files());
  const std::unique_ptr<TraceReader> reader = opened(files);
  EXPECT_EQ(test::decodeStream(*reader, files, 0, 1 << 20).records.size(), 7u);
  EXPECT_EQ(reader->warnings().total(), 0u);
}

TEST(Skeleton, IsIndexed) {
  const FileSet files = test::fileInMemory("a.skeleton", kTrace);
  const std::unique_ptr<TraceReader> reader = opened(files);
  const std::unique_ptr<RecordDriver> driver = makeDriver(*reader, 0);
  StreamIndexer indexer(*reader, *driver, {.most = 1 << 20});
  RecordBatch batch;
  while (!indexer.done()) {
    if (driver->pull(batch, files) == RecordDriver::Step::End) batch.clear();
    indexer.take(batch);
  }
  EXPECT_EQ(indexer.records(), 7u);
  EXPECT_EQ(reader->tracks().size(), 3u);
  EXPECT_EQ(reader->warnings().total(), 0u);
}

TEST(Skeleton, DamageIsAWarningWithFileAndOffset) {
  std::string text = kTrace;
  text.replace(text.find("110 8 begin"), 3, "???");
  const FileSet files = test::fileInMemory("a.skeleton", text);
  const std::unique_ptr<TraceReader> reader = opened(files);
  // The end of thread 8 has no beginning then.
  EXPECT_EQ(test::decodeStream(*reader, files, 0, 1 << 20).records.size(), 5u);
  ASSERT_EQ(reader->warnings().total(), 2u);
  EXPECT_EQ(reader->warnings().kept()[0].file, "a.skeleton");
  EXPECT_EQ(reader->warnings().kept()[0].offset, text.find("???"));
}

TEST(Skeleton, AWarningDoesNotQuoteAWholeFile) {
  const FileSet files = test::fileInMemory("a.skeleton", kTrace + std::string(1 << 20, 'x'));
  const std::unique_ptr<TraceReader> reader = opened(files);
  test::decodeStream(*reader, files, 0, 1 << 18);
  ASSERT_GE(reader->warnings().total(), 1u);
  for (const Warning& warning : reader->warnings().kept()) EXPECT_LT(warning.text().size(), 200u);
}

}  // namespace
}  // namespace tp
