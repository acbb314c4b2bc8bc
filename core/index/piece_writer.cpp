#include "core/index/piece_writer.h"

#include <algorithm>

#include "core/index/piece.h"

namespace tp {

void writeStreamPiece(uint32_t stream, StreamIndexer& indexer, PieceProgress& progress, WireWriter& out) {
  StreamPiece told;
  told.stream = stream;
  told.bytesDone = indexer.bytesDone();
  told.rows = indexer.records();
  told.lossRows = indexer.lossRows();
  told.lost = indexer.recorded().lost();
  told.baseLevel = indexer.lanes().baseLevel();
  told.done = indexer.done();
  told.drawn = indexer.started();
  const std::vector<ChunkSummary>& chunks = indexer.summaries();
  progress.chunks = std::min(progress.chunks, indexer.takeLowered());
  told.firstChunk = static_cast<uint32_t>(progress.chunks);
  told.chunks.assign(chunks.begin() + static_cast<ptrdiff_t>(progress.chunks), chunks.end());
  progress.chunks = chunks.size() - 1;
  out(told);

  // The lanes and their marks have no layout(): they are not copied into a message of their own, being most of what
  // is sent, and TraceIndex reads them into the levels where they stay.
  uint32_t lanes = 0;
  size_t lanesAt = out.reserve32();
  std::vector<Mark> tail;
  for (LaneBuilder& lane : indexer.lanes().all()) {
    // At the end, send all of them, because open slices reach to the end.
    if (!lane.takeChanged() && !indexer.done()) continue;
    ++lanes;
    out(LanePiece{lane.track(), lane.maxDepth(), lane.slices(), lane.lostPlaces(), lane.lostRecords(),
                  lane.takeLossPlaces()});
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
