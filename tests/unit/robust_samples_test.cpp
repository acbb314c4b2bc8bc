// Every recorded sample, cut short and with bytes flipped at many places: it opens as far as it can or says why not, in
// bounded time, and what lies before a cut is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <random>

#include "core/decode/record_driver.h"
#include "core/io/local_files.h"
#include "tests/support/decode_all.h"
#include "tests/support/local_session.h"
#include "tests/support/samples.h"
#include "tests/support/slow_build.h"

namespace tp {
namespace {

constexpr size_t kPlaces = test::kSlowBuild ? 5 : 100;
// Of all files of a sample together; the larger ones are of the same kinds.
constexpr uint64_t kMaxBytes = 300 << 10;
constexpr uint64_t kPieceBytes = 4096;
constexpr std::chrono::seconds kMaxTime(20);

struct SampleFile {
  std::string path;
  std::string bytes;
  std::shared_ptr<ByteSource> source;  // of these
};

struct Sample {
  std::string path;
  std::vector<SampleFile> files;

  // With file number `changed` as `bytes`.
  FileSet with(size_t changed, std::string_view bytes) const {
    FileSet out;
    for (size_t i = 0; i < files.size(); ++i)
      out.add(files[i].path,
              i == changed ? std::shared_ptr<ByteSource>(std::make_shared<MemorySource>(bytes)) : files[i].source);
    return out;
  }
  FileSet whole() const { return with(files.size(), {}); }
};

// Names and functions of libraries are many bytes of the same.
bool ofLibrary(const std::string& path) {
  std::string name = path.substr(path.rfind('/') + 1);
  return name.ends_with(".sym") && (name.starts_with("lib") || name.starts_with("ld-"));
}

// What to drop in order to open the sample that this is a part of; empty: it is none.
std::string dropOf(const std::string& format, const std::filesystem::directory_entry& entry) {
  std::string name = entry.path().filename().string();
  auto within = [&](std::string_view file) { return std::filesystem::exists(entry.path() / file); };
  bool folder = entry.is_directory();
  if (format == "uftrace" && folder && (within("info") || within("task.txt"))) return entry.path().string();
  if (format == "tracecmd" && !folder && name.ends_with(".dat")) return entry.path().string();
  if (format == "lttng" && folder && (within("metadata_0") || within("control"))) return entry.path().string();
  if (format == "xray" && !folder && (name.ends_with(".xray") || name.starts_with("log.")))
    return entry.path().string();
  return {};
}

std::vector<Sample> samplesOf(const std::string& format) {
  std::vector<Sample> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::samplesPath(format))) {
    std::string path = dropOf(format, entry);
    auto opened = path.empty() ? Result<FileSet>(Error{}) : openLocalFiles({path});
    if (!opened) continue;
    Sample sample{path, {}};
    uint64_t bytes = 0;
    for (const FileEntry& file : opened->files()) {
      if (ofLibrary(file.path)) continue;
      bytes += file.source->size();
      if (bytes > kMaxBytes) break;
      std::vector<std::byte> content = readAll(*file.source);
      sample.files.push_back(
          {file.path, std::string(asText(content)), std::make_shared<MemorySource>(asText(content))});
    }
    if (bytes <= kMaxBytes && !sample.files.empty()) out.push_back(std::move(sample));
  }
  std::sort(out.begin(), out.end(), [](const Sample& a, const Sample& b) { return a.path < b.path; });
  return out;
}

// Records of each stream, as the index has counted them. Fails where that takes too long.
std::map<std::string, uint64_t> index(const FileSet& files) {
  auto begin = std::chrono::steady_clock::now();
  test::LocalSession local;
  local.open(files, kPieceBytes);
  EXPECT_TRUE(local.session.phase() == Phase::Ready || local.session.phase() == Phase::Failed);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, kMaxTime);
  std::map<std::string, uint64_t> out;
  for (const auto& stream : local.session.index().streams()) out[stream.name] = stream.rows;
  return out;
}

// How far into its file a stream has to be read for so many records.
struct Reached {
  uint64_t offset = 0;
  uint64_t records = 0;
};

struct Stream {
  std::string name;
  size_t file = 0;
  std::vector<Reached> reached;

  // Records that need nothing from `offset` on.
  uint64_t before(uint64_t offset) const {
    uint64_t out = 0;
    for (const Reached& place : reached)
      if (place.offset <= offset) out = std::max(out, place.records);
    return out;
  }
};

std::vector<Stream> streamsOf(const FileSet& files) {
  std::vector<Stream> out;
  auto reader = openTrace(files);
  if (!reader) return out;
  RecordBatch batch;
  for (size_t i = 0; i < (*reader)->streams().size(); ++i) {
    Stream stream{(*reader)->streams()[i].name, (*reader)->streams()[i].file, {}};
    auto driver = makeDriver(**reader, i);
    SavedNumbers numbers;
    driver->saveWith(numbers);
    uint64_t records = 0, farthest = 0;
    while (driver->pull(batch, files, kPieceBytes) == RecordDriver::Step::Batch) {
      records +=
          static_cast<uint64_t>(std::count_if(batch.records.begin(), batch.records.begin() + batch.count, isRow));
      farthest = std::max(farthest, driver->checkpoint().offset);
      if (driver->atCheckpoint()) stream.reached.push_back({farthest, records});
    }
    out.push_back(std::move(stream));
  }
  return out;
}

class RobustSamples : public testing::TestWithParam<const char*> {};

TEST_P(RobustSamples, WhatLiesBeforeACutIsThere) {
  for (const Sample& sample : samplesOf(GetParam())) {
    std::vector<Stream> streams = streamsOf(sample.whole());
    std::vector<size_t> recorded;  // files that streams are in
    for (const Stream& stream : streams)
      if (std::find(recorded.begin(), recorded.end(), stream.file) == recorded.end()) recorded.push_back(stream.file);
    for (size_t place = 0; place < kPlaces && !recorded.empty(); ++place) {
      size_t file = recorded[place % recorded.size()];
      std::string_view bytes = sample.files[file].bytes;
      size_t cut = bytes.size() * place / kPlaces;
      auto found = index(sample.with(file, bytes.substr(0, cut)));
      uint64_t expected = 0, all = 0;
      for (const auto& [name, records] : found) all += records;
      for (const Stream& stream : streams) {
        if (stream.file != file) continue;
        expected += stream.before(cut);
        // Which CPU's the data are is guessed where a file of version 7 has lost its end.
        if (std::string_view(GetParam()) == "tracecmd") continue;
        EXPECT_GE(found[stream.name], stream.before(cut))
            << sample.path << ": " << sample.files[file].path << " cut at " << cut << ", " << stream.name;
      }
      EXPECT_GE(all, expected) << sample.path << ": " << sample.files[file].path << " cut at " << cut;
    }
  }
}

TEST_P(RobustSamples, FlippedBytes) {
  std::mt19937 random(3);
  for (const Sample& sample : samplesOf(GetParam())) {
    for (size_t place = 0; place < kPlaces; ++place) {
      size_t file = random() % sample.files.size();
      std::string bytes = sample.files[file].bytes;
      if (bytes.empty()) continue;
      for (size_t flips = 1 + place % 4; flips > 0; --flips) {
        // Near the beginning more often: headers are there.
        size_t at = random() % (place % 2 == 0 ? bytes.size() : std::min<size_t>(bytes.size(), 512));
        bytes[at] = static_cast<char>(random());
      }
      index(sample.with(file, bytes));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RobustSamples, testing::Values("uftrace", "tracecmd", "lttng", "xray"),
                         [](const auto& format) { return std::string(format.param); });

}  // namespace
}  // namespace tp
