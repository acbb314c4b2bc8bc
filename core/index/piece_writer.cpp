#include "core/index/piece_writer.h"

#include <algorithm>

namespace tp {

void writeStreamPiece(uint32_t stream, StreamIndexer& indexer, PieceProgress& progress, WireWriter& out) {
  out.put(stream);
  out.put(indexer.bytesDone());
  out.put(indexer.records());
  out.put(indexer.lossRows());
  out.put(static_cast<int32_t>(indexer.lanes().baseLevel()));
  out.put(static_cast<uint8_t>(indexer.done()));

  const std::vector<ChunkSummary>& chunks = indexer.summaries();
  progress.chunks = std::min(progress.chunks, indexer.takeLowered());
  out.put(static_cast<uint32_t>(progress.chunks));
  out.put(static_cast<uint32_t>(chunks.size() - progress.chunks));
  for (size_t i = progress.chunks; i < chunks.size(); ++i) out.put(chunks[i]);
  progress.chunks = chunks.size() - 1;
  out.put(static_cast<uint8_t>(indexer.started()));

  uint32_t lanes = 0;
  size_t lanesAt = out.reserve32();
  std::vector<Mark> tail;
  for (LaneBuilder& lane : indexer.lanes().all()) {
    // At the end, send all of them, because open slices reach to the end.
    if (!lane.takeChanged() && !indexer.done()) continue;
    ++lanes;
    out.put(lane.track());
    out.put(lane.maxDepth());
    out.put(lane.slices());
    out.put(lane.lostPlaces());
    out.put(lane.lostRecords());
    out.putArray(lane.takeLossPlaces());
    uint32_t levels = 0;
    size_t at = out.reserve32();
    for (int level = indexer.lanes().baseLevel() + 1; level <= kLevels; ++level) {
      std::vector<Mark>* dead = lane.pyramid().dead(level);
      if (dead == nullptr) continue;
      ++levels;
      out.put(static_cast<int32_t>(level));
      out.putArray(*dead);
      dead->clear();
    }
    out.patch(at, levels);
    tail.clear();
    lane.pyramid().pending(tail);
    lane.open(indexer.now(), tail);
    out.putArray(tail);
  }
  out.patch(lanesAt, lanes);
}

}  // namespace tp
