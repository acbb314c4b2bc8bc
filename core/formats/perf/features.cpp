#include "core/formats/perf/features.h"

#include <algorithm>

#include "core/text/number_text.h"

namespace tp::perf {
namespace {

// More is damage.
constexpr uint32_t kMaxWords = 4096, kMaxEvents = 65536, kMaxCpus = 65536;

std::string_view untilNul(std::string_view text) {
  return text.substr(0, text.find('\0'));
}

std::string_view readText(Cursor& cursor) {
  return untilNul(asText(cursor.bytes(cursor.u32())));
}

bool readCommandLine(Cursor& cursor, PerfFile& file) {
  std::string line;
  const uint32_t words = std::min(cursor.u32(), kMaxWords);
  for (uint32_t i = 0; i < words && !cursor.failed(); ++i) {
    const std::string_view word = readText(cursor);
    line.append(i > 0 ? " " : "").append(word);
  }
  if (!line.empty()) file.metadata.emplace_back("command line", std::move(line));
  return !cursor.failed();
}

// Has the names of events, in the order of the attributes, which are repeated.
bool readEventNames(Cursor& cursor, PerfFile& file) {
  const uint32_t count = std::min(cursor.u32(), kMaxEvents);
  const uint32_t size = cursor.u32();
  for (uint32_t i = 0; i < count && !cursor.failed(); ++i) {
    const Bytes bytes = cursor.bytes(size);
    const uint32_t ids = cursor.u32();
    const std::string_view name = readText(cursor);
    if (cursor.failed()) return false;
    size_t position = i;
    if (i >= file.events.size()) {
      std::optional<EventAttr> attr = readAttr(bytes, file.endian);
      if (!attr) return false;
      position = file.events.add(std::move(*attr));
    }
    file.events.setName(position, name);
    for (uint32_t k = 0; k < ids && !cursor.failed(); ++k) {
      const uint64_t id = cursor.u64();
      if (cursor.failed()) break;
      file.events.addId(position, id);
    }
  }
  return !cursor.failed();
}

bool readClock(Cursor& cursor, PerfFile& file) {
  WallClock wall;
  cursor.u32();  // version
  wall.clock = cursor.i32();
  wall.wallNs = cursor.u64();
  wall.clockNs = cursor.u64();
  if (!cursor.failed()) file.wall = wall;
  return !cursor.failed();
}

// Pairs of texts that end in NULs; `event_type_info` has a line "name,type,config" for each event.
void readMetaInfo(std::string_view text, PerfFile& file) {
  constexpr std::string_view kNames{"event_type_info\0", 16};
  size_t at = text.find(kNames);
  if (at == std::string_view::npos) return;
  LineCursor lines(untilNul(text.substr(at + kNames.size())));
  size_t position = 0;
  for (std::string_view line; lines.next(line);) file.events.setName(position++, line.substr(0, line.find(',')));
}

void addText(PerfFile& file, std::string_view label, std::string_view text) {
  if (!text.empty()) file.metadata.emplace_back(label, text);
}

}  // namespace

void readBuildId(Bytes record, PerfFile& file) {
  constexpr size_t kId = 12, kIdSize = 20, kName = 36;
  constexpr uint16_t kSizeValid = 0x8000;
  constexpr size_t kMaxIds = 100000;
  if (record.size() < kName || file.buildIds.size() >= kMaxIds) return;
  const RecordHeader header = readHeader(record.data(), file.endian);
  size_t size = kIdSize;
  if ((header.misc & kSizeValid) != 0) size = std::min(size, static_cast<size_t>(record[kId + kIdSize]));
  BuildId id;
  for (size_t i = 0; i < size; ++i) appendHex(id.id, static_cast<uint64_t>(record[kId + i]), 2);
  id.file = untilNul(asText(record.subspan(kName)));
  file.buildIds.push_back(std::move(id));
}

bool readFeature(uint32_t feature, Bytes section, PerfFile& file) {
  Cursor cursor(section, file.endian);
  switch (feature) {
    case kFeatureBuildId:
      while (cursor.remaining() >= kHeaderSize) {
        const size_t size = readHeader(section.data() + cursor.position(), file.endian).size;
        if (size < kHeaderSize || size > cursor.remaining()) return false;
        readBuildId(cursor.bytes(size), file);
      }
      return true;
    case kFeatureHostname:
      addText(file, "host", readText(cursor));
      break;
    case kFeatureOsRelease:
      addText(file, "kernel", readText(cursor));
      break;
    case kFeatureVersion:
      addText(file, "perf", readText(cursor));
      break;
    case kFeatureArch:
      file.machine = readText(cursor);
      addText(file, "machine", file.machine);
      break;
    case kFeatureCpus: {
      const uint32_t one = cursor.u32(), other = cursor.u32();
      if (!cursor.failed() && std::max(one, other) <= kMaxCpus) file.cpus = std::max(one, other);
      break;
    }
    case kFeatureCpuDescription:
      addText(file, "processor", readText(cursor));
      break;
    case kFeatureCommandLine:
      return readCommandLine(cursor, file);
    case kFeatureEventDescription:
      return readEventNames(cursor, file);
    case kFeatureStat:
      file.counts = true;
      return true;
    case kFeatureCompressed:
      file.compressed = true;
      return true;
    case kFeatureClockData:
      return readClock(cursor, file);
    case kFeatureMetaInfo:
      readMetaInfo(asText(section), file);
      return true;
    default:
      return true;
  }
  return !cursor.failed();
}

}  // namespace tp::perf
