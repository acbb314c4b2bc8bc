// The nearest beginning of a name, against all marks that there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/io/local_files.h"
#include "core/session/find/find_question.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

using Place = std::tuple<Time, uint16_t, TrackId>;

// Every slice of a kind of tracks, by name.
std::map<NameId, std::vector<Place>> placesOf(test::LocalSession& local, TrackKind kind) {
  const TraceIndex& index = local.session.index();
  std::map<NameId, std::vector<Place>> places;
  for (TrackId id = 0; id < index.tracks().size(); ++id) {
    if (index.tracks()[id].key.kind != kind) continue;
    std::vector<Mark> marks;
    auto query = [&] {
      marks.clear();
      local.session.beginFrame();
      local.session.query(id, index.begin(), index.end(), 0, marks);
      local.session.endFrame();
      local.finish();
    };
    query();
    query();
    for (const Mark& mark : marks) {
      EXPECT_FALSE(mark.aggregate());
      // A call that has no beginning is told of by no record that begins one; a CPU's slice is one record.
      if ((mark.flags & kMarkNoBegin) == 0 || kind == TrackKind::Cpu)
        places[mark.name].emplace_back(mark.begin, mark.depth, id);
    }
  }
  for (auto& [name, list] : places) std::sort(list.begin(), list.end());
  return places;
}

FoundPlace find(test::LocalSession& local, FindScope scope) {
  auto question = std::make_shared<FindQuestion>(std::move(scope));
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  return question->found();
}

void stepsThrough(test::LocalSession& local, TrackKind kind) {
  size_t checked = 0;
  for (const auto& [name, all] : placesOf(local, kind)) {
    std::map<TrackId, std::vector<Place>> byTrack;
    for (const Place& place : all) byTrack[std::get<2>(place)].push_back(place);
    for (const auto& [track, list] : byTrack) {
      for (size_t i = 0; i < list.size(); i += std::max<size_t>(1, list.size() / 5)) {
        FindScope scope;
        scope.names = {name};
        scope.track = track;
        scope.kind = kind;
        std::tie(scope.from, scope.depth, std::ignore) = list[i];
        FoundPlace next = find(local, scope);
        if (i + 1 < list.size()) {
          EXPECT_EQ(std::make_tuple(next.time, next.depth, next.track), list[i + 1]);
        } else {
          EXPECT_EQ(next.track, kNoTrack);
        }
        scope.forward = false;
        FoundPlace before = find(local, scope);
        if (i > 0) {
          EXPECT_EQ(std::make_tuple(before.time, before.depth, before.track), list[i - 1]);
        } else {
          EXPECT_EQ(before.track, kNoTrack);
        }
        ++checked;
      }
    }
    // On any track: the first that begins later.
    FindScope scope;
    scope.names = {name};
    scope.kind = kind;
    scope.from = std::get<0>(all[all.size() / 2]);
    auto later = std::find_if(all.begin(), all.end(), [&](const Place& at) { return std::get<0>(at) > scope.from; });
    FoundPlace next = find(local, scope);
    EXPECT_EQ(next.track == kNoTrack, later == all.end());
    if (later != all.end()) {
      EXPECT_EQ(std::make_tuple(next.time, next.depth, next.track), *later);
    }
  }
  EXPECT_GT(checked, 20u);
}

TEST(Find, NextAndPreviousOfEveryName) {
  test::LocalSession local(2);
  auto files = openLocalFiles({test::sourcePath("assets/samples/kitchen/data")});
  ASSERT_TRUE(files);
  local.open(*files);
  ASSERT_EQ(local.session.phase(), Phase::Ready);
  stepsThrough(local, TrackKind::Thread);
}

TEST(Find, StatesOfAKernelTrace) {
  std::string path = test::samplesPath("tracecmd");
  test::LocalSession local(2);
  auto files = openLocalFiles({path + "/v7-none-sched/trace.dat"});
  ASSERT_TRUE(files);
  local.open(*files);
  ASSERT_EQ(local.session.phase(), Phase::Ready);
  stepsThrough(local, TrackKind::Cpu);
  stepsThrough(local, TrackKind::ThreadState);
}

}  // namespace
}  // namespace tp
