// Files that change while they are mapped: nothing ends the process, and what has happened is told.
#include "core/io/mapped_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <set>
#include <thread>

#include "core/io/local_files.h"
#include "core/io/unmapped_file.h"
#include "tests/support/scratch.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

using Kind = SourceChange::Kind;
namespace fs = std::filesystem;

std::shared_ptr<ByteSource> mapped(const fs::path& path) {
  auto source = mapFile(path.string());
  EXPECT_TRUE(source.ok()) << (source.ok() ? "" : source.error().text());
  return source.ok() ? *source : nullptr;
}

uint64_t sum(Bytes bytes) {
  uint64_t sum = 0;
  for (std::byte one : bytes) sum += std::to_integer<uint64_t>(one);
  return sum;
}

TEST(MappedFile, IsCutUnderThreadsThatReadIt) {
  constexpr size_t kSize = size_t{2} << 20;
  constexpr int kTimes = test::kSlowBuild ? 8 : 30;
  test::Scratch folder;
  const std::string whole(kSize, 'x');
  for (int time = 0; time < kTimes; ++time) {
    fs::path path = folder / ("file" + std::to_string(time));
    test::writeFile(path, whole);
    auto source = mapped(path);
    auto other = mapped(path);
    Bytes before = source->view(0, kSize);
    ASSERT_EQ(before.size(), kSize);
    std::atomic<bool> stop = false;
    std::atomic<uint64_t> seen = 0;
    auto read = [&](const ByteSource& from) {
      std::vector<std::byte> copy(kSize);
      while (!stop) {
        // Zeros where the file's bytes were.
        EXPECT_EQ(sum(before) % 'x', 0u);
        ++seen;
        size_t got = from.read(0, copy);
        // What read() gives is the file's, unless the rest of a page has been cut since the last look.
        size_t page = got / 4096 * 4096;
        ASSERT_EQ(sum(Bytes(copy).first(page)) % 'x', 0u);
      }
    };
    std::thread one(read, std::cref(*source)), two(read, std::cref(*other));
    uint64_t rounds = seen + 2;
    while (seen < rounds) std::this_thread::yield();
    auto left = static_cast<off_t>(static_cast<size_t>(time) * 50021 % kSize / 4096 * 4096);
    ASSERT_EQ(truncate(path.c_str(), left), 0);
    rounds = seen + 4;
    while (seen < rounds) std::this_thread::yield();
    stop = true;
    one.join();
    two.join();
    EXPECT_TRUE(source->change().cut);
    EXPECT_NE(source->change().kind, Kind::None);
    source->look();
    other->look();
    EXPECT_EQ(source->change().kind, Kind::Changed);
    EXPECT_EQ(other->view(0, kSize).size(), static_cast<size_t>(left));
    EXPECT_TRUE(source->view(static_cast<uint64_t>(left), 1).empty());
    EXPECT_EQ(source->size(), kSize);
  }
}

TEST(MappedFile, TellsWhatHasBecomeOfIt) {
  test::Scratch folder;
  fs::path path = folder / "file";
  auto fresh = [&] {
    fs::remove(path);
    test::writeFile(path, "0123456789");
    return mapped(path);
  };
  auto same = fresh();
  same->look();
  EXPECT_EQ(same->change().kind, Kind::None);

  auto grown = fresh();
  std::ofstream(path, std::ios::app) << "more";
  EXPECT_EQ(grown->change().kind, Kind::None) << "nobody has looked";
  grown->look();
  EXPECT_EQ(grown->change().kind, Kind::Changed);
  EXPECT_FALSE(grown->change().cut);
  EXPECT_EQ(asText(grown->view(0, 100)), "0123456789");

  auto replaced = fresh();
  test::writeFile(folder / "new", "abc");
  fs::rename(folder / "new", path);
  replaced->look();
  EXPECT_EQ(replaced->change().kind, Kind::Changed);
  EXPECT_FALSE(replaced->change().cut);
  EXPECT_EQ(asText(replaced->view(0, 100)), "0123456789");

  auto deleted = fresh();
  fs::remove(path);
  deleted->look();
  EXPECT_EQ(deleted->change().kind, Kind::Gone);
  EXPECT_EQ(asText(deleted->view(0, 100)), "0123456789");

  auto shorter = fresh();
  test::writeFile(path, "0123");
  shorter->look();
  EXPECT_EQ(shorter->change().kind, Kind::Changed);
  EXPECT_TRUE(shorter->change().cut);
  EXPECT_EQ(asText(shorter->view(0, 100)), "0123");
}

TEST(MappedFile, OtherBusErrorsEndTheProcessAsEver) {
  test::Scratch folder;
  test::writeFile(folder / "ours", "x");
  auto ours = mapped(folder / "ours");
  fs::path path = folder / "theirs";
  test::writeFile(path, std::string(8192, 'x'));
  auto touch = [&] {
    // The sanitizers would tell of it in their own way.
    std::signal(SIGBUS, SIG_DFL);
    auto own = mapped(folder / "ours");
    int fd = open(path.c_str(), O_RDONLY);
    auto* bytes = static_cast<volatile char*>(mmap(nullptr, 8192, PROT_READ, MAP_PRIVATE, fd, 0));
    if (truncate(path.c_str(), 0) == 0) (void)bytes[5000];
  };
  EXPECT_EXIT(touch(), testing::KilledBySignal(SIGBUS), "");
}

TEST(MappedFile, NeverWaitsForAPipe) {
  test::Scratch folder;
  fs::path pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe.string(), std::string("/dev/null")}) {
    auto files = openLocalFiles({path});
    ASSERT_FALSE(files.ok());
    EXPECT_NE(files.error().message.find("give a file on disk"), std::string::npos) << files.error().text();
  }
}

// Of what it keeps of a file, beyond that, and across.
TEST(UnmappedFile, ReadsWhatAMappedOneDoes) {
  test::Scratch folder;
  std::string bytes;
  for (int i = 0; i < 2000; ++i) bytes += static_cast<char>(i * 7 + i / 256);
  for (size_t size : {size_t{0}, size_t{1}, size_t{511}, size_t{512}, size_t{513}, bytes.size()}) {
    const fs::path path = folder / std::to_string(size);
    test::writeFile(path, std::string_view(bytes).substr(0, size));
    auto one = mapFile(path.string()), other = unmappedFile(path.string());
    ASSERT_TRUE(one.ok() && other.ok());
    EXPECT_EQ((*other)->size(), size);
    for (uint64_t offset : {0u, 1u, 500u, 511u, 512u, 513u, 1999u, 2000u, 3000u})
      for (uint64_t length : {0u, 1u, 12u, 512u, 1488u, 5000u})
        EXPECT_EQ(readAll(**other, offset, length), readAll(**one, offset, length)) << size << " " << offset;
  }
  EXPECT_FALSE(unmappedFile((folder / "none").string()).ok());
}

// As one that is mapped does: what is read instead of its bytes are not another file's.
TEST(UnmappedFile, TellsWhatHasBecomeOfIt) {
  test::Scratch folder;
  const std::string bytes(2000, 'a');
  auto opened = [&](const char* name) {
    test::writeFile(folder / name, bytes);
    return *unmappedFile((folder / name).string());
  };
  using Kind = SourceChange::Kind;
  auto same = opened("same"), cut = opened("cut"), gone = opened("gone"), other = opened("other");
  EXPECT_EQ(readAll(*same).size(), 2000u);
  same->look();
  EXPECT_EQ(same->change().kind, Kind::None);
  fs::resize_file(folder / "cut", 700);
  EXPECT_EQ(readAll(*cut, 600).size(), 100u);
  EXPECT_EQ(cut->change().kind, Kind::Changed);
  EXPECT_TRUE(cut->change().cut);
  fs::remove(folder / "gone");
  gone->look();
  EXPECT_EQ(gone->change().kind, Kind::Gone);
  EXPECT_TRUE(gone->change().cut);
  // The number of the old file must not be given to the new one.
  fs::rename(folder / "other", folder / "before");
  test::writeFile(folder / "other", std::string(2000, 'b'));
  EXPECT_TRUE(readAll(*other, 600).empty());
  EXPECT_EQ(other->change().kind, Kind::Changed);
  EXPECT_TRUE(other->change().cut);
}

// Before any of them is opened.
TEST(LocalFiles, TooManyAreRefused) {
  test::Scratch scratch;
  const std::filesystem::path root = scratch / "folder";
  std::filesystem::create_directories(root / "below");
  for (int i = 0; i < 30; ++i) test::writeFile(root / "below" / std::to_string(i), "x");
  auto all = openLocalFiles({root.string()}, 30);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->files().size(), 30u);
  auto refused = openLocalFiles({root.string()}, 29);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("holds more than 29 files"), std::string::npos);
}

// A task's records may have been moved away behind a link; a folder is not gone into by one.
TEST(LocalFiles, TellOfLinksThatLeadNowhere) {
  test::Scratch folder;
  const fs::path root = folder / "run";
  fs::create_directories(root / "below");
  test::writeFile(root / "below" / "1.dat", "1");
  fs::create_symlink("below/1.dat", root / "2.dat");
  fs::create_symlink("gone/3.dat", root / "3.dat");
  fs::create_directory_symlink("below", root / "again");
  auto files = openLocalFiles({root.string()});
  ASSERT_TRUE(files.ok());
  EXPECT_EQ(files->files().size(), 2u);
  ASSERT_EQ(files->notes().size(), 1u);
  EXPECT_EQ(files->notes()[0].file, "run/3.dat");
}

TEST(LocalFiles, TellWhatCantBeRead) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  test::Scratch folder;
  fs::path root = folder / "run";
  fs::create_directories(root / "closed");
  test::writeFile(root / "good", "1");
  test::writeFile(root / "bad", "2");
  fs::permissions(root / "bad", fs::perms::none);
  fs::permissions(root / "closed", fs::perms::none);
  auto files = openLocalFiles({root.string()});
  ASSERT_TRUE(files.ok());
  EXPECT_EQ(files->files().size(), 1u);
  std::set<std::string> told;
  for (const Warning& note : files->notes()) told.insert(note.file);
  EXPECT_EQ(told, (std::set<std::string>{"run/bad", "run/closed"}));
  EXPECT_FALSE(openLocalFiles({(root / "bad").string()}).ok());
  EXPECT_FALSE(openLocalFiles({(root / "closed").string()}).ok());
  fs::permissions(root / "closed", fs::perms::owner_all);
}

}  // namespace
}  // namespace tp
