// Waits of a kernel's threads have the calls of a program whose trace lies on the same axis. tests/tools has the
// comparison with the reference tools.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "core/analysis/waits/joined_words.h"
#include "core/analysis/waits/path_shares.h"
#include "core/io/local_files.h"
#include "core/session/calls/calls_question.h"
#include "tests/support/samples.h"
#include "tests/support/stack_boxes.h"
#include "tests/support/waits_of.h"

namespace tp {
namespace {

const std::string kKernel = test::dataPath("joint/kitchen.dat");
const std::string kProgram = test::sourcePath("assets/samples/kitchen/data");

struct Opened {
  explicit Opened(const std::vector<std::string>& paths, uint32_t workers = 1, const JoinOptions& options = {})
      : local(workers) {
    auto files = openLocalFiles(paths);
    EXPECT_TRUE(files);
    if (!files) return;
    local.options = options;
    local.open(*files);
    graph = test::waitsOf(local);
  }
  const TraceIndex& index() const { return local.session.index(); }
  WaitContext context() const { return {*graph, index()}; }
  TrackId thread(int64_t tid, uint32_t trace) const {
    for (const TrackId one : graph->threads()) {
      const TrackKey& key = index().tracks()[one].key;
      if (key.tid == tid && key.trace == trace) return one;
    }
    return kNoTrack;
  }
  // Of all segments of the kernel's threads.
  std::string text(uint32_t trace) const {
    std::string text;
    for (const TrackId one : graph->threads()) {
      if (index().tracks()[one].key.trace != trace) continue;
      graph->eachSegment(one, [&](const WaitSegment& segment) {
        text += test::textOf(segment, index().tracks(), index().names());
        text += "  " + std::string(index().names().view(segment.kind.userCall)) + "\n";
      });
    }
    return text;
  }

  test::LocalSession local;
  std::shared_ptr<const WaitGraph> graph;
};

TEST(JoinedWaits, AreNamedInSentencesAndShares) {
  const Opened both({kKernel, kProgram});
  const TrackId thread = both.thread(4413, 1);
  ASSERT_NE(thread, kNoTrack);
  EXPECT_EQ(waitWords(both.context(), thread, 16732777004463).text(),
            "slept 6.79 \u00b5s in futex (in std::condition_variable::wait); no waking was recorded");
  const auto life = both.graph->lifeOf(thread);
  ASSERT_TRUE(life);
  const auto shares = pathShares(criticalPath(*both.graph, thread, life->begin, life->end), both.index().tracks(),
                                 both.index().names());
  std::map<std::string, uint64_t> counts;
  for (const PathShare& share : shares) counts[std::string(both.index().names().view(share.userCall))] += share.count;
  EXPECT_EQ(counts["std::condition_variable::wait"], 7u);
  ASSERT_EQ(both.graph->joined.size(), 1u);
  const JoinedCalls& joined = both.graph->joined.front();
  EXPECT_TRUE(joined.exact);
  EXPECT_EQ(joined.threads, 6u);
  EXPECT_EQ(joined.named, 38u);
  EXPECT_EQ(joined.contradicted + joined.doubted, 0u);
  EXPECT_TRUE(joinedNotes(both.context()).empty());
}

TEST(JoinedWaits, AreTheSameForAnyNumberOfWorkersAndOrderOfTraces) {
  const std::string one = Opened({kKernel, kProgram}, 1).text(1);
  EXPECT_NE(one.find("std::condition_variable::wait"), std::string::npos);
  EXPECT_EQ(Opened({kKernel, kProgram}, 3).text(1), one);
  EXPECT_EQ(Opened({kProgram, kKernel}, 2).text(2), one);
}

TEST(JoinedWaits, OfOneTraceAreAsBefore) {
  const Opened alone({kKernel});
  EXPECT_TRUE(alone.graph->joined.empty());
  EXPECT_EQ(alone.text(0).find("condition_variable"), std::string::npos);
}

TEST(JoinedWaits, OfTracesThatOneOfThemWasShiftedAreNotNamed) {
  JoinOptions shifted;
  shifted.setShift(2, 1);
  const Opened both({kKernel, kProgram}, 1, shifted);
  EXPECT_EQ(both.text(1).find("condition_variable"), std::string::npos);
  ASSERT_EQ(both.graph->joined.size(), 1u);
  EXPECT_FALSE(both.graph->joined.front().exact);
  ASSERT_EQ(joinedNotes(both.context()).size(), 1u);
  // Shifted by the same, they still agree.
  shifted.setShift(1, 1);
  EXPECT_NE(Opened({kKernel, kProgram}, 1, shifted).text(1).find("condition_variable"), std::string::npos);
}

TEST(JoinedWaits, TracesWithoutStatesAreNamed) {
  const Opened both({kKernel, test::dataPath("xray/fdr-v5.xray")});
  ASSERT_FALSE(joinedNotes(both.context()).empty());
  EXPECT_EQ(joinedNotes(both.context()).front(), "fdr-v5.xray records no states of threads.");
}

// tests/tools/test_joined_states.py compares these with the texts of the reference tools.
TEST(JoinedStates, AreTheSameForAnyNumberOfWorkersAndOrderOfTraces) {
  StackQuery query;
  query.scope.functions = false;
  for (const StateWeight weight : {StateWeight::Running, StateWeight::OffCpu}) {
    query.scope.states = weight;
    std::optional<test::Boxes> first;
    for (const uint32_t workers : {1u, 2u, 3u, 8u}) {
      Opened both(workers % 2 == 0 ? std::vector{kKernel, kProgram} : std::vector{kProgram, kKernel}, workers);
      const auto stacks = test::ask(both.local, query, true);
      const test::Boxes boxes = test::boxesOf(stacks->tree(), false, both.index().names(), both.index().tracks());
      if (!first) first = boxes;
      EXPECT_FALSE(boxes.empty());
      EXPECT_EQ(boxes, *first) << workers;
      // As the command line counts them, in a tree.
      auto calls = std::make_shared<CallsQuestion>(query.scope, workers);
      both.local.session.ask(calls);
      both.local.finish();
      ASSERT_TRUE(calls->done());
      EXPECT_EQ(test::boxesOf(calls->calls().profile.growth, false, both.index().names(), both.index().tracks()),
                boxes);
    }
  }
}

}  // namespace
}  // namespace tp
