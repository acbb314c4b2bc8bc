// The worker's half of TraceIndex: what changed in its streams since the last message.
#pragma once

#include "core/index/stream_indexer.h"
#include "core/io/wire.h"

namespace tp {

// What has been told of one stream.
struct PieceProgress {
  size_t chunks = 0;  // told in full; the last one may still grow
};

// Takes the marks that died out of the stream's lanes.
void writeStreamPiece(uint32_t stream, StreamIndexer& indexer, PieceProgress& progress, WireWriter& out);

}  // namespace tp
