#include "core/formats/tracecmd/first_event.h"

#include <algorithm>
#include <vector>

namespace tp::tracecmd {
namespace {

constexpr uint64_t kPiece = uint64_t{1} << 16;

// Returns the time of the first event of this meaning in the batch.
std::optional<Time> firstIn(Records batch, const Events& events, Meaning meaning) {
  for (const Record& record : batch) {
    if (record.kind != RecordKind::Instant) continue;
    const Event* event = events.find(static_cast<uint16_t>(record.value));
    if (event != nullptr && event->meaning == meaning) return record.time;
  }
  return {};
}

}  // namespace

std::optional<Time> firstEvent(StreamDriver& stream, const ByteSource& file, const Events& events, Meaning meaning,
                               uint64_t most) {
  RecordBatch batch;
  std::vector<std::byte> piece;
  for (uint64_t left = most;;) {
    const RecordDriver::Step step = stream.next(batch);
    if (step == RecordDriver::Step::End) return {};
    if (step == RecordDriver::Step::Batch) {
      if (std::optional<Time> found = firstIn(batch, events, meaning)) return found;
      continue;
    }
    const RecordDriver::Want want = stream.want();
    piece = readAll(file, want.offset, std::min(want.size, std::max(kPiece, want.kept)), most);
    if (piece.empty() || piece.size() > left) return {};
    left -= piece.size();
    stream.provide(piece);
  }
}

}  // namespace tp::tracecmd
