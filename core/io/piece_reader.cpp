#include "core/io/piece_reader.h"

namespace tp {

PieceReader::Piece PieceReader::read(const FileSet& files, size_t file, uint64_t offset, uint64_t size,
                                     uint32_t channel) {
  Place& latest = latest_[channel];
  if (latest.size > 0) files.files()[latest.file].source->adviseDontNeed(latest.offset, latest.size);
  latest = {file, offset, size};
  const ByteSource& source = *files.files()[file].source;
  if (looks_.due(size)) source.look();
  const Bytes view = source.view(offset, size);
  if (!view.empty() || size == 0) return {view, !view.empty()};
  copy_.resize(static_cast<size_t>(size));
  copy_.resize(source.read(offset, copy_));
  return {copy_, false};
}

void PieceReader::look(const FileSet& files) const {
  for (const auto& [channel, latest] : latest_)
    if (latest.size > 0) files.files()[latest.file].source->look();
}

}  // namespace tp
