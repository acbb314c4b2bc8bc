#include "core/formats/ctf/first_switch.h"

#include <algorithm>

namespace tp::ctf {

std::optional<int64_t> firstRunner(Shared& shared, const DataFile& file) {
  // Limits the time, because each worker searches.
  constexpr uint64_t kMaxBytes = uint64_t{4} << 20;
  if (!shared.trace.layout->hasSwitches() || file.source == nullptr || file.extents.empty()) return std::nullopt;
  const WarningLog::Quiet quiet(shared.reader.warnings());
  FileDecoder decoder(shared, file, kNoTrack, false);
  const Extent& extent = file.extents.front();
  const std::vector<std::byte> bytes = readAll(*file.source, extent.offset, std::min(extent.size, kMaxBytes));
  auto batch = std::make_unique<RecordBatch>();
  for (size_t at = 0; at < bytes.size();) {
    batch->clear();
    const DecodeInput input{Bytes(bytes).subspan(at), extent.offset + at, 0, bytes.size() == extent.size};
    const DecodeStep step = decoder.decode(input, *batch);
    for (const Record& record : Records(*batch)) {
      if (record.kind == RecordKind::Lost) return std::nullopt;
      const EventLayout& event = decoder.eventOf(record);
      if (!event.switches()) continue;
      RowBytes row;
      std::string room;
      const RowSchema& schema = shared.schemas.of(*shared.trace.layout, FileDecoder::numberOf(record));
      const size_t field = schema.find(event.meaning.fields.front());
      if (field == RowSchema::kNone || !decoder.bytesOf(record, row)) return std::nullopt;
      const RowValue value = schema.read(field, row, room);
      if (!value.isWhole()) return std::nullopt;
      return static_cast<int64_t>(value.number);
    }
    if (step.needMore || (step.consumed == 0 && batch->count == 0)) break;
    at += step.consumed;
  }
  return std::nullopt;
}

}  // namespace tp::ctf
