// What a format's row says of its traces: each that is opened has it, and several on one axis have what any of them
// has.
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "core/formats/cutters.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "core/joint/open_traces.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

const Format& formatNamed(std::string_view id) {
  const std::span<const Format> all = formats();
  const auto at = std::find_if(all.begin(), all.end(), [id](const Format& format) { return format.id == id; });
  EXPECT_NE(at, all.end()) << id;
  return at != all.end() ? *at : all.front();
}

TraceInfo opened(const std::vector<std::string>& paths, bool together = false) {
  auto files = openLocalFiles(paths);
  EXPECT_TRUE(files);
  if (!files) return {};
  JoinOptions options;
  options.together = together;
  auto reader = openTraces(*files, options);
  EXPECT_TRUE(reader);
  return reader ? (*reader)->info() : TraceInfo();
}

const std::string kProgram = test::sourcePath("assets/samples/kitchen/data");
const std::string kKernel = test::dataPath("tracecmd/threads.dat");

TEST(FormatTraits, OfOneTrace) {
  const FormatTraits program = opened({kProgram}).traits;
  EXPECT_TRUE(program.calls && program.threads && program.cuts && program.wholeCalls);
  EXPECT_FALSE(program.kernel || program.cpus || program.flags || program.streams || program.namesBeside);
  const FormatTraits kernel = opened({kKernel}).traits;
  EXPECT_TRUE(kernel.kernel && kernel.threads && kernel.cpus && kernel.flags && kernel.cuts);
  EXPECT_FALSE(kernel.calls || kernel.streams || kernel.namesBeside || kernel.wholeCalls);
  EXPECT_TRUE(opened({test::dataPath("xray/fdr-v3.xray")}).traits.namesBeside);
  EXPECT_TRUE(opened({test::dataPath("lttng/busy")}).traits.streams);
}

TEST(FormatTraits, OfJoinedTracesAreWhatAnyOfThemHas) {
  const TraceInfo joined = opened({kProgram, kKernel}, true);
  ASSERT_EQ(joined.parts.size(), 2u);
  const FormatTraits& traits = joined.traits;
  EXPECT_TRUE(traits.calls && traits.kernel && traits.cpus && traits.threads && traits.flags && traits.cuts);
  EXPECT_TRUE(traits.wholeCalls);
  EXPECT_FALSE(traits.streams || traits.namesBeside);
}

TEST(FormatTraits, OfSeveralOfOneKindAreThoseOfEach) {
  const TraceInfo joined = opened({kProgram, test::sourcePath("assets/samples/family/data")}, true);
  ASSERT_EQ(joined.parts.size(), 2u);
  EXPECT_FALSE(joined.traits.cpus);
  EXPECT_TRUE(joined.traits.threads);
}

TEST(FormatTraits, ArePassedOn) {
  TraceInfo info;
  info.traits = {.kernel = true, .cpus = false, .wholeCalls = true};
  WireWriter out;
  out(info);
  const std::vector<std::byte> bytes = out.take();
  WireReader in(bytes);
  const FormatTraits read = in.read<TraceInfo>().traits;
  EXPECT_TRUE(read.kernel && read.threads && read.wholeCalls);
  EXPECT_FALSE(read.cpus || read.calls || read.cuts);
}

TEST(FormatTraits, AFormatThatHasCutsHasWhatWritesThem) {
  for (const Format& format : formats()) EXPECT_EQ(cutterOf(format.id) != nullptr, format.traits.cuts) << format.id;
  EXPECT_FALSE(formatNamed("ftrace-text").traits.cuts);
}

}  // namespace
}  // namespace tp
