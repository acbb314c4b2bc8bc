// The worker's counterpart of TraceIndex::readPiece(): writes what has changed in a stream since the last message.
#pragma once

#include "core/index/stream_indexer.h"
#include "core/io/wire.h"

namespace tp {

// What has been sent of one stream.
struct PieceProgress {
  size_t chunks = 0;  // sent completely; the last one may still grow
};

// Removes the marks that have been replaced by aggregates from the stream's lanes.
void writeStreamPiece(uint32_t stream, StreamIndexer& indexer, PieceProgress& progress, WireWriter& out);

}  // namespace tp
