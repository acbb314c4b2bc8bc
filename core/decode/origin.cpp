#include "core/decode/origin.h"

#include <algorithm>
#include <charconv>

#include "core/decode/record_driver.h"

namespace tp {
namespace {

constexpr std::string_view kBefore = "Cut of a trace that begins at ";

// The first time of what a stream draws.
std::optional<Time> firstDrawn(TraceReader& reader, size_t stream, const FileSet& files) {
  constexpr size_t kFirstPiece = size_t{64} << 10;
  RecordBatch batch;
  const std::unique_ptr<RecordDriver> driver = makeDriver(reader, stream);
  while (driver->pull(batch, files, kFirstPiece) == RecordDriver::Step::Batch)
    for (const Record& record : Records(batch))
      if (record.kind != RecordKind::Event && record.track != kNoTrack) return record.time;
  return std::nullopt;
}

}  // namespace

std::string originText(Time origin) {
  return std::string(kBefore) + std::to_string(origin) + "\n";
}

std::optional<Time> readOrigin(std::string_view text) {
  if (!text.starts_with(kBefore)) return std::nullopt;
  text.remove_prefix(kBefore.size());
  Time origin = 0;
  const std::from_chars_result read = std::from_chars(text.data(), text.data() + text.size(), origin);
  if (read.ec != std::errc() || read.ptr == text.data() + text.size() || *read.ptr != '\n') return std::nullopt;
  return clampTime(origin);
}

std::optional<Time> readOriginFile(const FileSet& files, const std::string& folder) {
  constexpr uint64_t kMax = 256;
  const FileEntry* file = files.find(folder + std::string(kOriginFile));
  if (file == nullptr) return std::nullopt;
  return readOrigin(asText(readAll(*file->source, 0, kMax)));
}

std::optional<Time> originOf(TraceReader& reader, const FileSet& files) {
  // What is decoded here is decoded again, with the same warnings.
  const WarningLog::Quiet quiet(reader.warnings());
  // As TraceIndex::begin() has it.
  std::optional<Time> first;
  if (reader.info().begin <= reader.info().end) first = reader.info().begin;
  for (size_t stream = 0; stream < reader.streams().size(); ++stream)
    if (const std::optional<Time> drawn = firstDrawn(reader, stream, files))
      first = first ? std::min(*first, *drawn) : *drawn;
  const std::optional<Time>& told = reader.info().origin;
  return told && (!first || *told <= *first) ? told : first;
}

}  // namespace tp
