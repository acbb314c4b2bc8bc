// What is made of a damaged trace does not depend on the pieces in which its bytes come: the index, a merge and the
// details of one record read it in pieces of their own.
#include <gtest/gtest.h>

#include <random>

#include "core/io/local_files.h"
#include "tests/support/decode_all.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

constexpr int kPlaces = test::kSlowBuild ? 4 : 40;
constexpr size_t kDamaged = 16;

// Copies in memory, with damage at a place of one of them.
FileSet damaged(const FileSet& files, std::mt19937& random) {
  FileSet out;
  const size_t which = random() % files.files().size();
  for (size_t i = 0; i < files.files().size(); ++i) {
    std::vector<std::byte> bytes = readAll(*files.files()[i].source);
    if (i == which && bytes.size() > kDamaged) {
      const size_t at = random() % (bytes.size() - kDamaged);
      for (size_t k = 0; k < kDamaged; ++k) bytes[at + k] = static_cast<std::byte>(random());
    }
    out.add(files.files()[i].path, std::make_shared<MemorySource>(std::move(bytes)));
  }
  return out;
}

std::vector<std::string> rowsOf(const FileSet& files, size_t pieceBytes) {
  std::vector<std::string> rows;
  auto reader = openTrace(files);
  if (!reader) return rows;
  for (size_t stream = 0; stream < (*reader)->streams().size(); ++stream) {
    test::Decoded decoded = test::decodeStream(**reader, files, stream, pieceBytes);
    rows.insert(rows.end(), decoded.rows.begin(), decoded.rows.end());
  }
  return rows;
}

class DamagedPieces : public testing::TestWithParam<const char*> {};

TEST_P(DamagedPieces, GiveTheSameRecords) {
  auto files = openLocalFiles({test::sourcePath(GetParam())});
  ASSERT_TRUE(files);
  std::mt19937 random(5);
  for (int place = 0; place < kPlaces; ++place) {
    SCOPED_TRACE(place);
    const FileSet broken = damaged(*files, random);
    const std::vector<std::string> whole = rowsOf(broken, size_t{1} << 20);
    for (size_t pieceBytes : {size_t{5000}, size_t{600}}) EXPECT_EQ(rowsOf(broken, pieceBytes), whole) << pieceBytes;
  }
}

INSTANTIATE_TEST_SUITE_P(Traces, DamagedPieces,
                         testing::Values("tests/data/xray/fdr-v5.xray", "tests/data/xray/basic-v3.xray",
                                         "tests/data/tracecmd/v7-zstd.dat", "tests/data/lttng/busy",
                                         "assets/samples/kitchen/data"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

}  // namespace
}  // namespace tp
