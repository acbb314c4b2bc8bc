#include "core/decode/cut.h"

namespace tp {

void copyBytes(const ByteSource& source, uint64_t offset, uint64_t size, CutSink& sink) {
  constexpr uint64_t kPiece = uint64_t{256} << 10;
  std::vector<std::byte> piece(static_cast<size_t>(std::min(size, kPiece)));
  while (size > 0 && !sink.stopped()) {
    const size_t wanted = static_cast<size_t>(std::min(size, kPiece));
    const size_t got = source.read(offset, std::span(piece).first(wanted));
    if (got == 0) return;
    sink.write(Bytes(piece).first(got));
    source.adviseDontNeed(offset, got);
    offset += got;
    size -= got;
  }
}

}  // namespace tp
