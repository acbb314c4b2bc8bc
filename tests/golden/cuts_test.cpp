// Cuts of every trace have the records of the whole, and of damaged traces what can be read.
#include <algorithm>
#include <random>
#include <tuple>

#include "core/io/local_files.h"
#include "tests/support/decode_all.h"
#include "tests/support/each_trace.h"
#include "tests/support/memory_cut.h"

namespace tp {
namespace {

struct Row {
  Time time;
  std::string text;
  bool operator<(const Row& other) const { return std::tie(time, text) < std::tie(other.time, other.text); }
};

// Time and kind of a row. Names may be told outside of a cut only: those of threads in earlier records, those of the
// functions of an XRay log in the program beside it. Sizes count padding, which depends on the place.
std::string headOf(const std::string& row) {
  size_t at = 0;
  for (int field = 0; field < 2 && at != std::string::npos; ++field) at = row.find('|', at + 1);
  return row.substr(0, at);
}

// LTTng lists its descriptions of events as records. All cuts have all of them.
bool describes(const StreamInfo& stream) {
  return stream.name.starts_with("metadata_") || stream.name.starts_with("facilities_");
}

// The rows of all streams, without losses, in an order that does not depend on the streams.
std::vector<Row> rowsOf(const FileSet& files) {
  std::vector<Row> rows;
  auto reader = openTrace(files);
  if (!reader) return rows;
  for (size_t stream = 0; stream < (*reader)->streams().size(); ++stream) {
    if (describes((*reader)->streams()[stream])) continue;
    const test::Decoded decoded = test::decodeStream(**reader, files, stream, size_t{1} << 20);
    for (size_t i = 0; i < decoded.records.size(); ++i)
      if (isRow(decoded.records[i]) && decoded.records[i].kind != RecordKind::Lost)
        rows.push_back({decoded.records[i].time, headOf(decoded.rows[i])});
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::vector<Row> within(const std::vector<Row>& rows, const CutRequest& request) {
  std::vector<Row> out;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(out),
               [&](const Row& row) { return request.hasTime(row.time); });
  return out;
}

// One trace of a folder that holds several.
FileSet oneOf(const std::string& path) {
  auto files = openLocalFiles({path});
  return files ? std::move(*files) : FileSet();
}

class Cuts : public testing::TestWithParam<std::string> {};

TEST_P(Cuts, HaveTheRecordsOfTheWhole) {
  const FileSet files = oneOf(GetParam());
  const std::vector<Row> whole = rowsOf(files);
  WarningLog warnings;
  const FileSet all = test::cutOf(files, {}, warnings);
  if (all.empty()) GTEST_SKIP() << "there is no cut of it";
  EXPECT_EQ(rowsOf(all).size(), whole.size());
  if (whole.empty()) return;
  CutRequest middle;
  middle.from = whole[whole.size() / 3].time;
  middle.to = whole[whole.size() / 2].time;
  const std::vector<Row> expected = within(whole, middle);
  std::vector<Row> found = rowsOf(test::cutOf(files, middle, warnings));
  // What can't be left out stays, and is told.
  const std::vector<Warning> told = warnings.kept();
  if (std::any_of(told.begin(), told.end(), [](const Warning& one) { return one.found.ends_with("stay in the cut"); }))
    found = within(found, middle);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i].text, expected[i].text) << i;
}

// Numbers are not names: an anonymised cut has as many records at the same times.
TEST_P(Cuts, KeepTimesWithoutNames) {
  const FileSet files = oneOf(GetParam());
  const std::vector<Row> whole = rowsOf(files);
  CutRequest request;
  request.anonymise = true;
  WarningLog warnings;
  const FileSet cut = test::cutOf(files, request, warnings);
  if (cut.empty()) GTEST_SKIP() << "there is no cut of it";
  const std::vector<Row> found = rowsOf(cut);
  ASSERT_EQ(found.size(), whole.size());
  for (size_t i = 0; i < found.size(); ++i) ASSERT_EQ(found[i].time, whole[i].time) << i;
}

TEST_P(Cuts, SurviveDamage) {
  constexpr int kPlaces = test::kSlowBuild ? 2 : 12;
  const FileSet files = oneOf(GetParam());
  std::mt19937 random(11);
  for (int place = 0; place < kPlaces; ++place) {
    FileSet broken;
    const size_t which = random() % files.files().size();
    for (size_t i = 0; i < files.files().size(); ++i) {
      std::vector<std::byte> bytes = readAll(*files.files()[i].source);
      for (size_t k = 0; i == which && k < 16 && bytes.size() > 16; ++k)
        bytes[random() % (bytes.size() - 16) + k] = static_cast<std::byte>(random());
      broken.add(files.files()[i].path, std::make_shared<MemorySource>(std::move(bytes)));
    }
    CutRequest request;
    request.anonymise = place % 2 == 1;
    WarningLog warnings;
    const FileSet cut = test::cutOf(broken, request, warnings);
    if (!cut.empty()) test::exercise(cut);
  }
}

INSTANTIATE_TEST_SUITE_P(Golden, Cuts, testing::ValuesIn(test::eachTrace(1)), test::traceTestName);

}  // namespace
}  // namespace tp
