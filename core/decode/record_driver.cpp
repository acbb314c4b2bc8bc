#include "core/decode/record_driver.h"

#include <algorithm>

#include "core/decode/merge_driver.h"
#include "core/decode/stream_driver.h"

namespace tp {

RecordDriver::Step RecordDriver::pull(RecordBatch& batch, const FileSet& files, size_t pieceBytes) {
  for (;;) {
    const Step step = next(batch);
    if (step == Step::End) pieces_.look(files);
    if (step != Step::NeedData) return step;
    const Want wanted = want();
    const uint64_t size = std::min<uint64_t>(wanted.size, std::max<uint64_t>(pieceBytes, wanted.kept));
    const PieceReader::Piece piece = pieces_.read(files, wanted.file, wanted.offset, size, wanted.input);
    if (piece.data.empty()) {
      // The file is shorter than when the trace was opened.
      skipRun();
    } else {
      provide(piece.data, piece.lasting);
    }
  }
}

RecordDriver* newOwnDriver(TraceReader& reader, size_t unit) {
  if (unit < reader.streams().size()) return new StreamDriver(reader, unit);
  return new MergeDriver(reader, unit - reader.streams().size());
}

std::unique_ptr<RecordDriver> makeDriver(TraceReader& reader, size_t stream) {
  return std::unique_ptr<RecordDriver>(reader.newDriver(stream));
}

}  // namespace tp
