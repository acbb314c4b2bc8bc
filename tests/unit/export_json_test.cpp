// The exports that are JSON, read back by a parser.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "core/export/chrome.h"
#include "core/export/perfetto.h"
#include "core/export/speedscope.h"
#include "tests/support/export_text.h"
#include "tests/support/slow_build.h"
#include "tests/support/uftrace_dump.h"

namespace tp {
namespace {

using nlohmann::json;

const char* const kTraces[] = {"assets/samples/kitchen/data", "assets/samples/family/data",
                               "tests/data/tracecmd/v7-none.dat", "tests/data/lttng/2.6-le/data",
                               "tests/data/xray/fdr-v5.xray"};

struct Slice {
  std::string name;
  Time begin = 0, end = 0;
};

Time ns(const json& microseconds) {
  return std::llround(microseconds.get<double>() * 1000);
}

// The slices of a Chrome trace; fails where begins and ends don't nest.
std::vector<Slice> chromeSlices(const json& trace) {
  std::map<std::pair<int64_t, int64_t>, std::vector<Slice>> open;
  std::map<int64_t, Slice> async;
  std::vector<Slice> slices;
  for (const json& event : trace["traceEvents"]) {
    std::string phase = event["ph"];
    auto& stack = open[{event["pid"].get<int64_t>(), event["tid"].get<int64_t>()}];
    if (phase == "B") stack.push_back({event["name"], ns(event["ts"]), 0});
    if (phase == "X") slices.push_back({event["name"], ns(event["ts"]), ns(event["ts"]) + ns(event["dur"])});
    if (phase == "b") async[event["id"].get<int64_t>()] = {event["name"], ns(event["ts"]), 0};
    if (phase == "e") {
      Slice slice = async[event["id"].get<int64_t>()];
      slice.end = ns(event["ts"]);
      slices.push_back(slice);
    }
    if (phase != "E") continue;
    if (stack.empty()) {
      ADD_FAILURE() << "an end without a begin";
      continue;
    }
    stack.back().end = ns(event["ts"]);
    EXPECT_GE(stack.back().end, stack.back().begin);
    slices.push_back(stack.back());
    stack.pop_back();
  }
  for (const auto& [place, stack] : open) EXPECT_TRUE(stack.empty());
  return slices;
}

size_t count(const json& trace, const char* phase) {
  size_t found = 0;
  for (const json& event : trace["traceEvents"]) found += event["ph"] == phase;
  return found;
}

json chrome(test::ExportedTrace& trace, const std::string& filter = {}, Time from = 0, Time to = -1) {
  json parsed = json::parse(trace.write(makeChromeWriter(), filter, from, to), nullptr, false);
  EXPECT_FALSE(parsed.is_discarded());
  return parsed;
}

TEST(ChromeExport, HasEverythingThatTheIndexHas) {
  for (const char* path : kTraces) {
    SCOPED_TRACE(path);
    test::ExportedTrace trace(path);
    ASSERT_EQ(trace.local.session.phase(), Phase::Ready);
    size_t drawn = 0, open = 0, samples = 0;
    for (const Lane& lane : trace.index().lanes()) {
      bool counter = trace.index().tracks()[lane.track].key.kind == TrackKind::Counter;
      (counter ? samples : drawn) += lane.slices;
      for (const Mark& mark : lane.tail) open += (mark.flags & kMarkOpen) != 0;
    }
    json parsed = chrome(trace);
    EXPECT_EQ(chromeSlices(parsed).size() + count(parsed, "i"), drawn + open);
    EXPECT_EQ(count(parsed, "C"), samples);
  }
}

TEST(ChromeExport, SlicesAreThoseOfTheStatistics) {
  test::ExportedTrace trace(kTraces[0]);
  trace.local.session.requestCalls({});
  trace.local.finish();
  std::map<std::string, uint64_t> calls;
  std::map<std::string, Time> longest;
  for (const Slice& slice : chromeSlices(chrome(trace))) {
    ++calls[slice.name];
    longest[slice.name] = std::max(longest[slice.name], slice.end - slice.begin);
  }
  ASSERT_NE(trace.local.session.calls(), nullptr);
  // Files for other tools have functions by their names.
  std::map<std::string, uint64_t> counted;
  std::map<std::string, Time> most;
  for (const FunctionStats& row : trace.local.session.calls()->functions.rows) {
    std::string name(trace.index().names().view(row.name));
    counted[name] += row.calls;
    most[name] = std::max(most[name], row.max);
  }
  for (const auto& [name, count] : counted) {
    EXPECT_EQ(calls[name], count) << name;
    EXPECT_EQ(longest[name], most[name]) << name;
  }
}

TEST(ChromeExport, NamesThreadsAndSaysWhatCallsWereGiven) {
  test::ExportedTrace trace(kTraces[0]);
  json parsed = chrome(trace);
  bool thread = false, process = false, args = false, returned = false;
  for (const json& event : parsed["traceEvents"]) {
    thread = thread || (event["name"] == "thread_name" && event["tid"] == 4413 && event["args"]["name"] == "kitchen");
    process = process || (event["name"] == "process_name" && event["pid"] == 4411);
    if (!event.contains("args")) continue;
    args = args || (event["ph"] == "B" && event["args"].contains("args"));
    returned = returned || (event["ph"] == "E" && event["args"].contains("returned"));
  }
  EXPECT_TRUE(thread && process && args && returned);
}

TEST(ChromeExport, StatesOfThreadsComeFromTheMerge) {
  test::ExportedTrace trace("tests/data/tracecmd/v7-none.dat");
  std::map<std::string, int> names;
  for (const Slice& slice : chromeSlices(chrome(trace))) ++names[slice.name];
  EXPECT_GT(names["running"], 0);
  EXPECT_GT(names["runnable"], 0);
}

TEST(ChromeExport, ARangeKeepsWhatReachesIntoIt) {
  test::ExportedTrace trace(kTraces[0]);
  std::vector<Slice> all = chromeSlices(chrome(trace));
  Time from = trace.index().begin() + (trace.index().end() - trace.index().begin()) * 2 / 3;
  Time to = from + 50'000;
  std::vector<Slice> within = chromeSlices(chrome(trace, {}, from, to));
  size_t expected = 0;
  for (const Slice& slice : all) expected += slice.begin <= to && slice.end >= from;
  EXPECT_EQ(within.size(), expected);
  EXPECT_GT(expected, 0u);
  EXPECT_LT(expected, all.size());
  for (const Slice& slice : within) EXPECT_TRUE(slice.begin <= to && slice.end >= from);
}

TEST(ChromeExport, AFilterKeepsWhatItHoldsFor) {
  test::ExportedTrace trace(kTraces[0]);
  size_t expected = 0, named = 0;
  for (const Slice& slice : chromeSlices(chrome(trace))) {
    expected += slice.end - slice.begin > 10'000;
    named += slice.name == "kitchen::take";
  }
  json lasting = chrome(trace, "dur > 10us");
  EXPECT_EQ(chromeSlices(lasting).size(), expected);
  EXPECT_GT(expected, 0u);
  EXPECT_EQ(count(lasting, "i"), 0u);
  json taken = chrome(trace, "name == kitchen::take");
  EXPECT_EQ(chromeSlices(taken).size(), named);
}

// Checks what speedscope demands of a file, and returns its slices.
std::vector<Slice> speedscopeSlices(const json& file) {
  std::vector<Slice> slices;
  const json& frames = file["shared"]["frames"];
  for (const json& profile : file["profiles"]) {
    EXPECT_EQ(profile["type"], "evented");
    std::vector<Slice> stack;
    Time now = profile["startValue"];
    for (const json& event : profile["events"]) {
      std::string name = frames.at(event["frame"].get<size_t>())["name"];
      EXPECT_GE(event["at"].get<Time>(), now);
      now = event["at"];
      if (event["type"] == "O") {
        stack.push_back({name, now, 0});
        continue;
      }
      if (stack.empty() || stack.back().name != name) {
        ADD_FAILURE() << "a frame closes that is not the innermost";
        break;
      }
      stack.back().end = now;
      slices.push_back(stack.back());
      stack.pop_back();
    }
    EXPECT_TRUE(stack.empty());
    EXPECT_LE(now, profile["endValue"].get<Time>());
  }
  return slices;
}

TEST(SpeedscopeExport, NestsAndIsInOrder) {
  for (const char* path : kTraces) {
    SCOPED_TRACE(path);
    test::ExportedTrace trace(path);
    for (const char* filter : {"", "dur >= 0"}) {
      json parsed = json::parse(trace.write(makeSpeedscopeWriter("x"), filter), nullptr, false);
      ASSERT_FALSE(parsed.is_discarded());
      EXPECT_EQ(parsed["$schema"], "https://www.speedscope.app/file-format-schema.json");
      speedscopeSlices(parsed);
    }
  }
}

using Named = std::tuple<std::string, Time, Time>;

std::multiset<Named> named(const std::vector<Slice>& slices) {
  std::multiset<Named> all;
  for (const Slice& slice : slices) all.emplace(slice.name, slice.begin, slice.end);
  return all;
}

// Calls that do not end: of threads that crashed, were killed, or went on when the recorder was switched off.
TEST(ExportJson, WhatIsOpenEndsWhereItIsDrawn) {
  for (const char* name : {"segv", "killed", "m32-fib", "fib-traceoff-trigger", "forkexec"}) {
    if (test::kSlowBuild && std::string_view(name) != "killed" && std::string_view(name) != "forkexec") continue;
    SCOPED_TRACE(name);
    test::ExportedTrace trace("build/samples/uftrace/" + std::string(name) + "/uftrace.data");
    const auto chrome = named(chromeSlices(json::parse(trace.write(makeChromeWriter()))));
    const auto speedscope = named(speedscopeSlices(json::parse(trace.write(makeSpeedscopeWriter("x")))));
    size_t open = 0;
    for (const Lane& lane : trace.index().lanes()) {
      for (const Mark& mark : lane.tail) {
        if ((mark.flags & kMarkOpen) == 0) continue;
        ++open;
        const Named drawn(trace.index().names().view(mark.name), mark.begin, mark.end);
        EXPECT_EQ(chrome.count(drawn), 1u) << std::get<0>(drawn);
        EXPECT_EQ(speedscope.count(drawn), 1u) << std::get<0>(drawn);
      }
    }
    EXPECT_GT(open, 0u);
  }
}

// States of threads that may have run where nothing was recorded, and who ran on a CPU as far as XRay tells.
TEST(ExportJson, WhatIsAnUpperBoundSaysSo) {
  for (const char* path :
       {"build/samples/tracecmd/lost-overwrite/trace.dat", "build/samples/xray/fdr-threads/log.xray"}) {
    SCOPED_TRACE(path);
    test::ExportedTrace trace(path);
    const TraceIndex& index = trace.index();
    size_t bounds = 0, told = 0;
    for (TrackId track = 0; track < index.tracks().size(); ++track) {
      std::vector<Mark> marks;
      trace.local.session.query(track, index.begin(), index.end(), 0, marks);
      trace.local.finish();
      marks.clear();
      trace.local.session.query(track, index.begin(), index.end(), 0, marks);
      for (const Mark& mark : marks)
        bounds += !mark.aggregate() && (mark.flags & (kMarkAtMost | kMarkNoDuration)) == kMarkAtMost;
    }
    const json events = json::parse(trace.write(makeChromeWriter()));
    for (const json& event : events["traceEvents"])
      told += event.contains("args") && event["args"].value("duration", "") == "at most";
    EXPECT_GT(told, 50u);
    EXPECT_EQ(told, bounds);
    const std::string perfetto = trace.write(makePerfettoWriter());
    size_t annotated = 0;
    for (size_t at = perfetto.find("at most"); at != std::string::npos; at = perfetto.find("at most", at + 1))
      ++annotated;
    EXPECT_EQ(annotated, bounds);
  }
}

TEST(SpeedscopeExport, HasTheSlicesWithoutALength) {
  for (const char* path :
       {"build/samples/uftrace/forkexec/uftrace.data", "build/samples/xray/fdr-bufferfull/log.xray"}) {
    SCOPED_TRACE(path);
    test::ExportedTrace trace(path);
    const auto all = named(chromeSlices(json::parse(trace.write(makeChromeWriter()))));
    EXPECT_EQ(named(speedscopeSlices(json::parse(trace.write(makeSpeedscopeWriter("x"))))), all);
    EXPECT_TRUE(
        std::any_of(all.begin(), all.end(), [](const Named& one) { return std::get<1>(one) == std::get<2>(one); }));
  }
}

TEST(SpeedscopeExport, PartsHaveTheSameTimeAsTheWhole) {
  test::ExportedTrace trace(kTraces[0]);
  json whole = json::parse(trace.write(makeSpeedscopeWriter("x")), nullptr, false);
  json parts = json::parse(trace.write(makeSpeedscopeWriter("x", 50)), nullptr, false);
  std::map<std::string, Time> sums, sumsOfParts;
  for (const Slice& slice : speedscopeSlices(whole)) sums[slice.name] += slice.end - slice.begin;
  for (const Slice& slice : speedscopeSlices(parts)) sumsOfParts[slice.name] += slice.end - slice.begin;
  EXPECT_EQ(sums, sumsOfParts);
  EXPECT_GT(parts["profiles"].size(), whole["profiles"].size());
  EXPECT_EQ(whole["profiles"].size(), 6u);
}

// Of a range, slices are whole: those that the reference has open at its edges begin before it, or end behind it.
TEST(ExportJson, SlicesOfARangeAreWhole) {
  test::ExportedTrace trace("assets/samples/kitchen/data");
  const Time length = trace.index().end() - trace.index().begin();
  const Time from = trace.index().begin() + length / 3, to = trace.index().begin() + length / 2;
  std::multiset<std::pair<Time, Time>> expected;
  size_t before = 0, behind = 0;
  for (const test::DumpedCall& call : test::dumpedCalls(test::readFile(test::dataPath("uftrace/kitchen.dump.txt")))) {
    if (call.end < from || call.begin > to) continue;
    expected.emplace(call.begin, call.end);
    before += call.begin < from ? 1 : 0;
    behind += call.end > to ? 1 : 0;
  }
  ASSERT_GT(before, 0u);
  ASSERT_GT(behind, 0u);
  const json chrome = json::parse(trace.write(makeChromeWriter(), {}, from, to));
  std::multiset<std::pair<Time, Time>> told;
  for (const Slice& slice : chromeSlices(chrome))
    if (slice.name.rfind("linux:", 0) != 0) told.emplace(slice.begin, slice.end);
  EXPECT_EQ(told, expected);
}

// Nanoseconds since 1970 are beyond 2^53, where numbers of JavaScript end.
TEST(ExportJson, TimesHaveAllTheirDigits) {
  TrackTable tracks;
  Track thread;
  thread.key.kind = TrackKind::Thread;
  thread.key.tid = 1;
  ExportItem item;
  item.track = tracks.add(std::move(thread));
  ExportTracks used(tracks);
  used.use(item.track);
  auto written = [&](std::unique_ptr<ExportWriter> writer) {
    std::string out;
    writer->begin({}, used, out);
    writer->slice(item, 1764072922000000001, 1764072922000000003, out);
    writer->end(out);
    return out;
  };
  EXPECT_NE(written(makeChromeWriter()).find("\"ts\":1764072922000000.001,\"dur\":0.002,"), std::string::npos);
  const std::string speedscope = written(makeSpeedscopeWriter("x"));
  EXPECT_NE(speedscope.find("\"startValue\":1764072922000000001,\"endValue\":1764072922000000003,"), std::string::npos);
  EXPECT_NE(speedscope.find("\"at\":1764072922000000003"), std::string::npos);
}

}  // namespace
}  // namespace tp
