#include "core/decode/stream_driver.h"

#include <algorithm>

namespace tp {

StreamDriver::StreamDriver(TraceReader& reader, size_t stream) : StreamDriver(reader, stream, reader.decoder(stream)) {}

StreamDriver::StreamDriver(TraceReader& reader, size_t stream, std::unique_ptr<StreamDecoder> decoder)
    : info_(&reader.streams()[stream]), warnings_(reader.warnings()), stream_(stream), decoder_(std::move(decoder)) {
  if (!info_->extents.empty()) offset_ = info_->extents[0].offset;
}

bool StreamDriver::restore(const Checkpoint& checkpoint, const NumberMap& numbers) {
  if (checkpoint.extent > info_->extents.size()) return false;
  if (checkpoint.extent < info_->extents.size()) {
    const Extent& extent = info_->extents[checkpoint.extent];
    if (checkpoint.offset < extent.offset || checkpoint.offset - extent.offset > extent.size) return false;
  }
  WireReader in(checkpoint.state, numbers);
  if (!decoder_->restore(in) || !in.complete()) return false;
  extent_ = checkpoint.extent;
  offset_ = checkpoint.offset;
  input_ = {};
  position_ = 0;
  rest_ = {};
  bytesDone_ = 0;
  resumable_ = true;
  finished_ = false;
  return true;
}

uint64_t StreamDriver::extentRemaining() const {
  if (extent_ >= info_->extents.size()) return 0;
  const Extent& extent = info_->extents[extent_];
  return extent.offset + extent.size - offset_;
}

RecordDriver::Want StreamDriver::want() const {
  uint64_t have = current().size() + rest_.size();
  uint64_t left = extentRemaining() - have;
  return {0, info_->file, offset_ + have, left, left, rest_.size()};
}

void StreamDriver::provide(Bytes data, bool lasting) {
  data = data.first(static_cast<size_t>(std::min<uint64_t>(data.size(), want().size)));
  if (rest_.empty()) {
    input_ = data;
    lasting_ = lasting;
  } else if (lasting && lasting_ && rest_.data() + rest_.size() == data.data()) {
    // The file is in memory, and the new piece follows the rest there.
    input_ = {rest_.data(), rest_.size() + data.size()};
  } else {
    joined_.assign(rest_.begin(), rest_.end());
    joined_.insert(joined_.end(), data.begin(), data.end());
    input_ = joined_;
    lasting_ = false;
  }
  rest_ = {};
  position_ = 0;
}

// Copies what is left over if it has to outlive the caller's bytes.
void StreamDriver::keepRest() {
  rest_ = current();
  if (!lasting_) {
    tail_.assign(rest_.begin(), rest_.end());
    rest_ = tail_;
  }
  input_ = {};
  position_ = 0;
}

void StreamDriver::nextExtent() {
  ++extent_;
  if (extent_ < info_->extents.size()) offset_ = info_->extents[extent_].offset;
  input_ = {};
  position_ = 0;
  rest_ = {};
}

void StreamDriver::skipRun() {
  if (extent_ >= info_->extents.size()) return;
  bytesDone_ += extentRemaining();
  nextExtent();
}

RecordDriver::Step StreamDriver::next(RecordBatch& batch) {
  WarningLog::Telling telling(warnings_, static_cast<uint32_t>(stream_) + 1);
  batch.clear();
  while (extent_ < info_->extents.size()) {
    uint64_t remaining = extentRemaining();
    Bytes data = current();
    if (remaining == 0) {
      nextExtent();
      continue;
    }
    bool extentEnd = data.size() == remaining;
    if (data.empty()) return Step::NeedData;

    DecodeStep step = decoder_->decode({data, offset_, extent_, extentEnd}, batch);
    size_t consumed = std::min(step.consumed, data.size());
    position_ += consumed;
    offset_ += consumed;
    bytesDone_ += consumed;
    resumable_ = step.resumable;
    if (batch.count > 0) return Step::Batch;
    if (consumed > 0 && !step.needMore) continue;
    if (!extentEnd) {
      keepRest();
      return Step::NeedData;
    }
    // A decoder that wants more at the end of an extent can't get it.
    skipRun();
  }
  if (finished_) return Step::End;
  decoder_->finish(batch);
  if (batch.count > 0) return Step::Batch;
  finished_ = true;
  return Step::End;
}

Checkpoint StreamDriver::checkpoint() const {
  WireWriter out(*numbers_);
  decoder_->save(out);
  return {extent_, offset_, out.take()};
}

Checkpoint StreamDriver::inputCheckpoint(SavedNumbers& numbers) const {
  WireWriter out(numbers);
  decoder_->saveInput(out);
  return {extent_, offset_, out.take()};
}

RecordDriver::Origin StreamDriver::describe(Records batch, uint32_t at, EventRow& row) {
  while (at > 0 && (batch[at].flags & kDerived) != 0) --at;
  const Record& record = batch[at];
  decoder_->describe(record, row);
  if (row.detailed) addRaw(record, row);
  return {stream_, row.detailed ? row.raw.offset : record.ref};
}

void StreamDriver::addRaw(const Record& record, EventRow& row) const {
  StreamDecoder::Place place;
  row.raw.offset = record.ref;
  if (!decoder_->placeOf(record, place)) {
    uint64_t begin = offset_ - position_;  // file offset of input_
    if (record.ref < begin || record.ref - begin > input_.size() || input_.size() - (record.ref - begin) < record.size)
      return;
    place.offset = record.ref;
    place.bytes = input_.subspan(static_cast<size_t>(record.ref - begin), record.size);
  }
  row.raw.offset = place.offset;
  row.raw.unpacked = place.unpacked;
  row.raw.size = static_cast<uint32_t>(place.bytes.size());
  Bytes shown = place.bytes.first(std::min(place.bytes.size(), EventRow::kMaxRaw));
  row.raw.bytes.assign(shown.begin(), shown.end());
}

}  // namespace tp
