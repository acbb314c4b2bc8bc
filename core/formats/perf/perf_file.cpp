#include "core/formats/perf/perf_file.h"

#include <algorithm>

#include "core/formats/perf/features.h"
#include "core/formats/perf/sample.h"
#include "core/formats/perf/walk.h"

namespace tp::perf {
namespace {

constexpr uint64_t kMagic = 0x32454c4946524550;  // "PERFILE2"
constexpr std::string_view kOldMagic = "PERFFILE";
constexpr size_t kFileHeader = 104, kPipeHeader = 16;
// An attribute is followed by where its ids lie.
constexpr size_t kSection = 16;
// More is damage.
constexpr uint64_t kMaxAttrs = 65536, kMaxIds = uint64_t{1} << 22;
constexpr uint64_t kMaxFeature = uint64_t{64} << 20;
// What is read of the records to find the events of a pipe, and the first time.
constexpr uint64_t kPiece = uint64_t{1} << 20, kMaxHead = uint64_t{16} << 20;
// So many samples have some of each buffer, and of idle CPUs.
constexpr uint32_t kEnough = 20000;

std::optional<Endian> endianOf(Bytes head) {
  if (head.size() < kPipeHeader) return std::nullopt;
  for (const Endian endian : {Endian::Little, Endian::Big})
    if (loadUnchecked<uint64_t>(head.data(), endian) == kMagic) return endian;
  return std::nullopt;
}

class FileReading {
 public:
  FileReading(const FileEntry& entry, PerfFile& file, WarningLog& warnings)
      : entry_(entry), source_(*entry.source), file_(file), warnings_(warnings), size_(source_.size()) {}

  // Returns false if the header makes no sense.
  bool readSections() {
    const std::vector<std::byte> head = readAll(source_, 0, kFileHeader);
    if (head.size() < kFileHeader) return false;
    Cursor cursor(head, file_.endian);
    cursor.seek(16);
    const uint64_t attrSize = cursor.u64();
    Extent attrs = sectionAt(cursor);
    file_.data = sectionAt(cursor);
    if (attrSize <= kSection || file_.data.offset > size_) return false;
    readAttrs(attrs, attrSize);
    const std::vector<uint32_t> features = featuresOf(Bytes(head).subspan(72));
    const uint64_t room = size_ - file_.data.offset;
    if (file_.data.size == 0 || file_.data.size > room) {
      // A recorder that was killed has not written what follows the records.
      warn(file_.data.offset,
           file_.data.size == 0 ? "the size of the records" : std::to_string(file_.data.size) + " bytes of records",
           file_.data.size == 0 ? "none, as of a recorder that was killed; they are read up to the end of the file"
                                : "a file that ends before");
      file_.data.size = room;
      return true;
    }
    readFeatures(features);
    return true;
  }

  // Reads records from the first one on: what a pipe says of itself, and the first time.
  void readHead(const Extent& records) {
    uint64_t at = records.offset;
    const uint64_t end = records.offset + records.size;
    const uint64_t most = at + std::min(records.size, kMaxHead);
    while (at < most && !headDone_) {
      const std::vector<std::byte> piece = readAll(source_, at, std::min(kPiece, end - at));
      if (piece.empty()) return;
      RecordWalk walk(piece, file_.endian, at + piece.size() == end, 0);
      WalkedRecord record;
      uint64_t next = at;
      while (!headDone_ && walk.next(record)) {
        next = at + walk.position();
        takeHeadRecord(record, at);
        if (record.behind == 0) continue;
        next = record.behind > end - next ? end : next + record.behind;
        break;
      }
      if (next == at) return;
      at = next;
    }
  }

 private:
  void warn(uint64_t offset, std::string expected, std::string found) {
    warnings_.add(entry_.path, offset, std::move(expected), std::move(found));
  }
  static Extent sectionAt(Cursor& cursor) {
    Extent extent;
    extent.offset = cursor.u64();
    extent.size = cursor.u64();
    return extent;
  }

  void readAttrs(const Extent& where, uint64_t attrSize) {
    const uint64_t count = std::min(where.size / attrSize, kMaxAttrs);
    const std::vector<std::byte> all = readAll(source_, where.offset, where.size, kMaxFeature);
    for (uint64_t i = 0; i < count; ++i) {
      if (all.size() < (i + 1) * attrSize)
        return warn(where.offset, "the attributes of events", "a file that ends before");
      const Bytes one = Bytes(all).subspan(static_cast<size_t>(i * attrSize), static_cast<size_t>(attrSize));
      std::optional<EventAttr> attr = readAttr(one.first(one.size() - kSection), file_.endian);
      if (!attr) return warn(where.offset, "the attributes of events", "too few bytes for each");
      Cursor cursor(one.last(kSection), file_.endian);
      readIds(sectionAt(cursor), *attr);
      file_.events.add(std::move(*attr));
    }
  }

  void readIds(const Extent& where, EventAttr& attr) {
    const std::vector<std::byte> bytes = readAll(source_, where.offset, where.size, kMaxIds * 8);
    Cursor cursor(bytes, file_.endian);
    while (cursor.remaining() >= 8) attr.ids.push_back(cursor.u64());
  }

  std::vector<uint32_t> featuresOf(Bytes map) const {
    const auto bits = [&](auto width) {
      using Word = decltype(width);
      constexpr size_t kBits = sizeof(Word) * 8;
      std::vector<uint32_t> out;
      for (uint32_t i = 0; i < kFeatures; ++i) {
        const Word word = loadUnchecked<Word>(map.data() + i / kBits * sizeof(Word), file_.endian);
        if ((word >> (i % kBits) & 1) != 0) out.push_back(i);
      }
      return out;
    };
    std::vector<uint32_t> out = bits(uint64_t{0});
    // The words of the map are those of the machine that wrote it, which always tells its name.
    if (std::find(out.begin(), out.end(), kFeatureHostname) == out.end()) {
      std::vector<uint32_t> narrow = bits(uint32_t{0});
      if (std::find(narrow.begin(), narrow.end(), kFeatureHostname) != narrow.end()) out = std::move(narrow);
    }
    return out;
  }

  void readFeatures(const std::vector<uint32_t>& features) {
    const uint64_t table = file_.data.offset + file_.data.size;
    const std::vector<std::byte> places = readAll(source_, table, features.size() * kSection);
    for (size_t i = 0; i < features.size(); ++i) {
      if (places.size() < (i + 1) * kSection) return warn(table, "a table of sections", "a file that ends before");
      Cursor cursor(Bytes(places).subspan(i * kSection, kSection), file_.endian);
      const Extent where = sectionAt(cursor);
      if (where.offset > size_ || where.size > size_ - where.offset) {
        warn(table + i * kSection, "a section within the file", "one that ends behind it");
        continue;
      }
      if (features[i] == kFeatureTracingData) {
        file_.tracing = where;
        continue;
      }
      const std::vector<std::byte> bytes = readAll(source_, where.offset, where.size, kMaxFeature);
      if (!readFeature(features[i], bytes, file_)) warn(where.offset, "a whole section", "one that is cut");
    }
  }

  void takeHeadRecord(const WalkedRecord& record, uint64_t base) {
    const Endian endian = file_.endian;
    const uint32_t type = record.header.type;
    const Bytes body = record.bytes.empty() ? Bytes() : record.bytes.subspan(kHeaderSize);
    if (file_.pipe && type >= kFirstOfTool) takePipeRecord(record, body, base);
    if (type == kFinishedRound && samples_ >= kEnough) headDone_ = true;
    if (type == 0 || type >= kFirstOfTool) return;
    const size_t event = file_.events.eventOf(record.bytes, record.header, endian);
    if (event == EventTable::kNone) return;
    const uint64_t time = timeOf(record.bytes, record.header, file_.events.at(event), endian);
    if (time != 0 && tidOf(record.bytes, record.header, file_.events.at(event), endian) == 0) file_.wholeMachine = true;
    if (time != 0) file_.firstTime = std::min(time, file_.firstTime.value_or(time));
    mapped_ = mapped_ || type == kMmap || type == kMmap2;
    if (type == kSample && !mapped_) file_.mappedLate = true;
    if (type == kSample) ++samples_;
    headDone_ = headDone_ || samples_ >= 5 * kEnough || (type == kSample && time == 0);
  }

  void takePipeRecord(const WalkedRecord& record, Bytes body, uint64_t base) {
    Cursor cursor(body, file_.endian);
    if (record.header.type == kHeaderAttr) {
      if (body.size() < 8) return;
      const size_t size = loadUnchecked<uint32_t>(body.data() + 4, file_.endian);
      if (size > body.size() || file_.events.size() >= kMaxAttrs) return;
      std::optional<EventAttr> attr = readAttr(body.first(size), file_.endian);
      if (!attr) return;
      cursor.seek(size);
      while (cursor.remaining() >= 8) attr->ids.push_back(cursor.u64());
      file_.events.add(std::move(*attr));
    } else if (record.header.type == kFeature) {
      const uint64_t feature = cursor.u64();
      if (!cursor.failed() && feature < kFeatures) readFeature(static_cast<uint32_t>(feature), body.subspan(8), file_);
    } else if (record.header.type == kTracingData) {
      const uint64_t at = base + record.at + record.header.size;
      const uint64_t end = file_.data.offset + file_.data.size;
      file_.tracing = {at, std::min(record.behind, end - std::min(end, at))};
    } else if (record.header.type == kEventUpdate) {
      constexpr uint64_t kName = 2;
      const uint64_t kind = cursor.u64(), id = cursor.u64();
      const std::string_view text = asText(cursor.bytes(cursor.remaining()));
      if (kind == kName) file_.events.setNameById(id, text.substr(0, text.find('\0')));
    } else if (record.header.type == kBuildId) {
      readBuildId(record.bytes, file_);
    }
  }

  const FileEntry& entry_;
  const ByteSource& source_;
  PerfFile& file_;
  WarningLog& warnings_;
  const uint64_t size_;
  bool headDone_ = false;
  bool mapped_ = false;  // a record of a mapping has come
  uint32_t samples_ = 0;
};

}  // namespace

bool isPerfFile(const ByteSource& source, bool* old) {
  const std::vector<std::byte> head = readAll(source, 0, kPipeHeader);
  if (old != nullptr) *old = asText(head).starts_with(kOldMagic);
  return endianOf(head).has_value();
}

void readFirstTime(const FileEntry& entry, PerfFile& file, WarningLog& warnings) {
  FileReading(entry, file, warnings).readHead({0, entry.source->size()});
}

Result<PerfFile> readPerfFile(const FileEntry& entry, WarningLog& warnings) {
  const std::vector<std::byte> head = readAll(*entry.source, 0, kPipeHeader);
  const std::optional<Endian> endian = endianOf(head);
  if (!endian) return Error{entry.path, 0, "is no perf.data of version 2", {}};
  PerfFile file;
  file.endian = *endian;
  file.pipe = loadUnchecked<uint64_t>(head.data() + 8, *endian) == kPipeHeader;
  FileReading reading(entry, file, warnings);
  if (file.pipe) {
    file.data = {kPipeHeader, entry.source->size() - kPipeHeader};
  } else if (!reading.readSections()) {
    return Error{entry.path, 0, "has the head of a perf.data, which is cut or damaged", {}};
  }
  reading.readHead(file.data);
  file.events.settleNames();
  if (file.events.size() == 0)
    warnings.add(entry.path, 0, "attributes of the events that were recorded", "none: no record can be read");
  return file;
}

}  // namespace tp::perf
