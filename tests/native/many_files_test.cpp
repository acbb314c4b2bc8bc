// Folders of thousands of files, by a process that may have only some of them open at once.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "core/io/local_files.h"
#include "core/io/sources.h"
#include "tests/support/local_session.h"
#include "tests/support/many_threads.h"
#include "tests/support/scratch.h"

namespace tp {
namespace {

namespace fs = std::filesystem;

// So many files may be open at once while it lives, where fewer were not allowed before.
class FewOpenFiles {
 public:
  explicit FewOpenFiles(rlim_t most) {
    EXPECT_EQ(getrlimit(RLIMIT_NOFILE, &before_), 0);
    rlimit few = before_;
    few.rlim_cur = std::min(most, before_.rlim_cur);
    EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  }
  ~FewOpenFiles() { setrlimit(RLIMIT_NOFILE, &before_); }
  FewOpenFiles(const FewOpenFiles&) = delete;
  FewOpenFiles& operator=(const FewOpenFiles&) = delete;

 private:
  rlimit before_{};
};

size_t openNow() {
  return static_cast<size_t>(std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

void writeAll(const FileSet& files, const fs::path& folder) {
  for (const FileEntry& file : files.files()) {
    const fs::path path = folder / file.path;
    fs::create_directories(path.parent_path());
    test::writeFile(path, asText(readAll(*file.source)));
  }
}

// More than are mapped into memory: the rest is read by being opened each time.
TEST(ManyFiles, OfOneFolderAreAllReadThroughFewOpenOnes) {
  const test::ManyTasks made(4500);
  test::Scratch scratch;
  const fs::path folder = scratch / "many";
  writeAll(made.files, scratch / "");
  const size_t before = openNow();
  const FewOpenFiles few(static_cast<rlim_t>(before + 16));

  auto files = openLocalFiles({folder.string()});
  ASSERT_TRUE(files.ok()) << files.error().text();
  EXPECT_TRUE(files->notes().empty());
  ASSERT_EQ(files->files().size(), made.files.files().size());
  for (size_t i = 0; i < files->files().size(); ++i) {
    const FileEntry &one = files->files()[i], &other = made.files.files()[i];
    ASSERT_EQ(one.path, other.path);
    ASSERT_EQ(readAll(*one.source), readAll(*other.source)) << one.path;
    one.source->look();
    ASSERT_EQ(one.source->change().kind, SourceChange::Kind::None) << one.path;
  }
  EXPECT_EQ(openNow(), before);

  test::LocalSession local;
  local.open(*files);
  ASSERT_EQ(local.session.phase(), Phase::Ready) << local.session.error();
  const TraceIndex& index = local.session.index();
  EXPECT_EQ(index.streams().size(), made.tasks);
  EXPECT_EQ(index.records(), uint64_t{made.tasks} * test::ManyTasks::kRecords);
  EXPECT_EQ(index.warningCount(), 0u);
}

// Each comes before all that are there. At this number its square is minutes.
TEST(ManyFiles, ComeIntoASetByTheirNumber) {
  constexpr uint32_t kFiles = 200000;
  constexpr std::chrono::seconds kMax(30);
  auto source = std::make_shared<MemorySource>(std::string("x"));
  std::vector<FileEntry> entries;
  for (uint32_t i = 0; i < kFiles; ++i) entries.push_back({"run/" + std::to_string(10 * kFiles - i), source, 0});
  const auto begun = std::chrono::steady_clock::now();
  FileSet set;
  set.addAll(entries);
  FileSet both;
  both.addDrop(set);
  both.addDrop(set);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, kMax);
  ASSERT_EQ(both.files().size(), size_t{2} * kFiles);
  EXPECT_EQ(both.displayName(), "run + run (2)");
  EXPECT_NE(both.find("run (2)/" + std::to_string(10 * kFiles)), nullptr);
}

}  // namespace
}  // namespace tp
