// What XRay logs tell beside entries and exits: arguments by the types of their functions, payloads that are text, and
// CPUs only where the log knows them.
#include <gtest/gtest.h>

#include <set>

#include "core/decode/record_driver.h"
#include "core/formats/xray/payload_text.h"
#include "tests/support/each_row.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

std::string argument(std::string_view function, uint64_t bits) {
  EventRow row;
  xray::appendArgument(row, function, true, bits);
  return row.args;
}

std::string payload(std::string_view bytes) {
  std::string out;
  xray::appendPayload(out, bytes);
  return out;
}

TEST(XrayPayload, ArgumentsHaveTheTypesOfTheirFunctions) {
  const auto negative = static_cast<uint64_t>(int64_t{-1000003});
  EXPECT_EQ(argument("logged(long, char const*)", negative), "-1000003");
  EXPECT_EQ(argument("logged(unsigned long)", negative), "18446744073708551613");
  EXPECT_EQ(argument("logged(char const*, long)", negative), "18446744073708551613");
  EXPECT_EQ(argument("logged", negative), "18446744073708551613");
  EXPECT_EQ(argument("f(int)", 0xdeadbeeffffffffe), "-2");
  EXPECT_EQ(argument("f(short)", 7), "7");
  // A member's first argument may be its object.
  EXPECT_EQ(argument("shop::Item::add(int)", 0x7ffd80001000), "140726750941184");
  EXPECT_EQ(argument("shop::add(long)", negative), "-1000003");
  EXPECT_EQ(argument(")(", 1), "1");
  EXPECT_EQ(argument(")", 1), "1");
}

TEST(XrayPayload, TextIsShownAsText) {
  EXPECT_EQ(payload("request #0\t\"quoted\" \xc3\xa9\n"), "request #0\t\"quoted\" \xc3\xa9\n");
  EXPECT_EQ(payload(std::string_view("name\0\0", 6)), "name");
  EXPECT_EQ(payload(std::string_view("a\0b", 3)), "610062");
  EXPECT_EQ(payload("\xff\xfe"), "fffe");
  EXPECT_EQ(payload(std::string_view("\0\0", 2)), "0000");
  EXPECT_EQ(payload(""), "");
}

// The program calls logged(-i * 1000003L) for i from 0 to 39.
TEST(XrayPayload, ArgumentsOfARecordedProgram) {
  std::set<std::string> expected, found;
  for (int i = 0; i < 40; ++i) expected.insert(std::to_string(-i * 1000003L));
  test::eachRow(test::samplesPath("xray") + "/basic-cpp-args", [&](EventMerge&, const EventRow& row) {
    if (row.kind == "entry-args" && row.name.substr(0, 7) == "logged(") found.insert(row.args);
  });
  EXPECT_EQ(found, expected);
}

TEST(XrayPayload, EventsOfARecordedProgram) {
  std::set<std::string> texts;
  test::eachRow(test::samplesPath("xray") + "/fdr-custom", [&](EventMerge&, const EventRow& row) {
    if (row.kind == "custom") texts.insert(row.args.substr(0, 10));
  });
  EXPECT_EQ(texts.count("request #0"), 1u);
}

// Both were recorded with a clock that the runtime emulates, and then puts down CPU 0 for any.
TEST(XrayPayload, NoCpuTracksWhereTheCpuIsNotKnown) {
  auto cpuTracks = [](const std::string& sample) {
    auto files = openLocalFiles({test::samplesPath("xray") + "/" + sample});
    auto reader = openTrace(*files);
    for (size_t unit = 0; unit < (*reader)->streams().size() + (*reader)->merges().size(); ++unit) {
      auto driver = makeDriver(**reader, unit);
      auto batch = std::make_unique<RecordBatch>();
      while (driver->pull(*batch, *files) == RecordDriver::Step::Batch) {
      }
    }
    size_t count = 0;
    for (TrackId id = 0; id < (*reader)->tracks().size(); ++id)
      count += (*reader)->tracks()[id].key.kind == TrackKind::Cpu;
    return count;
  };
  EXPECT_EQ(cpuTracks("fdr-single-emutsc"), 0u);
  EXPECT_EQ(cpuTracks("basic-single-emutsc"), 0u);
  EXPECT_GT(cpuTracks("fdr-threads"), 0u);
  EXPECT_GT(cpuTracks("basic-threads"), 0u);
}

}  // namespace
}  // namespace tp
