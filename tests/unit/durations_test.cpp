// Durations as points: each call that Slices lists, and the greatest of whatever is in a column of the screen.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "core/io/local_files.h"
#include "core/session/plot/durations_question.h"
#include "tests/support/each_trace.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "ui/view/plotted_points.h"

namespace tp {
namespace {

using ui::PlottedPoints;

template <class Asked>
std::shared_ptr<Asked> ask(test::LocalSession& local, std::shared_ptr<Asked> question) {
  local.session.ask(question);
  local.finish();
  EXPECT_TRUE(question->done());
  return question;
}

SliceQuery queryOf(SliceKind kind, const std::string& filter = "") {
  SliceQuery query;
  query.kind = kind;
  query.filter = filter;
  query.scope.stacks = false;
  return query;
}

std::shared_ptr<DurationsQuestion> plot(test::LocalSession& local, SliceQuery query) {
  query.most = 0;
  query.points = SlicePoints::kMax;
  return ask(local, std::make_shared<DurationsQuestion>(std::move(query), 1u, uint16_t{0}));
}

using One = std::tuple<Time, Time, std::string, std::string, uint16_t>;

std::vector<One> plotted(const TraceIndex& index, const DurationsQuestion& question) {
  std::vector<One> out;
  for (const SlicePoint& one : question.points())
    out.emplace_back(one.begin, one.duration, index.names().exact(one.name), index.tracks()[one.track].name, one.depth);
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<One> listed(const TraceIndex& index, const SlicesQuestion& question) {
  std::vector<One> out;
  for (const SortedSlice& row : question.slices()) {
    const ListedSlice& one = row.slice;
    if (one.durationKnown())
      out.emplace_back(one.begin, one.duration, index.names().exact(one.name), index.tracks()[one.track].name,
                       one.depth);
  }
  std::sort(out.begin(), out.end());
  return out;
}

TEST(Durations, AreThoseThatSlicesLists) {
  for (const std::string& path : test::eachTrace(2)) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files) << path;
    for (uint32_t workers : {1u, 3u}) {
      if (test::kSlowBuild && workers == 1) continue;
      test::LocalSession local(workers);
      local.open(*files);
      if (local.session.phase() != Phase::Ready) continue;
      for (SliceKind kind : {SliceKind::Calls, SliceKind::Cpus, SliceKind::States, SliceKind::Syscalls}) {
        const std::string where = path + ", " + std::string(sliceKindName(kind));
        SliceQuery query = queryOf(kind);
        query.most = 1000000;
        const auto list = ask(local, std::make_shared<SlicesQuestion>(query));
        const auto points = plot(local, query);
        EXPECT_EQ(plotted(local.session.index(), *points), listed(local.session.index(), *list)) << where;
        EXPECT_EQ(points->listed().count, points->points().size()) << where;
        EXPECT_EQ(points->listed().unknown, list->listed().unknown) << where;
        EXPECT_EQ(points->window(), 0) << where;
        const auto before = [](const SlicePoint& a, const SlicePoint& b) { return a.begin < b.begin; };
        EXPECT_TRUE(std::is_sorted(points->points().begin(), points->points().end(), before)) << where;
        EXPECT_EQ(points->track() == kNoTrack, points->points().empty()) << where;
      }
    }
  }
}

// The greatest of what begins in a column, out of the list of slices.
Time greatest(const std::vector<One>& calls, Time begin, Time end) {
  Time most = -1;
  for (const One& one : calls)
    if (std::get<0>(one) >= begin && std::get<0>(one) < end) most = std::max(most, std::get<1>(one));
  return most;
}

TEST(Durations, TheGreatestOfAColumnIsAmongThem) {
  const std::pair<std::string, SliceKind> samples[] = {
      {test::samplesPath("uftrace") + "/fib-args/uftrace.data", SliceKind::Calls},
      {test::dataPath("tracecmd/threads.dat"), SliceKind::Cpus},
      {test::samplesPath("lttng") + "/gen-2x/le-26-al4", SliceKind::Syscalls}};
  std::mt19937_64 random(5);
  for (const auto& [path, kind] : samples) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files) << path;
    test::LocalSession local(2);
    local.open(*files);
    SliceQuery query = queryOf(kind);
    query.most = 1000000;
    const std::vector<One> calls = listed(local.session.index(), *ask(local, std::make_shared<SlicesQuestion>(query)));
    ASSERT_FALSE(calls.empty()) << path;
    const PlottedPoints points(plot(local, query)->takePoints());
    const Time begin = local.session.index().begin(), length = local.session.index().end() - begin;
    for (int zoom : {1, 8, 64}) {
      const Time pixel = std::max<Time>(1, length / zoom / 1000);
      for (int i = 0; i < 20; ++i) {
        const Time from = begin + static_cast<Time>(random() % static_cast<uint64_t>(length));
        const size_t first = points.from(from), last = points.from(from + pixel, first);
        const Time most = greatest(calls, from, from + pixel);
        ASSERT_EQ(first == last, most < 0) << path;
        if (first < last) {
          EXPECT_EQ(points[points.over(first, last).longest].duration, most) << path;
        }
      }
    }
  }
}

std::vector<SlicePoint> randomPoints(size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<SlicePoint> points(count);
  for (SlicePoint& one : points) {
    one.begin = static_cast<Time>(random() % 10000000) - 1000;
    one.duration = static_cast<Time>(random() % 1000);
    one.depth = static_cast<uint16_t>(random() % 4);
  }
  return points;
}

TEST(PlottedPoints, AnyRun) {
  std::vector<SlicePoint> all = randomPoints(5000, 1);
  SlicePoints kept(all.size());
  for (const SlicePoint& one : all) kept.add(one);
  std::vector<SlicePoint> sorted = kept.take();
  const PlottedPoints points(sorted);
  std::mt19937_64 random(2);
  for (int i = 0; i < 3000; ++i) {
    const size_t first = random() % sorted.size(), last = first + 1 + random() % (sorted.size() - first);
    const PlottedPoints::Run run = points.over(first, last);
    Time most = -1, least = INT64_MAX;
    for (size_t at = first; at < last; ++at) {
      most = std::max(most, sorted[at].duration);
      least = std::min(least, sorted[at].duration);
    }
    ASSERT_EQ(sorted[run.longest].duration, most);
    ASSERT_EQ(sorted[run.shortest].duration, least);
    ASSERT_EQ(run.count, last - first);
    ASSERT_GE(run.longest, first);
    ASSERT_LT(run.longest, last);
  }
  EXPECT_EQ(points.from(INT64_MIN), 0u);
  EXPECT_EQ(points.from(INT64_MAX), points.size());
}

// What a window of the bounded list has: its longest, its shortest, and how many there were.
TEST(SlicePoints, FoldedWindowsKeepTheirExtremes) {
  const std::vector<SlicePoint> all = randomPoints(20000, 3);
  for (int lists : {1, 3}) {
    SlicePoints kept(1000);
    std::vector<SlicePoints> parts(static_cast<size_t>(lists), SlicePoints(1000));
    for (size_t i = 0; i < all.size(); ++i) parts[i % parts.size()].add(all[i]);
    for (SlicePoints& part : parts) {
      const Time window = part.window();
      kept.merge(part.take(), window);
    }
    const std::vector<SlicePoint> folded = kept.take();
    const Time window = kept.window();
    ASSERT_GT(window, 0);
    EXPECT_LE(folded.size(), 1000u);
    struct Of {
      Time most = -1, least = INT64_MAX;
      uint64_t count = 0;
    };
    auto byWindow = [&](const std::vector<SlicePoint>& points) {
      std::map<Time, Of> windows;
      const int shift = __builtin_ctzll(static_cast<uint64_t>(window));
      for (const SlicePoint& one : points) {
        Of& of = windows[one.begin >> shift];
        of.most = std::max(of.most, one.duration);
        of.least = std::min(of.least, one.duration);
        of.count += one.count;
      }
      return windows;
    };
    const auto expected = byWindow(all), got = byWindow(folded);
    ASSERT_EQ(got.size(), expected.size());
    for (const auto& [at, of] : expected) {
      EXPECT_EQ(got.at(at).most, of.most);
      EXPECT_EQ(got.at(at).least, of.least);
      EXPECT_EQ(got.at(at).count, of.count);
    }
  }
}

TEST(SlicePoints, ManyAtOneTime) {
  SlicePoints kept(8);
  for (int i = 0; i < 1000; ++i) {
    SlicePoint one;
    one.begin = 5;
    one.duration = i;
    kept.add(one);
  }
  const std::vector<SlicePoint> points = kept.take();
  uint64_t count = 0;
  for (const SlicePoint& one : points) count += one.count;
  EXPECT_EQ(count, 1000u);
  EXPECT_EQ(points.front().duration, 999);
  EXPECT_EQ(points.back().duration, 0);
  SlicePoints none(0);
  none.add(SlicePoint());
  EXPECT_TRUE(none.take().empty());
  // A window that makes no sense, of a message.
  none.merge({}, INT64_MAX);
  EXPECT_GT(none.window(), 0);
}

// System calls are calls of threads, each of which Functions counts under its name.
TEST(Syscalls, AreCountedAsFunctionsCountsThem) {
  uint64_t all = 0;
  for (const std::string& path : test::eachTrace(0)) {
    auto files = openLocalFiles({path});
    ASSERT_TRUE(files) << path;
    test::LocalSession local(2);
    local.open(*files);
    if (local.session.phase() != Phase::Ready) continue;
    SliceQuery query = queryOf(SliceKind::Syscalls);
    query.by = "name";
    const auto question = ask(local, std::make_shared<SlicesQuestion>(query));
    EXPECT_TRUE(question->systemCalls() || question->listed().count + question->listed().unknown == 0) << path;
    CallScope scope;
    scope.stacks = false;
    local.session.requestCalls(scope);
    local.finish();
    ASSERT_NE(local.session.calls(), nullptr);
    for (const SliceGroup& group : question->groups()) {
      const auto& rows = local.session.calls()->functions.rows;
      const auto row =
          std::find_if(rows.begin(), rows.end(), [&](const FunctionStats& one) { return one.name == group.key.id; });
      ASSERT_NE(row, rows.end()) << path << local.session.index().names().view(group.key.id);
      EXPECT_EQ(group.sums.count, row->calls) << path;
      EXPECT_EQ(group.sums.total, row->sum) << path;
      EXPECT_EQ(group.sums.unknown, row->open + row->unbegun) << path;
    }
    all += question->listed().count;
  }
  EXPECT_GT(all, 1000u);
}

}  // namespace
}  // namespace tp
