// CTF traces with what belongs to them: what a generated one was made of, the program that was recorded, and the
// recording that one was converted from.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/analysis/event_merge.h"
#include "core/decode/record_driver.h"
#include "core/formats/registry.h"
#include "core/io/cursor.h"
#include "core/io/local_files.h"
#include "core/joint/open_traces.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

using Json = nlohmann::json;

FileSet filesOf(const std::vector<std::string>& paths) {
  auto files = openLocalFiles(paths);
  EXPECT_TRUE(files);
  return files ? std::move(*files) : FileSet();
}

std::string ctf(const std::string& name) {
  return test::samplesPath("ctf/" + name);
}

// A field of a row as JSON has it; null if the row has none.
Json valueOf(const EventRow& row, const std::string& name) {
  const size_t field = row.schema == nullptr ? RowSchema::kNone : row.schema->find(name);
  if (field == RowSchema::kNone) return {};
  std::string room;
  const RowValue value = row.schema->read(field, row.bytes, room);
  if (value.kind == RowValue::Kind::Signed) return static_cast<int64_t>(value.number);
  if (value.isWhole()) return value.number;
  if (value.kind == RowValue::Kind::Real) return value.real;
  return value.kind == RowValue::Kind::None ? Json() : Json(std::string(value.text));
}

// Arrays of structures are shown as text.
std::string rowsText(const Json& rows) {
  std::string out = "[";
  for (size_t i = 0; i < rows.size(); ++i) {
    out += (i > 0 ? ", [" : " [") + std::to_string(i) + "] = { k = " + std::to_string(rows[i].size()) + ", row = [";
    for (size_t k = 0; k < rows[i].size(); ++k)
      out += (k > 0 ? ", [" : " [") + std::to_string(k) + "] = " + rows[i][k].dump();
    out += " ] }";
  }
  return out + " ]";
}

// Each line of expected.json: time in cycles, event, and its values as they were written.
TEST(CtfVersion2, EveryClassOfFieldsHasWhatWasWritten) {
  FileSet files = filesOf({ctf("synth2-all/trace")});
  auto reader = openTrace(files);
  ASSERT_TRUE(reader);
  const std::string expected = test::readFile(ctf("synth2-all/expected.json"));
  LineCursor lines(expected);
  EventMerge merge(**reader, files);
  EventRow row;
  size_t count = 0;
  for (std::string_view line; lines.next(line); ++count) {
    const Json told = Json::parse(line);
    ASSERT_TRUE(merge.next());
    merge.describe(row);
    // The clock has 1 kHz.
    EXPECT_EQ(row.time, told[0].get<int64_t>() * 1000000);
    ASSERT_EQ(row.name, told[1].get<std::string>());
    if (row.name == "scalars") {
      for (const auto& [name, value] : told[2].items()) EXPECT_EQ(valueOf(row, name), value) << line << " " << name;
      EXPECT_EQ(valueOf(row, "w"), told[3]);
      EXPECT_EQ(valueOf(row, "fix"), told[4]);
      EXPECT_EQ(valueOf(row, "dyn"), told[5]);
      EXPECT_EQ(valueOf(row, "blob"), told[6]);
      EXPECT_EQ(valueOf(row, "dblob"), told[7]);
    } else {
      EXPECT_EQ(valueOf(row, "rows"), Json(rowsText(told[2])));
      EXPECT_EQ(valueOf(row, "sel"), told[3]);
      EXPECT_EQ(valueOf(row, "opt"), told[4]);
      EXPECT_EQ(valueOf(row, "in.v"), told[5]);
    }
  }
  EXPECT_FALSE(merge.next());
  EXPECT_EQ(count, 24u);
}

// The names of slices, as they are drawn.
std::set<std::string> slicesOf(TraceReader& reader, const FileSet& files) {
  std::set<NameId> names;
  for (size_t unit = reader.streams().size(); unit < reader.streams().size() + reader.merges().size(); ++unit) {
    const std::unique_ptr<RecordDriver> driver = makeDriver(reader, unit);
    RecordBatch batch;
    while (driver->pull(batch, files) == RecordDriver::Step::Batch)
      for (const Record& record : Records(batch))
        if (record.kind == RecordKind::Begin) names.insert(record.name);
  }
  std::set<std::string> out;
  for (const NameId name : names) out.emplace(reader.names().view(name));
  return out;
}

TEST(CtfCalls, AreNamedByTheProgramBeside) {
  const std::string trace = ctf("ust-cyg-profile/trace"), program = ctf("ust-cyg-profile/cyg");
  const std::set<std::string> functions = {"fib", "main", "spin", "stage_a", "stage_b", "worker"};
  FileSet both = filesOf({trace, program}), alone = filesOf({trace});
  auto named = openTraces(both, {});
  ASSERT_TRUE(named);
  EXPECT_EQ(slicesOf(**named, both), functions);
  // Dropped later, it names what is there already.
  auto later = openTrace(alone);
  ASSERT_TRUE(later);
  EXPECT_TRUE((*later)->info().traits.namesBeside);
  const std::set<std::string> places = slicesOf(**later, alone);
  EXPECT_EQ(places.size(), functions.size());
  for (const std::string& place : places) EXPECT_TRUE(place.starts_with("cyg+0x")) << place;
  std::vector<NameId> renamed;
  EXPECT_TRUE((*later)->addFiles(filesOf({program}), renamed));
  EXPECT_EQ(renamed.size(), functions.size());
  EXPECT_EQ(slicesOf(**later, alone), functions);
  // Another program is none that was recorded.
  EXPECT_FALSE((*later)->addFiles(filesOf({ctf("barectf/trace")}), renamed));
}

// The times of a kind of events, by the part of a joined trace.
std::set<Time> timesOf(TraceReader& reader, const FileSet& files, std::string_view trace, std::string_view event) {
  std::set<Time> out;
  EventMerge merge(reader, files);
  EventRow row;
  while (merge.next()) {
    merge.describe(row);
    if (row.trace == trace && row.name == event) out.insert(row.time);
  }
  return out;
}

// Of one recording: perf.data, and what `perf data convert` made of it, which does not say by which of the kernel's
// clocks.
TEST(CtfBeside, WhatWasConvertedLiesOnWhatItWasConvertedFrom) {
  FileSet files = filesOf({test::samplesPath("perf/sched-record/perf.data")});
  files.addDrop(filesOf({ctf("perf-convert/trace")}));
  auto joined = openTraces(files, {});
  ASSERT_TRUE(joined);
  const std::vector<TracePart>& parts = (*joined)->info().parts;
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_TRUE(parts[1].alignment.ends_with("both count from the start of the machine, and may drift apart"))
      << parts[1].alignment;
  const std::set<Time> own = timesOf(**joined, files, parts[0].name, "sched_switch");
  EXPECT_GT(own.size(), 100u);
  EXPECT_EQ(timesOf(**joined, files, parts[1].name, "sched:sched_switch"), own);
}

// LTTng's monotonic clock is the one that uftrace has, but these were recorded on different days.
TEST(CtfBeside, AnotherDayIsNotLaidByTheClock) {
  FileSet files = filesOf({test::sourcePath("assets/samples/kitchen/data")});
  files.addDrop(filesOf({ctf("ust-contexts/trace")}));
  auto joined = openTraces(files, {});
  ASSERT_TRUE(joined);
  ASSERT_EQ((*joined)->info().parts.size(), 2u);
  EXPECT_FALSE((*joined)->info().parts[1].alignment.starts_with("same clock")) << (*joined)->info().parts[1].alignment;
}

// A program names calls of the open trace. With a trace, it belongs to that.
TEST(CtfBeside, ATraceWithItsProgramIsNotAdded) {
  const std::string folder = test::samplesPath("ctf") + "/ust-cyg-profile/";
  test::LocalSession local;
  local.open(*openLocalFiles({folder + "trace"}));
  EXPECT_FALSE(local.add(*openLocalFiles({folder + "trace", folder + "cyg"})));
  EXPECT_TRUE(local.add(*openLocalFiles({folder + "cyg"})));
}

}  // namespace
}  // namespace tp
