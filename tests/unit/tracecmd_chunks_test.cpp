// Compressed trace.dat files whose sizes leave out the count of chunks: `trace-cmd convert` writes such ones.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/decode_all.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

TEST(TracecmdChunks, AllAreReadWhateverTheSizeCounts) {
  std::string bytes = test::readFile(test::dataPath("tracecmd/v7-zstd.dat"));
  FileSet whole = test::fileInMemory("trace.dat", bytes);
  auto reader = openTrace(whole);
  ASSERT_TRUE(reader);
  size_t changed = 0;
  for (const StreamInfo& stream : (*reader)->streams()) {
    uint64_t size = stream.bytes();
    size_t at = bytes.find(std::string(reinterpret_cast<const char*>(&size), sizeof size));
    ASSERT_NE(at, std::string::npos) << stream.name;
    size -= 4;
    std::memcpy(bytes.data() + at, &size, sizeof size);
    ++changed;
  }
  ASSERT_EQ(changed, 2u);
  FileSet shorter = test::fileInMemory("trace.dat", bytes);
  auto again = openTrace(shorter);
  ASSERT_TRUE(again);
  for (size_t i = 0; i < (*reader)->streams().size(); ++i) {
    test::Decoded ours = test::decodeStream(**again, shorter, i, 4096);
    EXPECT_EQ(ours.rows, test::decodeStream(**reader, whole, i, 4096).rows);
    EXPECT_GT(ours.rows.size(), 100u);
  }
  EXPECT_EQ((*again)->warnings().total(), 0u);
}

}  // namespace
}  // namespace tp
