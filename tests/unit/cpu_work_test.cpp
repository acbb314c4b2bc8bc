// What a CPU did within a range: as much as the scheduling counts, and as the call table counts on its track.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "core/io/local_files.h"
#include "core/session/scheduling/cpu_work_question.h"
#include "core/session/scheduling/scheduling_question.h"
#include "core/trace/not_recorded.h"
#include "tests/support/each_trace.h"
#include "tests/support/opened_by.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

class CpuWorks : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Each, CpuWorks, testing::ValuesIn(test::eachTrace(2)), test::traceTestName);

// Ranges of a trace: all of it, a half in the middle, a tenth.
std::vector<std::pair<Time, Time>> rangesOf(const TraceIndex& index) {
  const Time from = index.begin(), to = index.end(), length = to - from;
  return {{from, to}, {from + length / 4, to - length / 4}, {from + length / 2, from + length / 2 + length / 10}};
}

TEST_P(CpuWorks, AreWhatIsDrawnOnTheTrack) {
  test::openedBy1And3(GetParam(), [&](test::LocalSession& local) {
    const TraceIndex& index = local.session.index();
    for (TrackId track = 0; track < index.tracks().size(); ++track) {
      if (index.tracks()[track].key.kind != TrackKind::Cpu || index.lanesOf(track).empty()) continue;
      for (const auto& [from, to] : rangesOf(index)) {
        auto question = std::make_shared<CpuWorkQuestion>(CpuWorkScope{track, from, to});
        local.session.ask(question);
        CallScope scope;
        scope.begin = from;
        scope.end = to;
        scope.tracks = {track};
        local.session.requestCalls(scope);
        local.finish();
        ASSERT_TRUE(question->done());
        const std::vector<CpuWork::Row>& rows = question->work().rows;
        const Calls* calls = local.session.calls();
        ASSERT_NE(calls, nullptr);
        std::map<std::string, Time> theirs;
        // The call table does not count what has no beginning or no end, even if that lies outside of the range.
        bool whole = true;
        for (const FunctionStats& row : calls->functions.rows) {
          theirs[std::string(index.names().view(row.name))] = row.self;
          whole = whole && row.open == 0 && row.unbegun == 0;
        }
        theirs.erase(std::string(kNotRecordedSlice));
        Time sum = 0;
        for (const auto& [name, self] : theirs) sum += self;
        const bool sure = std::none_of(rows.begin(), rows.end(), [](const CpuWork::Row& row) { return row.uncertain; });
        if (sure && whole) {
          EXPECT_EQ(question->work().sum(), sum);
        }
        if (sure) {
          EXPECT_GE(question->work().sum(), sum);
        }
        for (const CpuWork::Row& row : rows) EXPECT_FALSE(row.names.empty());
        // What is drawn without a known beginning may lie over others.
        if (sure) {
          EXPECT_LE(question->work().sum() + question->work().idle + question->work().notRecorded, to - from);
        }
      }
    }
  });
}

// Several that are asked for together have the answers that each has by itself.
TEST_P(CpuWorks, AreTheSameTogether) {
  test::openedBy1And3(GetParam(), [&](test::LocalSession& local) {
    const TraceIndex& index = local.session.index();
    std::vector<CpuWorkScope> scopes;
    for (TrackId track = 0; track < index.tracks().size(); ++track)
      if (index.tracks()[track].key.kind == TrackKind::Cpu && !index.lanesOf(track).empty())
        for (const auto& [from, to] : rangesOf(index))
          if (scopes.size() < CpuWorkQuestion::kMaxScopes) scopes.push_back({track, from, to});
    if (scopes.empty()) return;
    auto together = std::make_shared<CpuWorkQuestion>(scopes);
    EXPECT_EQ(together->workOf(scopes.front()), nullptr) << "not told yet";
    local.session.ask(together);
    local.finish();
    for (const CpuWorkScope& scope : scopes) {
      auto alone = std::make_shared<CpuWorkQuestion>(scope);
      local.session.ask(alone);
      local.finish();
      const CpuWork* work = together->workOf(scope);
      ASSERT_NE(work, nullptr);
      EXPECT_EQ(work->idle, alone->work().idle);
      EXPECT_EQ(work->notRecorded, alone->work().notRecorded);
      ASSERT_EQ(work->rows.size(), alone->work().rows.size());
      for (size_t i = 0; i < work->rows.size(); ++i) {
        EXPECT_EQ(work->rows[i].time, alone->work().rows[i].time);
        EXPECT_EQ(work->rows[i].tid, alone->work().rows[i].tid);
        EXPECT_EQ(work->rows[i].names, alone->work().rows[i].names);
      }
    }
    EXPECT_EQ(together->workOf({scopes.front().track, 1, 0}), nullptr) << "not asked for";
  });
}

// As a script adds it up from what `trace-cmd report` prints: from each switch to the idle thread to the next switch,
// if that is away from it, without the interrupts amid it.
TEST(CpuWorkIdle, IsWhatTheSwitchesSay) {
  struct Of {
    std::string path;
    int32_t cpu;
    Time idle;
  };
  const Of all[] = {{test::samplesPath("tracecmd") + "/lost-overwrite", 0, 11782889},
                    {test::dataPath("tracecmd/wakers.dat"), 0, 830000},
                    {test::dataPath("tracecmd/wakers.dat"), 1, 0}};
  for (const Of& of : all) {
    test::LocalSession local(2);
    auto files = openLocalFiles({of.path});
    ASSERT_TRUE(files);
    local.open(*files);
    const TraceIndex& index = local.session.index();
    for (TrackId track = 0; track < index.tracks().size(); ++track) {
      const TrackKey& key = index.tracks()[track].key;
      if (key.kind != TrackKind::Cpu || key.cpu != of.cpu) continue;
      auto question = std::make_shared<CpuWorkQuestion>(CpuWorkScope{track, index.begin(), index.end()});
      local.session.ask(question);
      local.finish();
      EXPECT_EQ(question->work().idle, of.idle) << of.path << " CPU " << of.cpu;
    }
  }
}

}  // namespace
}  // namespace tp
