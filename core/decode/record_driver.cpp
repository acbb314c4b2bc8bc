#include "core/decode/record_driver.h"

#include <algorithm>

#include "core/decode/merge_driver.h"
#include "core/decode/stream_driver.h"

namespace tp {

RecordDriver::Step RecordDriver::pull(RecordBatch& batch, const FileSet& files, size_t pieceBytes) {
  for (;;) {
    Step step = next(batch);
    if (step == Step::End)
      for (const Want& piece : viewed_)
        if (piece.size > 0) files.files()[piece.file].source->look();
    if (step != Step::NeedData) return step;
    Want wanted = want();
    uint64_t length = std::min<uint64_t>(wanted.size, std::max<uint64_t>(pieceBytes, wanted.kept));
    if (wanted.input >= viewed_.size()) viewed_.resize(wanted.input + size_t{1});
    Want& before = viewed_[wanted.input];
    if (before.size > 0) files.files()[before.file].source->adviseDontNeed(before.offset, before.size);
    before = wanted;
    before.size = length;
    const ByteSource& source = *files.files()[wanted.file].source;
    if (looks_.due(length)) source.look();
    Bytes view = source.view(wanted.offset, length);
    bool lasting = !view.empty();
    if (view.empty() && length > 0) {
      pulled_.resize(static_cast<size_t>(length));
      pulled_.resize(source.read(wanted.offset, pulled_));
      view = pulled_;
    }
    if (view.empty()) {
      // The file is shorter than when the trace was opened.
      skipRun();
    } else {
      provide(view, lasting);
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
