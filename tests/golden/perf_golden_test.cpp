// Recordings of perf against `perf script`, record by record.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "core/analysis/sample_growth.h"
#include "core/decode/stream_driver.h"
#include "core/export/folded_stacks.h"
#include "core/formats/registry.h"
#include "core/io/archive.h"
#include "core/io/local_files.h"
#include "core/text/number_text.h"
#include "tests/support/perf_reference.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

std::string pathOf(const std::string& name) {
  return test::samplesPath("perf/" + name);
}

// A row as a line of `perf script`. Marks in callchains are left out, as there.
test::PerfLine lineOf(const EventRow& row, const ClockInfo& clock) {
  test::PerfLine out;
  out.comm = row.comm;
  out.pid = row.pid;
  out.tid = row.tid;
  if ((row.present & EventRow::kCpu) != 0) out.cpu = row.cpu;
  out.time = clock.isNs ? row.time : -1;
  if (row.kind == "record" || row.kind == "lost") {
    out.event = row.kind == "lost" ? "PERF_RECORD_LOST" : "PERF_RECORD_" + std::string(row.name);
    out.text = row.words();
    return out;
  }
  out.event = row.name;
  if (row.schema == nullptr) return out;
  if (row.schema->system() != "perf") out.event = std::string(row.schema->system()) + ":" + out.event;
  std::string room;
  if (const size_t field = row.schema->find("period"); field != RowSchema::kNone)
    out.period = static_cast<int64_t>(row.schema->read(field, row.bytes, room).number);
  if (const size_t field = row.schema->find("chain"); field != RowSchema::kNone) {
    constexpr uint64_t kFirstMark = ~uint64_t{0} - 4094;
    for (uint64_t i = 0;; ++i) {
      const RowValue address = row.schema->element(field, i, row.bytes);
      if (address.kind == RowValue::Kind::None) break;
      if (address.number < kFirstMark) out.chain.push_back(address.number);
    }
  }
  if (const size_t field = row.schema->find("ip"); field != RowSchema::kNone && out.chain.empty())
    if (const RowValue ip = row.schema->read(field, row.bytes, room); ip.kind != RowValue::Kind::None)
      out.chain.push_back(ip.number);
  out.text = row.words();
  return out;
}

std::string hex(uint64_t number) {
  return "0x" + hexText(number);
}

// The names of the functions of a sample.
struct Stack {
  std::string text;

  std::string_view frame(size_t number) const {
    std::string_view rest = text;
    for (; number > 0 && rest.find(';') != std::string_view::npos; --number) rest.remove_prefix(rest.find(';') + 1);
    return number > 0 ? std::string_view() : rest.substr(0, rest.find(';'));
  }
};

Stack stackOf(const EventRow& row) {
  Stack out;
  std::string room;
  const size_t field = row.schema == nullptr ? RowSchema::kNone : row.schema->find("stack");
  if (field != RowSchema::kNone) out.text = row.schema->read(field, row.bytes, room).text;
  return out;
}

struct Decoded {
  std::vector<test::PerfLine> lines;
  std::vector<Stack> stacks;  // of the samples
  std::vector<std::string> warnings;
  bool timed = false;
};

Decoded decode(const std::string& name) {
  Decoded out;
  auto opened = openLocalFiles({pathOf(name) + "/perf.data"});
  EXPECT_TRUE(opened.ok()) << name;
  auto files = expandArchives(*opened);
  auto reader = openTrace(*files);
  EXPECT_TRUE(reader.ok()) << name;
  if (!reader) return out;
  out.timed = (*reader)->info().clock.isNs;
  std::vector<std::pair<test::PerfLine, Stack>> rows;
  for (size_t stream = 0; stream < (*reader)->streams().size(); ++stream) {
    StreamDriver driver(**reader, stream);
    RecordBatch batch;
    while (driver.pull(batch, *files, 700) == StreamDriver::Step::Batch) {
      for (uint32_t i = 0; i < batch.count; ++i) {
        if (!isRow(batch.records[i])) continue;
        EventRow row;
        driver.decoder().describe(batch.records[i], row);
        rows.push_back({lineOf(row, (*reader)->info().clock), stackOf(row)});
      }
    }
  }
  // Of a folder, each file is in order.
  if ((*reader)->streams().size() > 1)
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.first.time < b.first.time; });
  for (auto& [line, stack] : rows) {
    if (!line.isRecord()) out.stacks.push_back(std::move(stack));
    out.lines.push_back(std::move(line));
  }
  for (const Warning& warning : (*reader)->warnings().kept()) out.warnings.push_back(warning.text());
  return out;
}

std::vector<std::string> samples() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(test::samplesPath("perf")))
    if (entry.is_directory()) out.push_back(entry.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

class PerfGolden : public testing::TestWithParam<std::string> {};

// Each sample: when, of which thread, with which command, on which CPU, of which event, how many it stands for, and all
// addresses of its callchain.
TEST_P(PerfGolden, SamplesAreThoseOfPerfScript) {
  const std::string& name = GetParam();
  std::vector<test::PerfLine> expected = test::readPerfScript(test::readFile(pathOf(name) + "/ref/script-nosym.txt"));
  const Decoded decoded = decode(name);
  std::vector<test::PerfLine> mine;
  for (const test::PerfLine& line : decoded.lines)
    if (!line.isRecord()) mine.push_back(line);
  ASSERT_EQ(mine.size(), expected.size());
  // perf unwinds these chains, from copies of stacks.
  const bool unwound = name == "dwarf" || name == "lost";
  for (size_t i = 0; i < mine.size(); ++i) {
    SCOPED_TRACE(name + " sample " + std::to_string(i));
    if (decoded.timed) ASSERT_EQ(mine[i].time, expected[i].time);
    ASSERT_EQ(mine[i].event, expected[i].event);
    ASSERT_EQ(mine[i].pid, expected[i].pid);
    ASSERT_EQ(mine[i].tid, expected[i].tid);
    // Of a thread that has ended, as perf says it, nothing is known.
    ASSERT_EQ(mine[i].tid == -1 ? ":-1" : mine[i].comm, expected[i].comm);
    if (expected[i].cpu >= 0) ASSERT_EQ(mine[i].cpu, expected[i].cpu);
    if (expected[i].period >= 0) ASSERT_EQ(mine[i].period, expected[i].period);
    if (unwound) continue;
    ASSERT_EQ(mine[i].chain.size(), expected[i].chain.size());
    for (size_t k = 0; k < mine[i].chain.size(); ++k) {
      // Of programs, perf prints places in files, where the address is mapped.
      const bool same = mine[i].chain[k] == expected[i].chain[k] ||
                        decoded.stacks[i].frame(k).ends_with("+" + hex(expected[i].chain[k]));
      ASSERT_TRUE(same) << hex(mine[i].chain[k]) << " " << hex(expected[i].chain[k]) << " "
                        << decoded.stacks[i].frame(k);
    }
  }
}

// What perf prints of a record, in our words.
std::string inOurWords(const test::PerfLine& line) {
  std::string text = line.text;
  const auto replace = [&text](std::string_view from, std::string_view to) {
    if (const size_t at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
  };
  if (line.event == "PERF_RECORD_COMM" && text.starts_with("exec: ")) return text;
  if (line.event.starts_with("PERF_RECORD_SWITCH")) {
    replace("OUT preempt", "out, preempted");
    replace("OUT", "out");
    replace("IN", "in");
    replace(" next pid/tid: ", ", next: ");
    replace(" prev pid/tid: ", ", before: ");
  }
  replace(" <", " ");
  replace(">]", "]");
  if (text.starts_with(": ")) text.erase(0, 2);
  return text;
}

// The other records: when, of which thread, and what they say.
TEST_P(PerfGolden, OtherRecordsAreThoseOfPerfScript) {
  const std::string& name = GetParam();
  std::vector<test::PerfLine> expected, mine;
  for (const test::PerfLine& line : test::readPerfScript(test::readFile(pathOf(name) + "/ref/script-events.txt")))
    if (line.isRecord()) expected.push_back(line);
  for (const test::PerfLine& line : decode(name).lines)
    if (line.isRecord() && line.event != "PERF_RECORD_LOST_SAMPLES") mine.push_back(line);
  ASSERT_EQ(mine.size(), expected.size());
  for (size_t i = 0; i < mine.size(); ++i) {
    SCOPED_TRACE(name + " record " + std::to_string(i) + " " + expected[i].text);
    ASSERT_EQ(mine[i].event, expected[i].event);
    // What perf tells of before the recording, it gives the time 0.
    if (mine[i].time >= 0 && expected[i].time != 0) {
      ASSERT_EQ(mine[i].time, expected[i].time);
      ASSERT_EQ(mine[i].tid, expected[i].tid);
    }
    static const std::set<std::string> kOthers = {"PERF_RECORD_LOST", "PERF_RECORD_NAMESPACES", "PERF_RECORD_CGROUP"};
    // perf does not turn round the protection of a mapping of another byte order.
    if (name.starts_with("big-endian") && mine[i].event == "PERF_RECORD_MMAP2") continue;
    if (!kOthers.contains(mine[i].event)) ASSERT_EQ(mine[i].text, inOurWords(expected[i]));
  }
}

// The stacks of a recording by samples of an event, as "outermost;...;innermost", and how many each has.
std::map<std::string, int64_t> stacksOf(TraceReader& reader, const FileSet& files, const std::string& counter) {
  CallScope scope;
  scope.functions = false;
  scope.counter = counter;
  CallAggregator calls(scope, reader);
  calls.startStream();
  StreamDriver driver(reader, 0);
  RecordBatch batch;
  while (driver.pull(batch, files) == StreamDriver::Step::Batch) addWithSamples(calls, driver, batch);
  calls.endStream();
  std::map<std::string, int64_t> out;
  const CallTree& tree = calls.profiles().best().growth;
  const auto nameOf = [&](NameId name, bool) { return reader.names().view(name); };
  foldStacks(tree, false, StackValue::Self, nameOf, [&](std::string_view line) {
    const size_t blank = line.rfind(' ');
    // Functions that have got one name are one.
    const std::string stack(line.substr(0, blank));
    EXPECT_TRUE(out.emplace(stack, std::stoll(std::string(line.substr(blank + 1)))).second) << stack;
  });
  return out;
}

// How many samples have stacks that end like this.
int64_t endingIn(const std::map<std::string, int64_t>& stacks, std::string_view end) {
  int64_t sum = 0;
  for (const auto& [stack, samples] : stacks) sum += stack.ends_with(end) ? samples : 0;
  return sum;
}

// perf names libraries that are not among the samples, too, so only functions of the program are compared.
TEST(PerfNames, ProgramsNameFunctions) {
  const std::string folded = test::readFile(pathOf("hot-fp") + "/ref/folded.txt");
  std::map<std::string, int64_t> expected;
  LineCursor lines(folded);
  for (std::string_view line; lines.next(line);)
    expected[std::string(line.substr(0, line.rfind(' ')))] += std::stoll(std::string(line.substr(line.rfind(' ') + 1)));
  auto files = openLocalFiles({pathOf("hot-fp") + "/perf.data"});
  auto program = openLocalFiles({pathOf("hot-fp") + "/hot"});
  auto reader = openTrace(*files);
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(endingIn(stacksOf(**reader, *files, "samples of cpu-clock"), "busy;outer;leaf_half"), 0);
  std::vector<NameId> renamed;
  ASSERT_TRUE((*reader)->addFiles(*program, renamed));
  EXPECT_FALSE(renamed.empty());
  const auto stacks = stacksOf(**reader, *files, "samples of cpu-clock");
  for (const char* end : {"busy;outer;leaf_half", "busy;outer;leaf_third", "busy;leaf_fifth"}) {
    EXPECT_GT(endingIn(expected, end), 0) << end;
    EXPECT_EQ(endingIn(stacks, end), endingIn(expected, end)) << end;
  }
  EXPECT_EQ(endingIn(stacks, ""), endingIn(expected, ""));
  EXPECT_EQ(endingIn(stacksOf(**reader, *files, "cpu-clock, ns"), "busy;leaf_fifth"),
            400000 * endingIn(expected, "busy;leaf_fifth"));
}

// A program of the same name with another build id names nothing, and that is told.
TEST(PerfNames, OtherProgramsNameNothing) {
  auto files = openLocalFiles({pathOf("hot-fp") + "/perf.data"});
  auto other = openLocalFiles({pathOf("dlopen") + "/dl"});
  FileSet renamedFile;
  renamedFile.add("hot", other->files()[0].source);
  auto reader = openTrace(*files);
  ASSERT_TRUE(reader.ok());
  std::vector<NameId> renamed;
  ASSERT_TRUE((*reader)->addFiles(renamedFile, renamed));
  const auto stacks = stacksOf(**reader, *files, "samples of cpu-clock");
  EXPECT_EQ(endingIn(stacks, "leaf_half"), 0);
  const std::vector<Warning> warnings = (*reader)->warnings().kept();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].text().find("another one"), std::string::npos) << warnings[0].text();
}

// What compilers at run time tell, of code that lies in no file.
TEST(PerfNames, MadeFunctionsHaveTheirNames) {
  auto files = openLocalFiles({pathOf("jit-anon") + "/perf.data"});
  auto reader = openTrace(*files);
  ASSERT_TRUE(reader.ok());
  const auto before = stacksOf(**reader, *files, "samples of cpu-clock");
  // The address that most samples end in lies in no file.
  std::string most;
  for (const auto& [stack, samples] : before)
    if (most.empty() || samples > before.at(most)) most = stack;
  const std::string address = most.substr(most.rfind(';') + 1);
  ASSERT_TRUE(address.starts_with("0x")) << address;
  const std::string digits = address.substr(address.rfind('x') + 1);
  FileSet map;
  const int64_t pid = [&] {
    const std::vector<test::PerfLine> all =
        test::readPerfScript(test::readFile(pathOf("jit-anon") + "/ref/script-nosym.txt"));
    return all.empty() ? int64_t{0} : all.front().pid;
  }();
  map.add("perf-" + std::to_string(pid) + ".map", std::make_shared<MemorySource>(digits + " 1 made at run time\n"));
  std::vector<NameId> renamed;
  ASSERT_TRUE((*reader)->addFiles(map, renamed));
  EXPECT_EQ(endingIn(stacksOf(**reader, *files, "samples of cpu-clock"), "made at run time"),
            endingIn(before, address));
}

INSTANTIATE_TEST_SUITE_P(All, PerfGolden, testing::ValuesIn(samples()), [](const auto& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace tp
