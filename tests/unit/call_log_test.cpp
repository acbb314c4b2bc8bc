// Stacks that are logged and folded later are those that are counted one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/analysis/call_aggregator.h"
#include "core/io/local_files.h"
#include "tests/support/calls.h"
#include "tests/support/each_trace.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

using Lines = std::vector<std::string>;

using When = CallLogging::When;
constexpr NameId kMore = 7;

// What was called first at the same time comes in any order where two were told apart.
Lines sorted(Lines lines) {
  std::sort(lines.begin(), lines.end());
  return lines;
}

Record recordOf(RecordKind kind, TrackId track, Time time, uint16_t depth, NameId name, int64_t value = 0) {
  Record record;
  record.kind = kind;
  record.track = track;
  record.time = time;
  record.depth = depth;
  record.name = name;
  record.value = value;
  return record;
}

// Streams of records, told in batches as decoders fill them.
struct Told {
  TrackTable tracks;
  std::vector<std::vector<Record>> streams;

  TrackId thread(int64_t tid) {
    Track track;
    track.key.kind = TrackKind::Thread;
    track.key.tid = tid;
    return tracks.add(track);
  }

  // `more`: to the numbers of its names.
  static void tell(CallAggregator& calls, const std::vector<Record>& stream, NameId more) {
    RecordBatch batch;
    calls.startStream();
    for (size_t i = 0; i < stream.size(); ++i) {
      Record& record = batch.push() = stream[i];
      if (record.name != kNoName) record.name = record.name + more;
      if (!batch.full() && i + 1 < stream.size()) continue;
      calls.add(batch);
      batch.clear();
    }
    calls.endStream();
  }

  // `apart`: the last stream is told to another aggregator, which numbers names otherwise.
  Lines stacks(CallScope scope, StackValue value, When logs = When::WhereFaster, bool apart = false) const {
    scope.functions = false;
    CallAggregator calls(scope, tracks), others(scope, tracks);
    for (CallAggregator* one : {&calls, &others}) one->setLogging(logs);
    for (size_t i = 0; i < streams.size(); ++i) {
      const bool other = apart && i + 1 == streams.size();
      tell(other ? others : calls, streams[i], other ? kMore : kNoName);
    }
    if (apart) {
      NumberMap numbers;
      for (uint32_t name = 0; name < 10000; ++name) numbers.names.push_back(name > kMore ? name - kMore : 0);
      for (TrackId track = 0; track < tracks.size(); ++track) numbers.tracks.push_back(track);
      calls.merge(std::move(others), numbers);
    }
    Lines lines;
    std::string word;
    foldStacks(
        calls.profiles().best().tree, scope.byThread, value,
        [&](NameId name, bool) -> std::string_view { return word = std::to_string(static_cast<int32_t>(name)); },
        [&](std::string_view line) { lines.emplace_back(line); });
    return lines;
  }

  void compare(bool often) const {
    const When eagerly = often ? When::Eagerly : When::WhereFaster;
    for (int64_t sampleTime : {int64_t{1}, int64_t{10}, int64_t{1000}})
      for (StackValue value : {StackValue::Self, StackValue::Total, StackValue::Calls})
        for (bool byThread : {false, true}) {
          CallScope scope;
          scope.sampleTime = sampleTime;
          scope.byThread = byThread;
          const Lines expected = stacks(scope, value, When::Never);
          EXPECT_FALSE(expected.empty());
          ASSERT_EQ(stacks(scope, value, eagerly), expected) << sampleTime << ' ' << byThread;
          ASSERT_EQ(sorted(stacks(scope, value, eagerly, true)), sorted(expected)) << sampleTime << ' ' << byThread;
          if (value == StackValue::Calls || sampleTime == 1) continue;
          scope.onlySampled = true;
          // What was folded before the end was folded without leaving anything out.
          ASSERT_EQ(stacks(scope, value, eagerly), expected) << sampleTime << ' ' << byThread;
          ASSERT_EQ(sorted(stacks(scope, value, eagerly, true)), sorted(expected)) << sampleTime << ' ' << byThread;
        }
  }
};

struct Odds {
  uint32_t names;
  uint32_t odd;   // one record of so many is not what it ought to be
  uint32_t turn;  // one of so many is of another thread
};

// What a program might record, and what might be left of it.
std::vector<Record> random(std::mt19937_64& numbers, const std::vector<TrackId>& tracks, size_t count, Odds odds) {
  struct Thread {
    std::vector<NameId> open;
  };
  std::vector<Thread> threads(tracks.size());
  std::vector<Record> records;
  auto below = [&](uint64_t most) { return numbers() % most; };
  Time now = static_cast<Time>(below(1000));
  size_t at = 0;
  while (records.size() < count) {
    if (below(odds.turn) == 0) at = below(tracks.size());
    std::vector<NameId>& open = threads[at].open;
    const uint64_t size = below(200);
    now += static_cast<Time>(size == 0 ? below(10'000'000'000) : size < 3 ? below(100'000'000) : below(300));
    const auto name = static_cast<NameId>(below(odds.names));
    const auto depth = static_cast<uint16_t>(open.size());
    if (below(odds.odd) == 0) {
      const uint64_t what = below(7);
      const auto other = static_cast<uint16_t>(below(depth + uint64_t{3}));
      if (what == 0) records.push_back(recordOf(RecordKind::End, tracks[at], now, other, name));
      if (what == 1) records.push_back(recordOf(RecordKind::Begin, tracks[at], now, other, name));
      if (what == 2) records.push_back(recordOf(RecordKind::Slice, tracks[at], now, other, name, now - 20));
      if (what == 3) now -= static_cast<Time>(below(100));
      if (what == 4) records.push_back(recordOf(RecordKind::Instant, tracks[at], now, 0, name));
      if (what == 5) records.push_back(recordOf(RecordKind::Begin, tracks[at], now, other, kNoName));
      if (what == 6) records.push_back(recordOf(RecordKind::End, tracks[at], now, 0, name));
      if (what < 2 || what > 4) open.resize(std::min<size_t>(open.size(), other));
      if (what == 1 || what == 5) open.resize(other + size_t{1}, what == 1 ? name : kNoName);
      if (what == 6) open.clear();
      continue;
    }
    if (!open.empty() && (below(2) == 0 || open.size() > 200)) {
      records.push_back(recordOf(RecordKind::End, tracks[at], now, static_cast<uint16_t>(depth - 1), open.back()));
      open.pop_back();
    } else {
      records.push_back(recordOf(RecordKind::Begin, tracks[at], now, depth, name));
      open.push_back(name);
    }
  }
  return records;
}

TEST(CallLog, FoldsToWhatIsCounted) {
  for (const Odds& odds : {Odds{3, 1'000'000, 1'000'000}, Odds{200, 1'000'000, 1000}, Odds{5, 300, 200},
                           Odds{4, 20, 30}, Odds{5000, 1000, 3}}) {
    std::mt19937_64 numbers(odds.names + odds.odd);
    Told told;
    const std::vector<TrackId> tracks = {told.thread(1), told.thread(2), told.thread(3)};
    for (int stream = 0; stream < 3; ++stream)
      told.streams.push_back(random(numbers, tracks, test::kSlowBuild ? 1500 : 4000, odds));
    told.compare(true);
    if (HasFatalFailure()) FAIL() << odds.names << ' ' << odds.odd;
  }
}

// Begins by itself where the tree is large, and most calls are stacks of their own; ends where they are not any more.
TEST(CallLog, LogsLargeTrees) {
  if (test::kSlowBuild) GTEST_SKIP() << "takes long here";
  std::mt19937_64 numbers(5);
  Told told;
  const std::vector<TrackId> first = {told.thread(1)}, second = {told.thread(2)};
  told.streams.push_back(random(numbers, first, 500'000, {50, 100'000, 10}));
  std::vector<Record> same = random(numbers, second, 1000, {3, 1'000'000, 10});
  const Time end = same.back().time;
  told.streams.emplace_back();
  for (int i = 0; i < 800; ++i) {
    for (Record& record : same) record.time += end;
    told.streams.back().insert(told.streams.back().end(), same.begin(), same.end());
  }
  CallScope scope;
  const Lines expected = told.stacks(scope, StackValue::Self, When::Never);
  EXPECT_GT(expected.size(), 100'000u);
  EXPECT_EQ(told.stacks(scope, StackValue::Self), expected);
  scope.sampleTime = 1000;
  const Lines sampled = told.stacks(scope, StackValue::Self, When::Never);
  scope.onlySampled = true;
  EXPECT_EQ(told.stacks(scope, StackValue::Self), sampled);
  EXPECT_EQ(told.stacks(scope, StackValue::Self, When::WhereFaster, true), sampled);
}

// A thread that is told of in two streams, of which the second ends first.
TEST(CallLog, CalleesComeInTheOrderOfTheirFirstCalls) {
  Told told;
  const TrackId one = told.thread(1), two = told.thread(2);
  auto call = [](std::vector<Record>& to, TrackId track, Time begin, Time end, uint16_t depth, NameId name) {
    to.push_back(recordOf(RecordKind::Begin, track, begin, depth, name));
    to.push_back(recordOf(RecordKind::End, track, end, depth, name));
  };
  std::vector<Record> a = {recordOf(RecordKind::Begin, one, 10, 0, 1)}, b = {recordOf(RecordKind::Begin, two, 5, 0, 1)};
  call(a, one, 20'000'000'000, 20'000'000'010, 1, 2);
  call(a, one, 20'000'000'020, 20'000'000'021, 1, 3);
  call(b, two, 6, 7, 1, 4);
  call(b, two, 20'000'000'015, 20'000'000'016, 1, 3);
  call(b, two, 30'000'000'000, 30'000'000'005, 1, 2);
  a.push_back(recordOf(RecordKind::End, one, 20'000'000'030, 0, 1));
  b.push_back(recordOf(RecordKind::End, two, 30'000'000'010, 0, 1));
  told.streams = {a, b};
  EXPECT_EQ(told.stacks({}, StackValue::Total, When::Eagerly), (Lines{"1 50000000025", "1;4 1", "1;2 15", "1;3 2"}));
}

class CallLogOfTrace : public testing::TestWithParam<std::string> {};

TEST_P(CallLogOfTrace, FoldsAsTheCalls) {
  const std::string& path = GetParam();
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  CallScope scope;
  scope.functions = false;
  test::TraceCalls logged = test::callsOf(*files, scope, true), expected = test::callsOf(*files, scope);
  ASSERT_EQ(logged.reader == nullptr, expected.reader == nullptr) << path;
  if (!logged.reader) return;
  for (StackValue value : {StackValue::Self, StackValue::Calls})
    EXPECT_EQ(test::folded(logged.profile.tree, scope, value, logged.reader->names(), logged.reader->tracks()),
              test::folded(expected.profile.tree, scope, value, expected.reader->names(), expected.reader->tracks()))
        << path;
}

INSTANTIATE_TEST_SUITE_P(Recorded, CallLogOfTrace, testing::ValuesIn(test::eachTrace(0)), test::traceTestName);

}  // namespace
}  // namespace tp
