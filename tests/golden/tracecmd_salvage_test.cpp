// trace.dat files of version 7 that end before the options that say where each CPU's data lie.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "core/decode/record_driver.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

constexpr size_t kHeader = 16;
constexpr uint16_t kBuffer = 3;

template <class T>
T numberAt(std::string_view bytes, size_t at) {
  T value{};
  if (at + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

struct Section {
  size_t at = 0;
  uint16_t id = 0;
};

std::vector<Section> sectionsOf(std::string_view bytes) {
  // Magic and version; byte order, size of a long and of a page; two strings; where the options are.
  size_t at = bytes.find('\0', bytes.find('\0', 12 + 6) + 1) + 1 + 8;
  std::vector<Section> out;
  while (at + kHeader <= bytes.size()) {
    out.push_back({at, numberAt<uint16_t>(bytes, at)});
    at += kHeader + numberAt<uint64_t>(bytes, at + 8);
  }
  return out;
}

// Where the last section of this kind begins.
size_t lastOf(uint16_t id, std::string_view bytes) {
  size_t out = 0;
  for (const Section& section : sectionsOf(bytes))
    if (section.id == id) out = section.at;
  return out;
}

struct Row {
  std::string text;
  uint64_t end = 0;  // of the bytes that it needs
};

// By stream, of those that have any. What is drawn beside a record has that record's text.
std::vector<std::vector<Row>> rowsOf(const std::string& bytes, std::string* warnings = nullptr) {
  FileSet files = test::fileInMemory("trace.dat", bytes);
  auto reader = openTrace(files);
  std::vector<std::vector<Row>> out;
  if (!reader) return out;
  RecordBatch batch;
  for (size_t stream = 0; stream < (*reader)->streams().size(); ++stream) {
    std::vector<Row> rows;
    auto driver = makeDriver(**reader, stream);
    while (driver->pull(batch, files, 4096) == RecordDriver::Step::Batch) {
      for (uint32_t i = 0; i < batch.count; ++i) {
        // What is drawn beside a row has its words; that no more comes has none.
        if (!isRow(batch.records[i])) continue;
        EventRow row;
        row.detailed = true;
        driver->describe(batch, i, row);
        Row& added = rows.emplace_back();
        for (std::string_view part : {row.kind, row.name, row.comm, row.buffer, std::string_view(row.args)})
          (added.text += part) += '|';
        // Without how many were lost, which stands at the end of a page.
        for (int64_t number : {row.time, int64_t{row.cpu}, row.tid}) added.text += std::to_string(number) + '|';
        if (row.raw.size > 0)
          added.end = row.raw.offset +
                      (row.raw.unpacked ? 8 + numberAt<uint32_t>(bytes, row.raw.offset) : uint64_t{row.raw.size});
      }
    }
    // A loss is told by the page of the record after it.
    for (size_t i = rows.size(); i-- > 1;)
      if (rows[i - 1].end == 0) rows[i - 1].end = rows[i].end;
    if (!rows.empty()) out.push_back(std::move(rows));
  }
  if (warnings != nullptr)
    for (const Warning& warning : (*reader)->warnings().kept()) *warnings += warning.text() + "\n";
  return out;
}

// Those whose bytes lie before `cut`, a stream after the other.
std::vector<std::string> textsBefore(const std::vector<std::vector<Row>>& streams, uint64_t cut) {
  std::vector<std::string> out;
  for (const std::vector<Row>& rows : streams)
    for (const Row& row : rows)
      if (row.end <= cut) out.push_back(row.text);
  return out;
}

void expectWhatLiesBeforeCuts(const std::string& path) {
  constexpr size_t kCuts = 12;
  std::string bytes = test::readFile(path);
  auto whole = rowsOf(bytes);
  size_t last = lastOf(0, bytes), first = 0;
  for (const Section& section : sectionsOf(bytes))
    if (first == 0 && section.id == kBuffer) first = section.at;
  ASSERT_TRUE(first > 0 && last > first) << path;
  for (size_t i = 0; i <= kCuts; ++i) {
    size_t cut = first + (last - first) * i / kCuts;
    std::string warnings;
    auto found = rowsOf(bytes.substr(0, cut), &warnings);
    std::vector<std::string> expected = textsBefore(whole, cut);
    std::vector<std::string> there = textsBefore(found, kNoOffset);
    ASSERT_EQ(there.size(), expected.size()) << path << " cut at " << cut;
    for (size_t row = 0; row < there.size(); ++row)
      ASSERT_EQ(there[row], expected[row]) << path << " cut at " << cut << ", row " << row;
    auto told = [&](const char* words) { return warnings.find(words) != std::string::npos; };
    EXPECT_TRUE(told("numbers are guessed") || told("no CPU was found")) << path << " cut at " << cut;
    if (i == kCuts) {
      EXPECT_EQ(found.size(), whole.size()) << path;
      EXPECT_EQ(std::count(warnings.begin(), warnings.end(), '\n'), 1) << warnings;
    }
  }
}

TEST(TracecmdSalvage, OwnFilesCutBeforeTheirOptions) {
  for (const char* name : {"v7-none", "v7-zstd", "v7-zlib", "threads"})
    expectWhatLiesBeforeCuts(test::dataPath(std::string("tracecmd/") + name + ".dat"));
}

TEST(TracecmdSalvage, RecordedFilesCutBeforeTheirLastOptions) {
  std::string root = test::samplesPath("tracecmd");
  for (const char* name : {"v7-none-sched", "date-v7", "uprobes", "lost-overwrite", "v7-zstd-gcc", "v7-zlib-syscalls",
                           "clock-boot", "v7-instances", "conv-v7none-to-v7zlib", "synth-fgraph", "split-events"}) {
    // Two stand for all.
    if (test::kSlowBuild && std::string_view(name) != "date-v7" && std::string_view(name) != "split-events") continue;
    expectWhatLiesBeforeCuts(root + "/" + name + "/trace.dat");
  }
}

TEST(TracecmdSalvage, TracksSayThatNumbersOfCpusAreGuessed) {
  const std::string bytes = test::readFile(test::dataPath("tracecmd/v7-none.dat"));
  auto guessed = [](const std::string& of) {
    std::vector<bool> out;
    FileSet files = test::fileInMemory("trace.dat", of);
    auto reader = openTrace(files);
    if (!reader) return out;
    const TrackTable& tracks = (*reader)->tracks();
    for (TrackId i = 0; i < tracks.size(); ++i)
      if (tracks[i].key.kind == TrackKind::Cpu) out.push_back(tracks[i].name.ends_with(" (guessed)"));
    return out;
  };
  EXPECT_EQ(guessed(bytes), std::vector<bool>(2, false));
  EXPECT_EQ(guessed(bytes.substr(0, lastOf(0, bytes))), std::vector<bool>(2, true));
}

TEST(TracecmdSalvage, TheSelectionSaysThatNumbersOfCpusAreGuessed) {
  const std::string bytes = test::readFile(test::dataPath("tracecmd/v7-none.dat"));
  for (bool guessed : {false, true}) {
    test::LocalSession local;
    local.open(test::fileInMemory("trace.dat", guessed ? bytes.substr(0, lastOf(0, bytes)) : bytes));
    const TraceIndex& index = local.session.index();
    size_t said = 0;
    for (TrackId track = 0; track < index.tracks().size(); ++track) {
      std::vector<Mark> marks;
      local.session.query(track, index.begin(), index.end(), 0, marks);
      if (index.tracks()[track].key.kind != TrackKind::Events || marks.empty()) continue;
      local.session.describe(track, marks.front());
      local.finish();
      for (const DetailRow& row : local.session.description()->rows) {
        if (row.label != "CPU") continue;
        EXPECT_EQ(row.text.ends_with(" (guessed)"), guessed) << row.text;
        ++said;
      }
    }
    EXPECT_GT(said, 0u);
  }
}

// The recorder writes the sizes and the options when it has written everything else.
TEST(TracecmdSalvage, NeverFinished) {
  for (const char* name : {"v7-none", "v7-zstd"}) {
    std::string bytes = test::readFile(test::dataPath(std::string("tracecmd/") + name + ".dat"));
    auto whole = rowsOf(bytes);
    size_t end = lastOf(0, bytes);
    std::memset(bytes.data() + lastOf(kBuffer, bytes) + 8, 0, 8);
    std::memset(bytes.data() + sectionsOf(bytes).front().at - 8, 0, 8);
    auto found = rowsOf(bytes.substr(0, end));
    EXPECT_EQ(textsBefore(found, kNoOffset), textsBefore(whole, kNoOffset)) << name;
  }
}

// A kernel tells of lost events before a page by a flag that extends as a sign does to 64 bits.
TEST(TracecmdSalvage, PagesAfterLostEvents) {
  constexpr uint64_t kPage = 4096;
  std::string bytes = test::readFile(test::dataPath("tracecmd/v7-none.dat"));
  FileSet files = test::fileInMemory("trace.dat", bytes);
  auto reader = openTrace(files);
  ASSERT_TRUE(reader);
  for (const StreamInfo& stream : (*reader)->streams()) {
    const Extent& extent = stream.extents[0];
    const size_t at = static_cast<size_t>(extent.offset + (extent.size - 1) / kPage * kPage + 8);
    const uint64_t flagged = (numberAt<uint64_t>(bytes, at) & 0x7ffffff) | 0xffffffff80000000u;
    std::memcpy(bytes.data() + at, &flagged, sizeof flagged);
  }
  const auto whole = rowsOf(bytes);
  const size_t cut = lastOf(0, bytes);
  const std::vector<std::string> expected = textsBefore(whole, cut);
  EXPECT_EQ(textsBefore(rowsOf(bytes.substr(0, cut)), kNoOffset), expected);
  EXPECT_GT(std::count_if(expected.begin(), expected.end(), [](const auto& text) { return text.starts_with("lost"); }),
            1);
}

// The events whose bytes do not end within (begin, end]. What is drawn beside one depends on what came before it.
std::vector<std::string> eventsOutside(const std::vector<Row>& rows, uint64_t begin, uint64_t end) {
  std::vector<std::string> out;
  for (const Row& row : rows)
    if ((row.end <= begin || row.end > end) && row.text.rfind("lost|", 0) != 0) out.push_back(row.text);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

TEST(TracecmdSalvage, AChunkWithoutItsSizesHidesNoOther) {
  std::string root = test::samplesPath("tracecmd");
  std::string bytes = test::readFile(root + "/lost-overwrite/trace.dat");
  auto whole = rowsOf(bytes);
  ASSERT_EQ(whole.size(), 2u);
  bytes.resize(lastOf(0, bytes));
  uint64_t second = whole[0].front().end, third = second + 8 + numberAt<uint32_t>(bytes, second);
  std::memset(bytes.data() + second, 0xff, 8);
  std::string warnings;
  auto found = rowsOf(bytes, &warnings);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_GT(whole[0].back().end, third);
  EXPECT_EQ(eventsOutside(found[0], 0, 0), eventsOutside(whole[0], second, third));
  EXPECT_EQ(textsBefore({found[1]}, kNoOffset), textsBefore({whole[1]}, kNoOffset));
  EXPECT_NE(warnings.find("offset " + std::to_string(second)), std::string::npos) << warnings;
}

// Page by page: what is no page is passed over.
TEST(TracecmdSalvage, BytesThatAreNoPages) {
  std::string bytes = test::readFile(test::dataPath("tracecmd/v7-none.dat"));
  auto whole = rowsOf(bytes);
  size_t buffer = lastOf(kBuffer, bytes), end = lastOf(0, bytes);
  size_t data = (buffer + kHeader + 4095) / 4096 * 4096;
  std::string cut = bytes.substr(0, data) + std::string(4096, '\x5a') + bytes.substr(data, end - data);
  uint64_t size = numberAt<uint64_t>(cut, buffer + 8) + 4096;
  std::memcpy(cut.data() + buffer + 8, &size, sizeof size);
  auto found = rowsOf(cut);
  EXPECT_EQ(textsBefore(found, kNoOffset), textsBefore(whole, kNoOffset));
}

size_t unknownRows(const std::string& bytes, std::string* warnings = nullptr) {
  size_t unknown = 0;
  for (const std::vector<Row>& rows : rowsOf(bytes, warnings))
    unknown += static_cast<size_t>(std::count_if(
        rows.begin(), rows.end(), [](const Row& row) { return row.text.find("|unknown|") != std::string::npos; }));
  return unknown;
}

// Sixteen bytes at the size of an event's description: those after it are found by how they begin.
TEST(TracecmdSalvage, ADamagedDescriptionCostsOneEvent) {
  for (const char* name : {"tracecmd/v6.dat", "tracecmd/v7-none.dat"}) {
    const std::string whole = test::readFile(test::dataPath(name));
    const std::string first = "name: irq_handler_entry\n";
    const size_t at = whole.find(first);
    ASSERT_NE(at, std::string::npos) << name;
    std::string bytes = whole, warnings;
    bytes.replace(at - 8, 16, 16, '\xa5');
    EXPECT_GT(unknownRows(bytes, &warnings), 0u) << name;
    std::string other = whole;
    // The whole of that one event, the others of which are as they were.
    other.replace(at + first.size(), 3, "no:");
    EXPECT_EQ(unknownRows(bytes), unknownRows(other)) << name;
    EXPECT_FALSE(warnings.empty()) << name;
  }
}

// Of a file whose beginning is damaged, what follows says what it is.
TEST(TracecmdSalvage, ADamagedBeginningIsReadByWhatFollows) {
  for (const char* name : {"tracecmd/v6.dat", "tracecmd/v7-none.dat", "tracecmd/v7-zlib.dat", "tracecmd/v7-zstd.dat"}) {
    const std::string whole = test::readFile(test::dataPath(name));
    const auto rows = rowsOf(whole);
    std::string bytes = whole, warnings;
    bytes.replace(0, 16, 16, '\0');
    const auto found = rowsOf(bytes, &warnings);
    ASSERT_EQ(found.size(), rows.size()) << name;
    for (size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(found[i].size(), rows[i].size()) << name;
    EXPECT_NE(warnings.find("the beginning of a trace.dat file"), std::string::npos) << name << warnings;
  }
}

}  // namespace
}  // namespace tp
