// trace.dat files against `trace-cmd report -N -t`, event by event in its order.
#include <gtest/gtest.h>

#include <charconv>

#include "core/analysis/event_fields.h"
#include "core/analysis/event_merge.h"
#include "core/formats/registry.h"
#include "core/io/cursor.h"
#include "core/io/local_files.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

struct Event {
  int64_t time = 0;
  int64_t cpu = 0;
  int64_t tid = 0;
  std::string buffer;  // empty: the top one
  std::string comm;
  std::string name;
  std::string args;
  std::string flags;  // "d..2."; empty where the reference does not print them
};

// Spaces between words are the reference's columns.
std::string squashed(std::string_view text) {
  std::string out;
  for (char c : text) {
    bool space = c == ' ' || c == '\t' || c == '\n';
    if (space && (out.empty() || out.back() == ' ')) continue;
    out += space ? ' ' : c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

int64_t number(std::string_view text) {
  int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "  worker-10    [000] d..2.     5.000009319: sched_wakeup:         comm=writer"; other lines are none.
bool parseLine(std::string_view line, Event& event) {
  size_t open = line.find(" ["), close = line.find(']', open), colon = line.find(": ", close);
  if (open == std::string_view::npos || close == std::string_view::npos || colon == std::string_view::npos)
    return false;
  std::string_view task = line.substr(0, open);
  // Of an instance its name comes first, whatever its width.
  if (size_t end = task.find(": "); end != std::string_view::npos) {
    event.buffer = task.substr(task.find_first_not_of(' '), end - task.find_first_not_of(' '));
    task.remove_prefix(end + 2);
  }
  size_t dash = task.rfind('-'), first = task.find_first_not_of(' '), last = task.find_last_not_of(' ');
  if (dash == std::string_view::npos || first == std::string_view::npos) return false;
  event.comm = task.substr(first, dash - first);
  event.tid = number(task.substr(dash + 1, last - dash));
  event.cpu = number(line.substr(open + 2, close - open - 2));
  size_t stamp = line.find_last_of(' ', colon);
  event.flags = squashed(line.substr(close + 1, stamp - close - 1));
  std::string_view time = line.substr(stamp + 1, colon - stamp - 1);
  size_t dot = time.find('.');
  if (dot == std::string_view::npos || time.size() - dot != 10) return false;
  event.time = number(time.substr(0, dot)) * 1000000000 + number(time.substr(dot + 1));
  std::string_view rest = line.substr(colon + 2);
  event.name = rest.substr(0, rest.find(':'));
  event.args = squashed(rest.substr(std::min(rest.size(), event.name.size() + 1)));
  return true;
}

void expectAsReported(const std::string& path, const std::string& report) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  auto reader = openTrace(*files);
  ASSERT_TRUE(reader) << path;
  EventMerge merge(**reader, *files, {});
  EventRow row;
  auto next = [&] {
    while (merge.next()) {
      merge.describe(row);
      if (row.kind == "event") return true;
    }
    return false;
  };
  LineCursor lines(report);
  size_t compared = 0;
  for (std::string_view line; lines.next(line);) {
    Event expected;
    if (!parseLine(line, expected)) continue;
    ASSERT_TRUE(next()) << path << ": ends after " << compared << " events";
    ASSERT_EQ(row.time, expected.time) << path << " event " << compared;
    ASSERT_EQ(row.cpu, expected.cpu) << path << " event " << compared;
    ASSERT_EQ(row.tid, expected.tid) << path << " event " << compared;
    ASSERT_EQ(row.buffer, expected.buffer) << path << " event " << compared;
    ASSERT_EQ(row.comm, expected.comm) << path << " event " << compared;
    ASSERT_EQ(row.name, expected.name) << path << " event " << compared;
    if (!expected.flags.empty()) {
      ASSERT_EQ(flagsText(row), expected.flags) << path << " event " << compared;
    }
    // The reference prints D|P|I for every timer_start, whatever its flags are (report -R shows them).
    // A stack is several lines.
    if (row.name != "timer_start" && row.name != "kernel_stack") {
      ASSERT_EQ(squashed(row.args), expected.args) << path << " event " << compared;
    }
    ++compared;
  }
  EXPECT_GT(compared, 30u) << path;
  EXPECT_FALSE(next()) << path << ": more than the reference has";
}

TEST(TracecmdGolden, OwnFilesInEveryContainer) {
  std::string report = test::readFile(test::dataPath("tracecmd/report.txt"));
  for (const char* name : {"v7-none.dat", "v7-zstd.dat", "v7-zlib.dat", "v6.dat"})
    expectAsReported(test::dataPath(std::string("tracecmd/") + name), report);
}

TEST(TracecmdGolden, ThreadsAndTheirGuest) {
  for (const char* name : {"tracecmd/threads", "tracecmd/guest"})
    expectAsReported(test::dataPath(std::string(name) + ".dat"),
                     test::readFile(test::dataPath(std::string(name) + ".txt")));
}

TEST(TracecmdGolden, RecordedSamples) {
  std::string root = test::samplesPath("tracecmd");
  for (const char* name : {"v7-none-sched", "v7-zstd-gcc", "conv-v7none-to-v6", "clock-mono", "split-events",
                           "synth-tsc2nsec", "date-v7", "v6-instances", "v7-instances", "uprobes"}) {
    std::string folder = root + "/" + name;
    expectAsReported(folder + "/trace.dat", test::readFile(folder + "/report-noplugins.txt"));
  }
}

// What a CPU's track shows: nobody while it idles, and switches to whom the events say.
TEST(TracecmdGolden, CpuTracksShowWhoRuns) {
  auto files = openLocalFiles({test::dataPath("tracecmd/v7-none.dat")});
  ASSERT_TRUE(files);
  test::LocalSession local;
  local.open(*files);
  const TraceIndex& index = local.session.index();
  TrackId cpu = kNoTrack;
  for (TrackId id = 0; id < index.tracks().size(); ++id)
    if (index.tracks()[id].key.kind == TrackKind::Cpu && index.tracks()[id].key.cpu == 0) cpu = id;
  ASSERT_NE(cpu, kNoTrack);
  std::vector<Mark> marks;
  local.session.query(cpu, index.begin(), index.end(), 0, marks);
  size_t running = 0, interrupts = 0, lost = 0, gaps = 0;
  for (const Mark& mark : marks) {
    std::string_view name = index.names().view(mark.name);
    if ((mark.flags & kMarkLost) != 0) {
      ++lost;
    } else if (name == "not recorded") {
      // From the last record before the loss to the first after it: somebody else runs right up to it.
      ++gaps;
      EXPECT_TRUE(std::any_of(marks.begin(), marks.end(), [&](const Mark& other) {
        return (other.flags & kMarkLost) != 0 && other.begin == mark.end;
      }));
      for (const Mark& other : marks)
        EXPECT_TRUE(other.end <= mark.begin || other.begin >= mark.end || &other == &mark);
    } else if (mark.depth == 0) {
      EXPECT_TRUE(name == "worker" || name == "writer" || name == "reader") << name;
      ++running;
    } else {
      EXPECT_EQ(name, mark.depth == 2 ? "virtio0" : "NET_RX");
      ++interrupts;
    }
  }
  EXPECT_GT(running, 50u);
  EXPECT_EQ(interrupts, 2u * 37u);
  EXPECT_EQ(lost, 1u);
  EXPECT_EQ(gaps, 1u);
}

}  // namespace
}  // namespace tp
