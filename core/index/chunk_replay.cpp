#include "core/index/chunk_replay.h"

#include <algorithm>
#include <utility>

namespace tp {

namespace {

constexpr size_t kPiece = size_t{1} << 20;  // about a chunk; a read costs a millisecond in the page

}  // namespace

ChunkReplay::ChunkReplay(TraceReader& reader, size_t stream, const FileSet& files, const ChunkStart& start,
                         const NumberMap& numbers)
    : driver_(makeDriver(reader, stream)),
      files_(files),
      pieceBytes_(kPiece),
      restored_(driver_->restore(start.checkpoint, numbers)),
      recordsLeft_(restored_ ? start.records : 0) {}

bool ChunkReplay::next(RecordBatch& batch) {
  batch.clear();
  if (recordsLeft_ == 0) return false;
  if (nextChunk_ > 0) {
    base_ = std::exchange(nextChunk_, 0);
    batch.count = whole_->count - base_;
    std::copy_n(whole_->records.begin() + base_, batch.count, batch.records.begin());
  } else {
    base_ = 0;
    if (driver_->pull(batch, files_, pieceBytes_) == RecordDriver::Step::End) return false;
  }
  if (batch.count > recordsLeft_) {
    if (base_ == 0) whole_ = std::make_unique<RecordBatch>(batch);
    nextChunk_ = base_ + static_cast<uint32_t>(recordsLeft_);
    batch.count = static_cast<uint32_t>(recordsLeft_);
  }
  recordsLeft_ -= batch.count;
  return true;
}

bool ChunkReplay::goOn(const ChunkStart& next, size_t pieceBytes) {
  if (recordsLeft_ > 0 || !restored_) return false;
  recordsLeft_ = next.records;
  pieceBytes_ = std::max(kPiece, pieceBytes);
  return true;
}

ChunkReplay& ChunkRun::chunk(TraceReader& reader, size_t stream, const FileSet& files, const StreamIndexer& indexer,
                             size_t number) {
  const ChunkStart& start = indexer.chunks()[number];
  bool follows = replay_ && stream == stream_ && number == next_ && replay_->goOn(start, pieceBytes_);
  if (!follows) {
    replay_.emplace(reader, stream, files, start, indexer.numbers());
    if (wanted_ != nullptr) replay_->setNeedle(*wanted_);
    if (sides_.stack || sides_.request) replay_->watchSides(sides_);
  }
  stream_ = stream;
  next_ = number + 1;
  return *replay_;
}

std::vector<LaneMarks> chunkMarks(TraceReader& reader, size_t stream, const FileSet& files,
                                  const StreamIndexer& indexer, size_t number, int level, bool& whole) {
  const ChunkStart& start = indexer.chunks()[number];
  LaneSet lanes;
  lanes.setBaseLevel(level);
  for (const auto& [track, state] : start.lanes) lanes.of(track, reader.tracks(), state.start).restore(state);

  ChunkReplay replay(reader, stream, files, start, indexer.numbers());
  RecordBatch batch;
  while (replay.next(batch)) {
    for (uint32_t i = 0; i < batch.count; ++i) {
      const Record& record = batch.records[i];
      if (record.kind == RecordKind::Event || record.track >= reader.tracks().size()) continue;
      lanes.of(record.track, reader.tracks(), std::min(indexer.begin(), record.time)).add(record);
    }
  }
  whole = replay.whole();

  std::vector<LaneMarks> result;
  for (LaneBuilder& lane : lanes.all()) {
    LaneMarks out;
    out.track = lane.track();
    for (int maxLevel = level + 1; maxLevel <= kLevels; ++maxLevel) {
      const std::vector<Mark>* dead = lane.pyramid().dead(maxLevel);
      for (size_t i = 0; dead != nullptr && i < dead->size(); ++i)
        if ((*dead)[i].minLevel <= level) out.marks.push_back((*dead)[i]);
    }
    lane.pyramid().pending(out.marks);
    out.marks.erase(
        std::remove_if(out.marks.begin(), out.marks.end(), [level](const Mark& mark) { return mark.minLevel > level; }),
        out.marks.end());
    std::sort(out.marks.begin(), out.marks.end(), [](const Mark& a, const Mark& b) { return a.end < b.end; });
    if (!out.marks.empty()) result.push_back(std::move(out));
  }
  return result;
}

}  // namespace tp
