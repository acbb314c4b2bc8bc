// What a trace.dat says twice: where it contradicts itself, that is told, and what is damaged is not believed.
#include <gtest/gtest.h>

#include <cstring>

#include "core/formats/tracecmd/trace_file.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

tracecmd::TraceFile readFile(const std::string& bytes, std::string& warnings) {
  WarningLog log;
  FileSet files = test::fileInMemory("trace.dat", bytes);
  auto file = tracecmd::readTraceFile(files.files()[0], log);
  EXPECT_TRUE(file);
  warnings.clear();
  for (const Warning& warning : log.kept()) warnings += warning.text() + "\n";
  return file ? std::move(*file) : tracecmd::TraceFile();
}

// Of a table of CPUs, what follows the number.
std::string entryOf(const tracecmd::CpuData& cpu) {
  std::string out(sizeof cpu.offset + sizeof cpu.size, '\0');
  std::memcpy(out.data(), &cpu.offset, sizeof cpu.offset);
  std::memcpy(out.data() + sizeof cpu.offset, &cpu.size, sizeof cpu.size);
  return out;
}

// The size of the threads' names is too small: what follows is read at a wrong place, up to the next tag. Before that
// there is the count of CPUs, which options would end like.
TEST(TracecmdTables, TheCountOfCpusIsNoEndOfOptions) {
  constexpr uint64_t kLess = 24;
  std::string bytes = test::readFile(test::dataPath("tracecmd/v6.dat"));
  const size_t tag = bytes.find(std::string("options  \0", 10));
  const std::string names = "10 worker\n";
  const size_t at = bytes.rfind(names, tag) - sizeof(uint64_t);
  uint64_t size = 0;
  std::memcpy(&size, bytes.data() + at, sizeof size);
  ASSERT_EQ(at + sizeof size + size + 4, tag);
  size -= kLess;
  std::memcpy(bytes.data() + at, &size, sizeof size);
  std::string warnings;
  const tracecmd::TraceFile file = readFile(bytes, warnings);
  EXPECT_EQ(file.cpuCount, 2u);
  ASSERT_EQ(file.buffers.size(), 1u);
  EXPECT_EQ(file.buffers[0].cpus.size(), 2u);
  EXPECT_EQ(warnings.find("a table of"), std::string::npos) << warnings;
}

// A file of which only the end is missing: its table is right, and nothing is shared out.
TEST(TracecmdTables, ACutFileSaysHowMuchIsMissing) {
  const std::string good = test::readFile(test::samplesPath("tracecmd") + "/v6-sched-syscalls/trace.dat");
  std::string warnings;
  const tracecmd::TraceFile whole = readFile(good, warnings);
  EXPECT_EQ(warnings, "");
  constexpr size_t kCut = 400000;
  const tracecmd::TraceFile cut = readFile(good.substr(0, kCut), warnings);
  ASSERT_EQ(cut.buffers.size(), 1u);
  for (size_t cpu = 0; cpu < cut.buffers[0].cpus.size(); ++cpu)
    EXPECT_EQ(entryOf(cut.buffers[0].cpus[cpu]), entryOf(whole.buffers[0].cpus[cpu]));
  const tracecmd::CpuData& last = whole.buffers[0].cpus.back();
  const std::string missing = std::to_string(last.offset + last.size - kCut) + " bytes are missing";
  EXPECT_NE(warnings.find("one that is cut: " + missing), std::string::npos) << warnings;
  EXPECT_EQ(warnings.find("contradict"), std::string::npos) << warnings;
}

// Behind the last record of the last page, nothing is lost. The names of sections come last in version 7, and nothing
// needs them: that they are cut is said all the same.
TEST(TracecmdTables, ACutBehindTheLastRecordLosesNoRecords) {
  struct Case {
    const char* trace;
    size_t cut;
    size_t lostIn;  // CPUs that say so
  };
  for (const Case& one : {Case{"v6-sched-syscalls", 0, 1}, Case{"v6-sched-syscalls", 5, 1},
                          Case{"v6-sched-syscalls", 4000, 2}, Case{"v7-zstd-gcc", 0, 0}, Case{"v7-zstd-gcc", 5, 0}}) {
    SCOPED_TRACE(std::string(one.trace) + " without " + std::to_string(one.cut) + " bytes");
    const std::string good = test::readFile(test::samplesPath("tracecmd") + "/" + one.trace + "/trace.dat");
    test::LocalSession local;
    local.open(test::fileInMemory("trace.dat", good.substr(0, good.size() - one.cut)));
    const TraceIndex& index = local.session.index();
    EXPECT_EQ(index.losses().size(), one.lostIn);
    EXPECT_EQ(index.warningCount() > 0, one.cut > 0);
    for (const Warning& warning : index.warnings()) EXPECT_GT(warning.offset, 1000u) << warning.text();
  }
}

// The number of a CPU in the table that says where its data lie, beside those that the kernel counted events of.
TEST(TracecmdTables, CpusThatWereNotRecorded) {
  const std::string good = test::readFile(test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat");
  std::string warnings;
  tracecmd::TraceFile file = readFile(good, warnings);
  EXPECT_EQ(warnings, "");
  ASSERT_FALSE(file.buffers.empty());
  ASSERT_FALSE(file.buffers[0].cpus.empty());
  const tracecmd::CpuData cpu = file.buffers[0].cpus.front();
  const size_t at = good.rfind(entryOf(cpu));
  ASSERT_NE(at, std::string::npos);
  std::string bad = good;
  const uint32_t other = 4000;
  std::memcpy(bad.data() + at - sizeof other, &other, sizeof other);
  file = readFile(bad, warnings);
  EXPECT_EQ(file.buffers[0].cpus.front().cpu, other) << "what the file says first";
  EXPECT_NE(warnings.find("those of CPU 4000, which was not"), std::string::npos) << warnings;
  EXPECT_NE(warnings.find("none of CPU " + std::to_string(cpu.cpu)), std::string::npos) << warnings;
}

// Without those counts, by how many CPUs there are.
TEST(TracecmdTables, MoreCpusThanThereAre) {
  std::string bytes = test::readFile(test::dataPath("tracecmd/v7-none.dat"));
  std::string warnings;
  const tracecmd::TraceFile file = readFile(bytes, warnings);
  EXPECT_EQ(warnings, "");
  const tracecmd::CpuData cpu = file.buffers[0].cpus.back();
  bytes[bytes.rfind(entryOf(cpu)) - 4] = 5;
  readFile(bytes, warnings);
  EXPECT_NE(warnings.find("expected data of 2 CPUs, found those of CPU 5"), std::string::npos) << warnings;
}

TEST(TracecmdTables, AnInstanceOfAnotherName) {
  std::string bytes = test::readFile(test::samplesPath("tracecmd") + "/v7-instances/trace.dat");
  const std::string name("irqs\0mono\0", 10);
  ASSERT_NE(bytes.rfind(name), std::string::npos);
  std::string warnings;
  readFile(bytes, warnings);
  EXPECT_EQ(warnings, "");
  bytes[bytes.rfind(name)] = 'a';
  readFile(bytes, warnings);
  EXPECT_NE(warnings.find("\"irqs\", as the kernel's counts call it, found \"arqs\""), std::string::npos) << warnings;
}

}  // namespace
}  // namespace tp
