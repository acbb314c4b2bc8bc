#include "core/formats/uftrace/opened_info.h"

#include "core/formats/uftrace/raw_record.h"

namespace tp::uftrace {
namespace {

constexpr uint64_t kLargestInfo = uint64_t{16} << 20;

// Guesses the byte order from where the records have their magic. Returns `first` if the records do not tell otherwise.
Endian guessEndian(const FileSet& files, const Directory& place, Endian first) {
  constexpr size_t kRecordsRead = 8;
  Endian other = first == Endian::Little ? Endian::Big : Endian::Little;
  for (const NumberedFile& one : numberedFiles(files, place.folder, "")) {
    std::vector<std::byte> bytes = readAll(*files.files()[one.file].source, 0, kRecordsRead * RawRecord::kSize);
    size_t formed[2] = {0, 0};
    for (size_t at = 0; at + RawRecord::kSize <= bytes.size(); at += RawRecord::kSize) {
      formed[0] += TimedRecord(bytes.data() + at, first).formed();
      formed[1] += TimedRecord(bytes.data() + at, other).formed();
    }
    if (formed[1] > formed[0]) return other;
    if (formed[0] > 0) break;
  }
  return first;
}

}  // namespace

Result<InfoFile> readInfo(const FileSet& files, const Directory& place, WarningLog& warnings) {
  InfoFile info;
  if (!place.hasInfo) {
    info.endian = guessEndian(files, place, Endian::Little);
    return info;
  }
  const FileEntry& entry = *files.find(place.folder + "info");
  std::vector<std::byte> bytes = readAll(*entry.source, 0, entry.source->size(), kLargestInfo);
  Result<InfoFile> parsed = parseInfo(bytes, {&warnings, entry.path});
  if (!parsed) {
    Error error = parsed.error();
    error.file = entry.path;
    return error;
  }
  info = std::move(*parsed);
  const Endian endian = guessEndian(files, place, info.endian);
  if (endian != info.endian) warnings.add(entry.path, 14, "the byte order of the records", "the other one");
  info.endian = endian;
  return info;
}

}  // namespace tp::uftrace
