// Kept indexes as files: what is damaged, cut or of other files is never used.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "core/io/local_files.h"
#include "core/session/calls/calls_question.h"
#include "core/session/kept/kept_file.h"
#include "core/session/kept/trace_key.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/scratch.h"

namespace tp {
namespace {

namespace fs = std::filesystem;

std::vector<std::byte> bytesOf(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {bytes.begin(), bytes.end()};
}

class KeptFile : public testing::Test {
 protected:
  void SetUp() override {
    files_ = *openLocalFiles({test::dataPath("xray/fdr-v5.xray")});
    whole_.open(files_);
    blocks_ = whole_.kept();
    ASSERT_FALSE(blocks_.empty());
    EXPECT_TRUE(write(blocks_, file_));
  }
  // Returns whether the writer says that it can be kept.
  static bool write(const test::KeptBlocks& blocks, std::vector<std::byte>& file) {
    std::string text;
    KeptFileWriter writer({"fdr-v5.xray", kKey}, [&](std::string_view part) { text += part; });
    for (const std::vector<std::byte>& block : blocks)
      if (!writer.put(block)) return false;
    const bool whole = writer.finish();
    file = bytesOf(text);
    return whole;
  }
  // Returns no blocks if the file is not used.
  static test::KeptBlocks read(Bytes file, std::string_view key) {
    test::KeptBlocks blocks;
    const auto take = [&](Bytes block) {
      blocks.emplace_back(block.begin(), block.end());
      return true;
    };
    return readKeptFile(file, key, take) ? blocks : test::KeptBlocks();
  }

  static constexpr const char* kKey = "the key";
  FileSet files_;
  test::LocalSession whole_;
  test::KeptBlocks blocks_;
  std::vector<std::byte> file_;
};

TEST_F(KeptFile, IsReadAgain) {
  EXPECT_EQ(read(file_, kKey), blocks_);
  EXPECT_EQ(keptName(file_), "fdr-v5.xray");
  size_t bytes = 0;
  for (const std::vector<std::byte>& block : blocks_) bytes += block.size();
  EXPECT_LT(file_.size(), bytes);
}

// As when a question in SQL is asked while the index is being kept.
TEST_F(KeptFile, TwoCanTakeTheIndexAtOnce) {
  IndexKeeper keepers[] = {IndexKeeper(whole_.session), IndexKeeper(whole_.session)};
  test::KeptBlocks taken[2];
  for (bool done[2] = {}; !done[0] || !done[1]; whole_.finish()) {
    for (int i = 0; i < 2; ++i) {
      std::vector<std::byte> block;
      const IndexKeeper::State state = keepers[i].next(block);
      ASSERT_TRUE(done[i] || state != IndexKeeper::State::Failed);
      done[i] = done[i] || state == IndexKeeper::State::Done;
      if (state == IndexKeeper::State::Block) taken[i].push_back(std::move(block));
    }
  }
  EXPECT_EQ(taken[0], blocks_);
  EXPECT_EQ(taken[1], blocks_);
}

TEST_F(KeptFile, OfOtherFilesIsNotUsed) {
  EXPECT_TRUE(read(file_, "the kex").empty());
  EXPECT_TRUE(read(file_, "").empty());
  EXPECT_TRUE(read({}, kKey).empty());
}

TEST_F(KeptFile, WithAnyByteChangedIsNotUsedOrTellsTheSame) {
  size_t used = 0;
  for (size_t at = 0; at < file_.size(); ++at) {
    for (const uint8_t flip : {0x01, 0x10, 0x80, 0xff}) {
      std::vector<std::byte> damaged = file_;
      damaged[at] ^= static_cast<std::byte>(flip);
      const test::KeptBlocks blocks = read(damaged, kKey);
      if (blocks.empty()) continue;
      ++used;
      ASSERT_EQ(blocks, blocks_) << "byte " << at;
    }
  }
  // What people see as the name, and bits of the frame that decide nothing.
  EXPECT_LT(used, file_.size() / 10);
}

TEST_F(KeptFile, ThatIsCutOrGoesOnIsNotUsed) {
  for (size_t size = 0; size < file_.size(); ++size)
    ASSERT_TRUE(read(Bytes(file_).first(size), kKey).empty()) << size << " bytes";
  std::vector<std::byte> more = file_;
  more.push_back(std::byte{0});
  EXPECT_TRUE(read(more, kKey).empty());
  more = file_;
  more.insert(more.end(), file_.begin(), file_.end());
  EXPECT_TRUE(read(more, kKey).empty());
}

TEST_F(KeptFile, IsNotReadOnWhenABlockIsRefused) {
  size_t taken = 0;
  EXPECT_FALSE(readKeptFile(file_, kKey, [&](Bytes) { return ++taken < 2; }));
  EXPECT_EQ(taken, 2u);
}

// A few bytes that say that they stand for gigabytes take no memory.
TEST_F(KeptFile, ThatClaimsToBeHugeIsNotRead) {
  std::vector<std::byte> file;
  EXPECT_FALSE(write({std::vector<std::byte>(size_t{8} << 20)}, file));
  EXPECT_TRUE(read(file, kKey).empty());
}

// The checksum protects from accidents only: whoever writes into the folder can make one that fits.
TEST_F(KeptFile, WithADamagedIndexDoesNoHarm) {
  size_t opened = 0;
  size_t bytes = 0;
  for (const std::vector<std::byte>& block : blocks_) bytes += block.size();
  const size_t step = std::max<size_t>(1, bytes / 1500);
  for (size_t number = 0, at = 0; number < blocks_.size(); at += step) {
    if (at >= blocks_[number].size()) {
      at = 0;
      ++number;
      continue;
    }
    test::KeptBlocks damaged = blocks_;
    damaged[number][at] ^= std::byte{0xff};
    test::LocalSession local;
    if (!local.openKept(files_, damaged)) continue;
    ++opened;
    local.session.requestCalls({});
    local.session.beginFrame();
    std::vector<Mark> marks;
    for (TrackId id = 0; id < local.session.index().tracks().size(); ++id)
      local.session.query(id, local.session.index().begin(), local.session.index().end(), 0, marks);
    local.session.endFrame();
    local.finish();
  }
  EXPECT_GT(opened, 0u);
}

class TraceKeys : public testing::Test {
 protected:
  // Of a file of 100 000 bytes, with the byte at `changed` another one, which was written at a certain time.
  std::optional<std::string> keyOf(std::string_view name, size_t size, size_t changed, int second = 0,
                                   const JoinOptions& how = {}, std::string_view build = "1") {
    const fs::path file = scratch_ / name;
    std::string bytes(size, 'a');
    if (changed < size) bytes[changed] = 'b';
    test::writeFile(file, bytes);
    fs::last_write_time(file, fs::file_time_type(std::chrono::seconds(1'700'000'000 + second)));
    return traceKey(*openLocalFiles({file.string()}), how, build);
  }

  test::Scratch scratch_;
};

TEST_F(TraceKeys, AreOfNamesSizesTimesBytesAndOptions) {
  constexpr size_t kSize = 100'000, kNone = ~size_t{0};
  const auto key = keyOf("a", kSize, kNone);
  ASSERT_TRUE(key);
  EXPECT_EQ(keyOf("a", kSize, kNone), key);
  EXPECT_NE(keyOf("b", kSize, kNone), key);
  EXPECT_NE(keyOf("a", kSize + 1, kNone), key);
  EXPECT_NE(keyOf("a", kSize, 0), key);
  EXPECT_NE(keyOf("a", kSize, kSize - 1), key);
  EXPECT_NE(keyOf("a", kSize, kSize / 7 + 2000), key);
  EXPECT_NE(keyOf("a", kSize, kNone, 1), key);
  EXPECT_NE(keyOf("a", kSize, kNone, 0, {}, "2"), key);
  JoinOptions how;
  how.functions = FunctionIdentity::Signatures;
  EXPECT_NE(keyOf("a", kSize, kNone, 0, how), key);
  how = {};
  how.machine = "x86_64";
  EXPECT_NE(keyOf("a", kSize, kNone, 0, how), key);
  how = {};
  how.setShift(1, 5);
  EXPECT_NE(keyOf("a", kSize, kNone, 0, how), key);
  EXPECT_TRUE(keyOf("a", 0, kNone));
}

TEST_F(TraceKeys, AreNotOfWhatHasNoTime) {
  FileSet files;
  files.add("a", std::make_shared<MemorySource>("bytes"));
  EXPECT_FALSE(traceKey(files, {}, "1"));
}

}  // namespace
}  // namespace tp
