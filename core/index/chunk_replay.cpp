#include "core/index/chunk_replay.h"

#include <algorithm>

namespace tp {

ChunkReplay::ChunkReplay(TraceReader& reader, size_t stream, const FileSet& files, const ChunkStart& start)
    : driver_(makeDriver(reader, stream)), files_(files), left_(start.records) {
  if (!driver_->restore(start.checkpoint)) left_ = 0;
}

bool ChunkReplay::next(RecordBatch& batch) {
  constexpr size_t kPiece = size_t{1} << 20;  // about a chunk; reads cost a millisecond each in the page
  batch.clear();
  if (left_ == 0 || driver_->pull(batch, files_, kPiece) == RecordDriver::Step::End) return false;
  if (batch.count > left_) batch.count = static_cast<uint32_t>(left_);
  left_ -= batch.count;
  return true;
}

std::vector<LaneMarks> chunkMarks(TraceReader& reader, size_t stream, const FileSet& files, const ChunkStart& start,
                                  Time begin, int level) {
  LaneSet lanes;
  lanes.setBaseLevel(level);
  for (const auto& [track, state] : start.lanes) lanes.of(track, reader.tracks(), state.start).restore(state);

  ChunkReplay replay(reader, stream, files, start);
  RecordBatch batch;
  while (replay.next(batch)) {
    for (uint32_t i = 0; i < batch.count; ++i) {
      const Record& record = batch.records[i];
      if (record.kind == RecordKind::Event || record.track >= reader.tracks().size()) continue;
      lanes.of(record.track, reader.tracks(), std::min(begin, record.time)).add(record);
    }
  }

  std::vector<LaneMarks> result;
  for (LaneBuilder& lane : lanes.all()) {
    LaneMarks out;
    out.track = lane.track();
    for (int death = level + 1; death <= kLevels; ++death)
      for (const Mark& mark : lane.pyramid().dead(death))
        if (mark.birth <= level) out.marks.push_back(mark);
    lane.pyramid().pending(out.marks);
    out.marks.erase(
        std::remove_if(out.marks.begin(), out.marks.end(), [level](const Mark& mark) { return mark.birth > level; }),
        out.marks.end());
    std::sort(out.marks.begin(), out.marks.end(), [](const Mark& a, const Mark& b) { return a.end < b.end; });
    if (!out.marks.empty()) result.push_back(std::move(out));
  }
  return result;
}

}  // namespace tp
