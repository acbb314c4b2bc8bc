// Recorded traces of trace-cmd, LTTng and XRay, damaged at many places: what is lost lies around the damage, and it is
// told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>

#include "core/formats/lttng/sub_buffer.h"
#include "core/formats/registry.h"
#include "core/io/local_files.h"
#include "tests/support/damage.h"
#include "tests/support/samples.h"

namespace tp {
namespace {

using test::Damage;
using test::DamagedTrace;
using test::DamageOutcome;
using test::DamageRow;
using test::DamageRules;

// Rows that tell of a loss come and go with what is lost.
constexpr uint64_t kMarks = 10;

// Sixteen bytes touch the descriptions of so many events.
constexpr size_t kMaxDescribed = 2;

struct Tally {
  size_t places = 0, broken = 0, silent = 0, refused = 0;
};

// Of a thousand places, what costs too much, is silent or refused, by the trace where it is most.
//
// Too much: the end of the options that say where the data of each CPU lie, hit together with the header of these data;
// a table of CPUs with another place that is as good; a guest's table of clocks, by which all its times count, which is
// told. Silent: deltas of a guest, whose times are scaled, so that not all of a page are shifted by the same; a page
// whose header has become another page's. Refused: the whole beginning of a compressed file, up to the name of the
// compressor.
constexpr Tally kTracecmd{0, 2, 2, 1};
// Too much: descriptions of events whose fields vary in length, which leave nothing to tell where such an event ends,
// and of events that follow one another so closely that none of what follows is described. Silent: an event's time or
// string that has become another one in form, and takes some of what follows with it. Refused: the first header of the
// only file that describes the events.
constexpr Tally kLttng{0, 9, 7, 2};
// Before 1.0 the same, of more: what is described in XML is half of these small traces, and events of the compact
// channels never say how long they are.
constexpr Tally kLttngFacilities{0, 47, 1, 2};
// Silent: a record of a CPU that the damage makes, with a time some minutes on, behind which no buffer of the thread
// begins; bytes from elsewhere whose own rest is read as a further record, or that are one of a function of another
// object: any number may be that of one.
constexpr Tally kXray{0, 0, 2, 0};
// Of a program that forks. Too much: a record that stands twice is damaged at one of its places, and those behind it
// are there twice. Silent: a process or thread of one record is likely here, and may be damage as well.
constexpr Tally kXrayForks{0, 18, 60, 0};

Tally inflictAll(
    const std::string& path, const FileSet& files, DamageRules rules, const Tally& most,
    const std::function<bool(const Damage&)>& describes = [](const Damage&) { return false; }) {
  DamagedTrace trace(files, std::move(rules));
  // These carry all symbols of a kernel, which takes its time to open.
  bool large = path.find("amdgpu") != std::string::npos || path.find("extract") != std::string::npos ||
               path.find("trace-2.6") != std::string::npos;
  const size_t places = large ? test::kDamagedPlaces / 10 : test::kDamagedPlaces;
  Tally out;
  EXPECT_TRUE(trace.opened()) << path;
  if (!trace.opened() || trace.rows() == 0) return out;
  std::string words;
  for (const Damage& damage : trace.places(places, 7)) {
    DamageOutcome outcome = trace.inflict(damage);
    bool ofData = damage.stream != Damage::kNoStream;
    bool broken =
        ofData ? outcome.lostOutside > 0 || outcome.lostElsewhere > kMarks : !outcome.refused && outcome.vanished > 0;
    // Rows under another number of CPU are not lost; it has to be told.
    if (outcome.moved && !outcome.silent) broken = false;
    // What describes events may cost those that it describes.
    if (!outcome.refused && describes(damage)) broken = outcome.vanishedNames.size() > kMaxDescribed;
    ++out.places;
    out.broken += broken;
    out.silent += outcome.silent;
    out.refused += outcome.refused;
    if ((broken || outcome.silent) && words.size() < 4000)
      words += std::string(broken ? "too much" : "silent") + ": " + trace.text(damage) + ": " + outcome.words +
               ", outside " + std::to_string(outcome.lostOutside) + ", elsewhere " +
               std::to_string(outcome.lostElsewhere) + ", vanished " + std::to_string(outcome.vanished) + "\n";
  }
  EXPECT_LE(out.broken, most.broken) << path << "\n" << words;
  EXPECT_LE(out.silent, most.silent) << path << "\n" << words;
  EXPECT_LE(out.refused, most.refused) << path << "\n" << words;
  if (std::getenv("TP_DAMAGE_TABLE") != nullptr)
    std::printf("%s: places %zu, too much %zu, silent %zu, refused %zu\n", path.c_str(), out.places, out.broken,
                out.silent, out.refused);
  return out;
}

std::vector<std::string> foldersWith(const std::string& format, std::string_view file) {
  std::vector<std::string> out;
  for (const std::string& root : {test::dataPath(format), test::samplesPath(format)}) {
    std::error_code error;
    if (root.empty()) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root, error))
      if (entry.is_directory() && std::filesystem::exists(entry.path() / file)) out.push_back(entry.path().string());
  }
  std::sort(out.begin(), out.end());
  return out;
}

struct Span {
  uint64_t offset = 0;
  Time first = 0;
  Time last = 0;
};

// By stream, the chunks that compressed ones are made of.
std::vector<std::vector<Span>> chunksOf(const FileSet& files) {
  std::vector<std::vector<Span>> out;
  auto reader = openTrace(files);
  if (!reader) return out;
  RecordBatch batch;
  for (size_t i = 0; i < (*reader)->streams().size(); ++i) {
    const StreamInfo& stream = (*reader)->streams()[i];
    std::vector<Span>& chunks = out.emplace_back();
    if (!stream.packed) continue;
    auto decoder = (*reader)->decoder(i);
    Bytes data = files.files()[stream.file].source->view(stream.extents[0].offset, stream.extents[0].size);
    for (size_t at = 0; at < data.size();) {
      batch.clear();
      DecodeStep step = decoder->decode({data.subspan(at), stream.extents[0].offset + at, 0, true}, batch);
      for (uint32_t r = 0; r < batch.count; ++r) {
        StreamDecoder::Place place;
        if (!isRow(batch.records[r]) || !decoder->placeOf(batch.records[r], place)) continue;
        Time time = batch.records[r].time;
        if (chunks.empty() || chunks.back().offset != place.offset) chunks.push_back({place.offset, time, time});
        chunks.back().last = time;
      }
      at += step.consumed;
      if (batch.count == 0 && step.consumed == 0) break;
    }
  }
  return out;
}

DamageRules tracecmdRules(const FileSet& files) {
  constexpr uint64_t kPage = 4096;
  DamageRules rules;
  auto reader = openTrace(files);
  if (!reader) return rules;
  auto streams = std::make_shared<std::vector<StreamInfo>>((*reader)->streams());
  auto chunks = std::make_shared<std::vector<std::vector<Span>>>(chunksOf(files));
  rules.reach = [streams](const Damage& damage) {
    uint64_t from = damage.stream < streams->size() ? (*streams)[damage.stream].extents[0].offset % kPage : 0;
    uint64_t begin = (damage.offset - from) / kPage * kPage + from;
    uint64_t end = (damage.offset + Damage::kSize - 1 - from) / kPage * kPage + from + kPage;
    return Extent{begin, end - begin};
  };
  rules.within = [streams, chunks, reach = rules.reach](const Damage& damage, size_t stream, const DamageRow& row) {
    if (!(*streams)[stream].packed) {
      Extent extent = reach(damage);
      return stream == damage.stream && row.ref >= extent.offset && row.ref < extent.offset + extent.size;
    }
    const std::vector<Span>& all = (*chunks)[stream];
    for (size_t i = 0; i < all.size(); ++i) {
      uint64_t end = i + 1 < all.size() ? all[i + 1].offset : ~uint64_t{0};
      if (damage.overlaps(all[i].offset, end - all[i].offset) && row.time >= all[i].first && row.time <= all[i].last)
        return true;
    }
    return false;
  };
  return rules;
}

void damageTracecmd(const std::string& path) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  inflictAll(path, *files, tracecmdRules(*files), kTracecmd);
}

TEST(TracecmdDamage, CostsThePageOrTheChunkAndIsTold) {
  for (const char* own : {"v6", "v7-none", "v7-zlib", "v7-zstd"})
    damageTracecmd(test::dataPath(std::string("tracecmd/") + own + ".dat"));
  for (const std::string& folder : foldersWith("tracecmd", "trace.dat")) damageTracecmd(folder + "/trace.dat");
}

// Where each sub-buffer of each file begins.
std::vector<std::vector<uint64_t>> subBuffersOf(const FileSet& files) {
  std::vector<std::vector<uint64_t>> out;
  for (const FileEntry& file : files.files()) {
    std::vector<uint64_t>& begins = out.emplace_back();
    lttng::SubBuffer header;
    for (uint64_t at = 0; at < file.source->size(); at += header.size) {
      begins.push_back(at);
      if (lttng::readSubBuffer(readAll(*file.source, at, lttng::kHeadBytes), header) != lttng::HeaderState::Good) break;
    }
    begins.push_back(file.source->size());
  }
  return out;
}

void damageLttng(const std::string& path) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  auto begins = std::make_shared<std::vector<std::vector<uint64_t>>>(subBuffersOf(*files));
  DamageRules rules;
  rules.reopens = [](const Damage&) { return true; };
  rules.reach = [begins](const Damage& damage) {
    const std::vector<uint64_t>& all = (*begins)[damage.file];
    auto after = std::upper_bound(all.begin(), all.end(), damage.offset + Damage::kSize - 1);
    auto first = std::upper_bound(all.begin(), all.end(), damage.offset);
    uint64_t begin = first == all.begin() ? 0 : *(first - 1);
    return Extent{begin, (after == all.end() ? all.back() : *after) - begin};
  };
  const bool facilities = path.find("/0.") != std::string::npos;
  inflictAll(path, *files, std::move(rules), facilities ? kLttngFacilities : kLttng, [&](const Damage& damage) {
    const std::string& name = files->files()[damage.file].path;
    return name.find("metadata") != std::string::npos || name.find("facilities") != std::string::npos ||
           name.find("eventdefs") != std::string::npos;
  });
}

TEST(LttngDamage, CostsTheSubBufferAndIsTold) {
  for (const std::string& folder : foldersWith("lttng", "metadata_0")) damageLttng(folder);
  for (const std::string& folder : foldersWith("lttng", "control")) damageLttng(folder);
}

void damageXray(const std::string& path) {
  auto files = openLocalFiles({path});
  ASSERT_TRUE(files) << path;
  auto reader = openTrace(*files);
  ASSERT_TRUE(reader) << path;
  bool basic = (*reader)->info().metadata[0].second == "basic";
  auto streams = std::make_shared<std::vector<StreamInfo>>((*reader)->streams());
  DamageRules rules;
  rules.reopens = [](const Damage&) { return true; };
  rules.reach = [streams, basic](const Damage& damage) {
    // A record and its argument; of a buffer also what says how long it is.
    constexpr uint64_t kRecord = 32, kExtents = 16;
    if (basic) return Extent{damage.offset - std::min(damage.offset, kRecord), Damage::kSize + 2 * kRecord};
    Extent out{damage.offset, Damage::kSize};
    for (const StreamInfo& stream : *streams) {
      for (const Extent& extent : stream.extents) {
        uint64_t begin = extent.offset - kExtents, end = std::max(out.offset + out.size, extent.offset + extent.size);
        if (damage.overlaps(begin, extent.size + kExtents))
          out = {std::min(out.offset, begin), end - std::min(out.offset, begin)};
      }
    }
    return out;
  };
  // The first records of a buffer: its thread and its process.
  rules.saysWhose = [streams, basic](const Damage& damage) {
    constexpr uint64_t kRecord = 16, kNumber = 5;
    auto hits = [&](const Extent& extent) {
      return damage.overlaps(extent.offset, kNumber) || damage.overlaps(extent.offset + 2 * kRecord, kNumber);
    };
    return !basic && std::any_of(streams->begin(), streams->end(), [&](const StreamInfo& stream) {
      return std::any_of(stream.extents.begin(), stream.extents.end(), hits);
    });
  };
  inflictAll(path, *files, std::move(rules), path.find("/forks/") != std::string::npos ? kXrayForks : kXray);
}

TEST(XrayDamage, CostsTheBufferAndIsTold) {
  for (const std::string& folder : foldersWith("xray", "log.xray")) damageXray(folder + "/log.xray");
  for (const char* own : {"basic-v3", "fdr-v1", "fdr-v2", "fdr-v3", "fdr-v4", "fdr-v5"})
    damageXray(test::dataPath(std::string("xray/") + own + ".xray"));
}

}  // namespace
}  // namespace tp
