// Drives a decoder over the bytes of its stream, however they arrive: pushed piece by piece, or read on demand.
#pragma once

#include <memory>
#include <vector>

#include "core/index/format.h"

namespace tp {

// From where a stream can be decoded again on its own.
struct Checkpoint {
  uint32_t extent = 0;
  uint64_t offset = 0;           // in the file
  std::vector<std::byte> state;  // StreamDecoder::save()
};

class StreamDriver {
 public:
  enum class Step { Batch, NeedData, End };

  // What is to be read next: `size` bytes from `offset` are left of the current extent, of which any part may be given.
  struct Want {
    uint32_t extent = 0;
    uint64_t offset = 0;
    uint64_t size = 0;
  };

  // `reader` outlives the driver.
  StreamDriver(TraceReader& reader, size_t stream);

  // Starts over from a checkpoint; false where it does not fit the stream.
  bool restore(const Checkpoint& checkpoint);

  // Decodes into `batch`, which is cleared first. After NeedData comes provide() or give up.
  Step next(RecordBatch& batch);

  Want want() const;
  // The bytes at want().offset. Not copied: they stay valid until next() answers NeedData or End again.
  void provide(Bytes data);

  // Nothing can be read at want(): goes on after this extent.
  void skipExtent();

  // Reads from the stream's own file by itself on NeedData: Batch or End only.
  Step pull(RecordBatch& batch, const ByteSource& source, size_t pieceBytes = size_t{4} << 20);

  // True when the last step left the decoder at a place to come back to.
  bool atCheckpoint() const { return resumable_; }
  Checkpoint checkpoint() const;

  uint64_t bytesDone() const { return bytesDone_; }
  StreamDecoder& decoder() { return *decoder_; }

 private:
  Bytes current() const { return input_.subspan(position_); }
  uint64_t extentRemaining() const;
  void keepTail();
  void nextExtent();

  const StreamInfo* info_;
  std::unique_ptr<StreamDecoder> decoder_;
  uint32_t extent_ = 0;
  uint64_t offset_ = 0;            // file offset of current()
  Bytes input_;                    // what was provided, perhaps after a tail of the piece before
  size_t position_ = 0;            // consumed of input_
  std::vector<std::byte> joined_;  // tail + new piece, where a record straddles two pieces
  std::vector<std::byte> pulled_;  // for sources that can't be viewed
  std::vector<std::byte> tail_;
  uint64_t bytesDone_ = 0;
  bool resumable_ = true;
  bool finished_ = false;
};

}  // namespace tp
