// uftrace directories, damaged: what is lost lies around the damage, and it is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/analysis/function_stats.h"
#include "core/io/local_files.h"
#include "tests/support/calls.h"
#include "tests/support/damage.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

constexpr uint64_t kPage = 4096;
// Of a perf file, which others show: as many as fit into what is lost of it.
constexpr uint64_t kMaxElsewhere = (kPage + test::Damage::kSize) / 24;
// Of damage to what says how long arguments are: the records beside arguments that it speaks of.
constexpr uint64_t kMaxByMetadata = 4;

std::vector<std::string> directories() {
  std::vector<std::string> out;
  for (const std::string& root : {test::sourcePath("assets/samples"), test::samplesPath("uftrace")}) {
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root, error))
      if (entry.is_directory() && std::filesystem::exists(entry.path() / "task.txt"))
        out.push_back(entry.path().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

FileSet filesOf(const std::string& path) {
  auto opened = openLocalFiles({path});
  return opened ? std::move(*opened) : FileSet();
}

bool isOf(const FileSet& files, const test::Damage& damage, std::string_view prefix) {
  return files.files()[damage.file].baseName().substr(0, prefix.size()) == prefix;
}

test::DamageRules rulesOf(const FileSet& files) {
  test::DamageRules rules;
  // What the perf files say is shown among the records of the tasks.
  rules.reopens = [files](const test::Damage& damage) { return isOf(files, damage, "perf-cpu"); };
  rules.reach = [files](const test::Damage& damage) {
    uint64_t end = damage.offset + damage.bytes.size();
    if (!isOf(files, damage, "kernel-cpu")) {
      uint64_t begin = damage.offset - std::min(damage.offset, kPage / 2);
      return Extent{begin, end + kPage / 2 - begin};
    }
    uint64_t begin = damage.offset / kPage * kPage;
    return Extent{begin, (end + kPage - 1) / kPage * kPage - begin};
  };
  return rules;
}

TEST(UftraceDamage, CostsWhatLiesAroundItAndIsTold) {
  uint64_t places = 0;
  for (const std::string& path : directories()) {
    FileSet files = filesOf(path);
    test::DamagedTrace trace(files, rulesOf(files));
    ASSERT_TRUE(trace.opened()) << path;
    for (const test::Damage& damage : trace.places(test::kDamagedPlaces, 12)) {
      test::DamageOutcome out = trace.inflict(damage);
      std::string where = path + ": " + trace.text(damage) + ": " + out.words;
      ++places;
      if (damage.stream != test::Damage::kNoStream) {
        EXPECT_EQ(out.lostOutside, 0u) << where;
        EXPECT_LE(out.lostElsewhere, kMaxElsewhere) << where;
      } else if (out.refused) {
        // Without the recorder's own marks of its version, or of its only file, it is none of its directories.
        EXPECT_TRUE(isOf(files, damage, "info") || trace.rows() == 0) << where;
      } else {
        EXPECT_LE(out.vanished, out.told ? kMaxByMetadata : 0) << where;
      }
      // The times of a page count from its header's.
      bool pageMoved = isOf(files, damage, "kernel-cpu") && out.gained == out.lost;
      EXPECT_FALSE(out.silent && !pageMoved) << where << " without a word";
    }
  }
  RecordProperty("places", std::to_string(places));
}

// The committed sample's file of a task, changed, and what the window has of it.
class UftraceDamaged : public testing::Test {
 protected:
  static constexpr const char* kTask = "4411.dat";

  void SetUp() override {
    files_ = filesOf(test::sourcePath("assets/samples/kitchen/data"));
    for (const FileEntry& file : files_.files())
      if (file.baseName() == kTask) path_ = file.path;
    ASSERT_FALSE(path_.empty());
  }

  std::string contentOf(const std::string& path) const {
    return std::string(asText(readAll(*files_.find(path)->source)));
  }

  // Opens the trace with this in place of a file.
  void open(const std::string& path, std::string_view content) {
    files_.add(path, std::make_shared<MemorySource>(content));
    local_ = std::make_unique<test::LocalSession>();
    local_->open(files_);
  }

  bool warned(std::string_view file, uint64_t offset, std::string_view words) const {
    for (const Warning& warning : local_->session.index().warnings())
      if (warning.file == file && warning.offset == offset && warning.text().find(words) != std::string::npos)
        return true;
    return false;
  }
  std::string warnings() const {
    std::string all;
    for (const Warning& warning : local_->session.index().warnings()) all += warning.text() + '\n';
    return all;
  }

  FileSet files_;
  std::string path_;
  std::unique_ptr<test::LocalSession> local_;
};

std::vector<FunctionStats> functionsOf(const FileSet& files) {
  const test::TraceCalls calls = test::callsOf(files, {});
  return calls.reader != nullptr ? makeFunctionTable(calls.profile, calls.reader->names()).rows
                                 : std::vector<FunctionStats>();
}

// Records of sixteen bytes without arguments, one after the other, from `from` on.
size_t plainRecords(const std::string& bytes, size_t from, size_t count) {
  auto isPlain = [&](size_t at) { return (static_cast<unsigned char>(bytes[at + 8]) & 0x3e) == 0x28; };
  for (size_t at = from; at + count * 16 <= bytes.size(); at += 8) {
    size_t found = 0;
    while (found < count && isPlain(at + found * 16) && bytes[at + found * 16 + 7] == 0 &&
           bytes.compare(at + found * 16 + 4, 4, bytes, at + 4, 4) == 0)
      ++found;
    if (found == count) return at;
  }
  return std::string::npos;
}

TEST_F(UftraceDamaged, ATimeThatLeapsAloneMovesNothingAndIsTold) {
  std::string bytes = contentOf(path_);
  Time end = 0;
  {
    test::LocalSession whole;
    whole.open(files_);
    end = whole.session.index().info().end;
  }
  size_t at = plainRecords(bytes, bytes.size() / 2 / 8 * 8, 6);
  ASSERT_NE(at, std::string::npos);
  bytes[at + 2 * 16 + 7] ^= 0x20;  // 73 years
  open(path_, bytes);
  EXPECT_EQ(local_->session.index().info().end, end);
  EXPECT_TRUE(warned(path_, at + 32, "in order")) << warnings();
}

// The exit of a call, or its entry: the call has no duration, and all others have theirs.
TEST_F(UftraceDamaged, ACallWithADamagedTimeHasNoDuration) {
  auto ended = [](const FileSet& files) {
    uint64_t calls = 0, others = 0;
    for (const FunctionStats& one : functionsOf(files)) calls += one.calls, others += one.open + one.unbegun;
    return std::pair(calls, others);
  };
  const FileSet whole = files_;
  const auto [calls, others] = ended(whole);
  const std::string bytes = contentOf(path_);
  const size_t at = plainRecords(bytes, bytes.size() / 2 / 8 * 8, 6);
  ASSERT_NE(at, std::string::npos);
  for (size_t record : {1, 2, 3}) {
    SCOPED_TRACE(record);
    std::string damaged = bytes;
    damaged[at + record * 16 + 7] ^= 0x20;  // 73 years
    files_ = whole;
    open(path_, damaged);
    const auto [known, unknown] = ended(files_);
    EXPECT_EQ(known, calls - 1);
    EXPECT_EQ(unknown, others + 1);
  }
}

TEST_F(UftraceDamaged, TimesThatGoBackAreTold) {
  std::string bytes = contentOf(path_);
  size_t at = plainRecords(bytes, bytes.size() / 2 / 8 * 8, 6);
  ASSERT_NE(at, std::string::npos);
  bytes[at + 2 * 16 + 4] ^= 0x01;
  open(path_, bytes);
  EXPECT_TRUE(warned(path_, at + 32, "in order")) << warnings();
}

TEST_F(UftraceDamaged, AnEventsSizeIsNotTrusted) {
  std::string bytes = contentOf(path_);
  size_t at = plainRecords(bytes, bytes.size() / 2 / 8 * 8, 6);
  ASSERT_NE(at, std::string::npos);
  // Over a record: one of an event with data, whose size is the next record's time.
  bytes[at + 8] = 0x2f;
  bytes[at + 9] = 0;
  bytes.replace(at + 10, 6, std::string("\x11\x00\x00\x00\x00\x00", 6));
  bytes.replace(at + 16, 2, "\xff\xff");
  test::LocalSession whole;
  whole.open(files_);
  open(path_, bytes);
  EXPECT_GE(local_->session.index().records() + 3, whole.session.index().records());
  EXPECT_TRUE(warned(path_, at, "arguments")) << warnings();
}

TEST_F(UftraceDamaged, ACutWithinArgumentsIsCalledThat) {
  // The first record with arguments: its text is cut.
  std::string bytes = contentOf(path_);
  size_t at = 0;
  while (at + 16 <= bytes.size() && (static_cast<unsigned char>(bytes[at + 8]) & 0x3f) != 0x2c) at += 16;
  ASSERT_LT(at + 24, bytes.size());
  open(path_, std::string_view(bytes).substr(0, at + 18));
  EXPECT_TRUE(warned(path_, at, "the end of the file")) << warnings();
}

// Without task.txt nothing tells how long the arguments of the first record are, nor when the task began.
TEST_F(UftraceDamaged, ArgumentsOfUnknownLengthAreNoTimes) {
  for (const char* name : {"threads12", "threads12-013", "patch-full", "patch-pfe-args", "dlopen", "recv", "sched"}) {
    SCOPED_TRACE(name);
    const std::string path = test::samplesPath("uftrace") + "/" + name + "/uftrace.data";
    files_ = filesOf(path);
    test::LocalSession whole;
    whole.open(files_);
    const auto tasks = std::find_if(files_.files().begin(), files_.files().end(),
                                    [](const FileEntry& file) { return file.baseName() == "task.txt"; });
    ASSERT_NE(tasks, files_.files().end());
    open(tasks->path, {});
    EXPECT_EQ(local_->session.index().begin(), whole.session.index().begin());
    EXPECT_EQ(local_->session.index().info().begin, whole.session.index().info().begin);
    EXPECT_EQ(local_->session.index().end(), whole.session.index().end());
    EXPECT_EQ(local_->session.index().records(), whole.session.index().records());
  }
}

// What is damaged may have begun and ended calls: those that are open have no known duration.
TEST_F(UftraceDamaged, ADamagedRecordIsALoss) {
  std::string bytes = contentOf(path_);
  const size_t at = plainRecords(bytes, bytes.size() / 2 / 8 * 8, 6);
  ASSERT_NE(at, std::string::npos);
  bytes[at + 2 * 16 + 8] ^= 0x38;  // it has no mark of a record any more
  open(path_, bytes);
  EXPECT_TRUE(warned(path_, at + 32, "bytes that are none")) << warnings();
  const std::vector<TrackLosses> losses = local_->session.index().losses();
  ASSERT_EQ(losses.size(), 1u);
  EXPECT_EQ(losses[0].places, 1u);
}

// Four bytes that are cut out put all records behind them out of step, and make one that has arguments of no known
// length.
TEST_F(UftraceDamaged, RecordsOutOfStepUpToTheEndAreALoss) {
  files_ = filesOf(test::samplesPath("uftrace") + "/threads12/uftrace.data");
  const auto task = std::find_if(files_.files().begin(), files_.files().end(),
                                 [](const FileEntry& file) { return file.baseName() == "1648.dat"; });
  ASSERT_NE(task, files_.files().end());
  const std::string path = task->path;
  std::string bytes = contentOf(path);
  bytes.erase(1491, 4);
  open(path, bytes);
  EXPECT_TRUE(warned(path, 1480, "in which no record was found")) << warnings();
  EXPECT_EQ(local_->session.index().losses().size(), 1u);
}

TEST_F(UftraceDamaged, AHeaderWithoutItsLinesIsTold) {
  const FileSet whole = files_;
  for (const FileEntry& file : whole.files()) {
    if (file.baseName() != "info") continue;
    const std::string info = contentOf(file.path);
    open(file.path, std::string_view(info).substr(0, 40));
    EXPECT_TRUE(warned(file.path, 40, "as the header says")) << warnings();
  }
}

// Without the lines of forks, a program that another one has begun seems to begin later than its task's records do.
TEST_F(UftraceDamaged, RecordsFromBeforeATasksOwnProgramHaveTheirTimes) {
  for (const char* name : {"forkexec", "execself", "sched"}) {
    SCOPED_TRACE(name);
    const std::string folder = test::samplesPath("uftrace") + "/" + name + "/uftrace.data";
    files_ = filesOf(folder);
    test::LocalSession whole;
    whole.open(files_);
    for (const char* left : {"FORK ", "FORK TASK "}) {
      std::string text;
      files_ = filesOf(folder);
      std::string tasks;
      for (const FileEntry& file : files_.files())
        if (file.baseName() == "task.txt") tasks = file.path;
      std::istringstream lines(contentOf(tasks));
      for (std::string line; std::getline(lines, line);)
        if (std::string_view(left).find(line.substr(0, 5)) == std::string::npos) text += line + '\n';
      open(tasks, text);
      EXPECT_EQ(warnings().find(" a time "), std::string::npos) << warnings();
      EXPECT_EQ(local_->session.index().begin(), whole.session.index().begin());
      EXPECT_EQ(local_->session.index().records(), whole.session.index().records());
    }
  }
}

TEST_F(UftraceDamaged, ATextFileThatIsCutIsTold) {
  const FileSet whole = files_;
  for (const FileEntry& file : whole.files()) {
    std::string_view name = file.baseName();
    bool map = name.ends_with(".map");
    if (!map && name != "task.txt" && name != "kitchen.sym" && name != "kitchen.dbg" && name != "info") continue;
    SetUp();
    std::string text = contentOf(file.path);
    size_t cut = text.size() - 5;
    open(file.path, std::string_view(text).substr(0, cut));
    uint64_t line = text.rfind('\n', cut) + 1;
    EXPECT_TRUE(warned(file.path, line, "the end of the file")) << file.path << '\n' << warnings();
  }
  for (const FileEntry& file : whole.files()) {
    if (!file.baseName().ends_with(".map")) continue;
    SetUp();
    open(file.path, {});
    EXPECT_TRUE(warned(file.path, kNoOffset, "nothing")) << warnings();
  }
}

}  // namespace
}  // namespace tp
