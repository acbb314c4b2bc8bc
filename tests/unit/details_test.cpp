// What is said of a selected mark: where its record lies, its bytes, its numbers and the threads that it mentions.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "core/analysis/numeric_field.h"
#include "core/io/local_files.h"
#include "core/kernel/open_rows.h"
#include "core/trace/not_recorded.h"
#include "tests/support/each_row.h"
#include "tests/support/each_trace.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

std::string rowOf(const Description& description, std::string_view label) {
  for (const DetailRow& row : description.rows)
    if (row.label == label) return row.text;
  return {};
}

// The bytes of a dump.
std::string undump(const std::string& dump) {
  std::string out;
  for (size_t line = 0; line < dump.size();
       line = dump.find('\n', line) == std::string::npos ? dump.size() : dump.find('\n', line) + 1)
    for (size_t i = line + 4; i + 2 < std::min(dump.size(), line + 52) && dump[i + 1] != ' '; i += 3)
      out += static_cast<char>(std::strtol(dump.substr(i + 1, 2).c_str(), nullptr, 16));
  return out;
}

class Details : public ::testing::Test {
 protected:
  void open(const std::string& path) {
    auto opened = openLocalFiles({path});
    ASSERT_TRUE(opened.ok()) << path;
    files = std::move(*opened);
    local.open(files);
    ASSERT_EQ(local.session.phase(), Phase::Ready);
  }
  // The first mark that stands alone on a track of this kind, and has bytes.
  bool describe(TrackKind kind) {
    const TraceIndex& index = local.session.index();
    for (TrackId track = 0; track < index.tracks().size(); ++track) {
      if (index.tracks()[track].key.kind != kind) continue;
      std::vector<Mark> marks;
      local.session.query(track, index.begin(), index.end(), 0, marks);
      for (const Mark& mark : marks) {
        if (mark.aggregate() || (mark.flags & kMarkNoBegin) != 0) continue;
        local.session.describe(track, mark);
        local.finish();
        if (!rowOf(*local.session.description(), "bytes").empty()) return true;
      }
    }
    return false;
  }
  // What is shown lies in the file where it says.
  void expectBytesOfFile() {
    const Description& description = *local.session.description();
    std::string where = rowOf(description, "recorded in"), dump = rowOf(description, "bytes");
    size_t at = where.find("offset ");
    ASSERT_NE(at, std::string::npos) << where;
    auto offset = static_cast<size_t>(std::strtoull(where.c_str() + at + 7, nullptr, 10));
    std::string bytes = undump(dump), path = where.substr(0, where.find(','));
    ASSERT_FALSE(bytes.empty());
    for (const FileEntry& file : files.files()) {
      if (file.path != path) continue;
      std::vector<std::byte> all = readAll(*file.source);
      ASSERT_LE(offset + bytes.size(), all.size()) << where;
      EXPECT_EQ(bytes, std::string(reinterpret_cast<const char*>(all.data()) + offset, bytes.size())) << where;
      return;
    }
    ADD_FAILURE() << "no file for " << where;
  }

  FileSet files;
  test::LocalSession local;
};

TEST_F(Details, BytesOfUftrace) {
  open(test::sourcePath("assets/samples/kitchen/data"));
  ASSERT_TRUE(describe(TrackKind::Thread));
  expectBytesOfFile();
}

TEST_F(Details, BytesOfTraceCmd) {
  open(test::dataPath("tracecmd/threads.dat"));
  ASSERT_TRUE(describe(TrackKind::ThreadState));
  expectBytesOfFile();
}

TEST_F(Details, BytesOfLttng) {
  open(test::dataPath("lttng/2.6-le"));
  ASSERT_TRUE(describe(TrackKind::Events));
  expectBytesOfFile();
}

TEST_F(Details, BytesOfXray) {
  open(test::dataPath("xray/fdr-v3.xray"));
  ASSERT_TRUE(describe(TrackKind::Thread));
  expectBytesOfFile();
}

TEST_F(Details, BytesOutOfSomethingCompressed) {
  open(test::dataPath("tracecmd/v7-zlib.dat"));
  ASSERT_TRUE(describe(TrackKind::Events));
  const Description& description = *local.session.description();
  EXPECT_NE(rowOf(description, "recorded in").find("compressed"), std::string::npos);
  EXPECT_FALSE(rowOf(description, "bytes").empty());
}

TEST_F(Details, NumbersAndThreads) {
  open(test::dataPath("tracecmd/threads.dat"));
  const TraceIndex& index = local.session.index();
  TrackKey key;
  key.kind = TrackKind::ThreadState;
  key.tid = 20;
  TrackId app = index.tracks().find(key);
  ASSERT_NE(app, kNoTrack);
  // From the switch at 100 us to that at 140 us.
  std::vector<Mark> marks;
  local.session.query(app, 6000120000, 6000120000, 0, marks);
  ASSERT_EQ(marks.size(), 1u);
  local.session.describe(app, marks[0]);
  local.finish();
  const Description& description = *local.session.description();
  ASSERT_TRUE(description.found);
  bool next = false;
  for (const Description::Field& field : description.fields)
    next = next || (field.event == "sched_switch" && field.field == "next_pid" && field.text == "20");
  EXPECT_TRUE(next);
  // What began the state and what ended it are two records, each with its own numbers; those of the end come behind.
  std::map<std::string, std::map<bool, std::string>> numbers;
  bool ended = false;
  for (const Description::Field& field : description.fields) {
    EXPECT_TRUE(field.end || !ended);
    ended = field.end;
    numbers[field.field][field.end] = field.text;
  }
  EXPECT_TRUE(ended);
  EXPECT_EQ(numbers["next_pid"][false], "20");
  EXPECT_EQ(numbers["prev_pid"][true], "20");
  EXPECT_NE(numbers["next_pid"][true], "20");
  // Itself is no news, and the idle thread is none.
  for (const Description::Link& link : description.links) EXPECT_NE(link.track, app);
}

// The record of that, of the same CPU and vector, which follows no other entry of the vector.
TEST_F(Details, WhatRaisedASoftirq) {
  const std::string path = test::samplesPath("tracecmd") + "/v7-none-sched/trace.dat";
  std::map<std::pair<int64_t, Time>, Time> expected;                  // by CPU and entry
  std::map<std::pair<int64_t, int64_t>, std::optional<Time>> raised;  // by CPU and vector
  test::eachRow(path, [&](EventMerge&, const EventRow& row) {
    int64_t vector = 0;
    if (row.name == "softirq_exit" || row.name.substr(0, 8) != "softirq_" || !numericField(row, "vec", vector)) return;
    std::optional<Time>& last = raised[{row.cpu, vector}];
    if (row.name == "softirq_raise") {
      last = row.time;
    } else if (std::optional<Time> by = std::exchange(last, std::nullopt)) {
      expected[{row.cpu, row.time}] = *by;
    }
  });
  ASSERT_GT(expected.size(), 10u);
  open(path);
  const TraceIndex& index = local.session.index();
  size_t told = 0;
  for (const auto& [place, time] : expected) {
    const TrackId cpu = index.tracks().find({TrackKind::Cpu, -1, -1, static_cast<int32_t>(place.first), ""});
    ASSERT_NE(cpu, kNoTrack);
    std::vector<Mark> marks;
    for (int turn = 0; turn < 2; ++turn) {
      marks.clear();
      local.session.query(cpu, place.second, place.second, 0, marks);
      local.finish();
    }
    for (const Mark& mark : marks) {
      if (mark.depth != kernel::kSoftirqRow || mark.begin != place.second) continue;
      local.session.describe(cpu, mark);
      local.finish();
      for (const Description::Link& link : local.session.description()->links) {
        if (link.label != "raised by") continue;
        EXPECT_EQ(link.time, time);
        EXPECT_TRUE(link.flow && !link.outgoing);
        EXPECT_EQ(index.tracks()[link.track].key.kind, TrackKind::Events);
        ++told;
      }
    }
  }
  // Some are too far back.
  EXPECT_GT(told, expected.size() * 9 / 10);
}

// Of every track, the first slices, whichever way they are recorded.
class DetailsOfTrace : public testing::TestWithParam<std::string> {};

TEST_P(DetailsOfTrace, WhateverIsDrawnHasARecord) {
  constexpr size_t kOfEach = test::kSlowBuild ? 1 : 4;
  const std::string& path = GetParam();
  auto opened = openLocalFiles({path});
  ASSERT_TRUE(opened.ok()) << path;
  test::LocalSession one(2);
  one.open(*opened);
  if (one.session.phase() != Phase::Ready) return;
  const TraceIndex& index = one.session.index();
  for (TrackId track = 0; track < index.tracks().size(); ++track) {
    if (index.tracks()[track].key.kind == TrackKind::Counter) continue;
    std::vector<Mark> marks;
    for (int turn = 0; turn < 2; ++turn) {
      marks.clear();
      one.session.query(track, index.begin(), index.end(), 0, marks);
      one.finish();
    }
    size_t asked = 0;
    for (const Mark& mark : marks) {
      const bool drawn = index.names().view(mark.name) == kNotRecordedSlice || (mark.flags & kMarkNoBegin) != 0;
      if (mark.aggregate() || drawn || asked++ >= kOfEach) continue;
      one.session.describe(track, mark);
      one.finish();
      EXPECT_TRUE(one.session.description()->found)
          << path << ": " << index.tracks()[track].name << ", " << index.names().view(mark.name) << " at " << mark.begin
          << " to " << mark.end << ", flags " << int{mark.flags};
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, DetailsOfTrace, testing::ValuesIn(test::eachTrace(1)), test::traceTestName);

}  // namespace
}  // namespace tp
