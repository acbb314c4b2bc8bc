// Drives a decoder over the bytes of its stream.
#pragma once

#include "core/decode/record_driver.h"

namespace tp {

class StreamDriver final : public RecordDriver {
 public:
  // `reader` outlives the driver.
  StreamDriver(TraceReader& reader, size_t stream);
  // With a decoder of one's own.
  StreamDriver(TraceReader& reader, size_t stream, std::unique_ptr<StreamDecoder> decoder);

  bool restore(const Checkpoint& checkpoint) override;
  Step next(RecordBatch& batch) override;
  Want want() const override;
  void provide(Bytes data, bool lasting = false) override;
  void skipRun() override;
  bool atCheckpoint() const override { return resumable_; }
  Checkpoint checkpoint() const override;
  uint64_t bytesDone() const override { return bytesDone_; }
  uint64_t bytesTotal() const override { return info_->bytes(); }
  // What is drawn beside a record has its words from that record.
  Origin describe(Records batch, uint32_t at, EventRow& row) override;
  NameId rowName(Records batch, uint32_t at) const override { return decoder_->rowName(batch[at]); }
  SpanMark spanOf(Records batch, uint32_t at) const override { return decoder_->spanOf(batch[at]); }
  void setNeedle(const WantedText& wanted) override { decoder_->setNeedle(wanted); }
  bool mayMatch(Records batch, uint32_t at) override { return decoder_->mayMatch(batch[at]); }

  void exchange(std::unique_ptr<UnpackEnd> end) override { decoder_->exchange(std::move(end)); }

  StreamDecoder& decoder() { return *decoder_; }

 private:
  Bytes current() const { return input_.subspan(position_); }
  uint64_t extentRemaining() const;
  void keepRest();
  void nextExtent();
  void addRaw(const Record& record, EventRow& row) const;

  const StreamInfo* info_;
  WarningLog& warnings_;
  size_t stream_;
  std::unique_ptr<StreamDecoder> decoder_;
  uint32_t extent_ = 0;
  uint64_t offset_ = 0;            // file offset of current()
  Bytes input_;                    // what was provided, perhaps after a tail of the piece before
  size_t position_ = 0;            // consumed of input_
  bool lasting_ = false;           // input_ stays where it is
  Bytes rest_;                     // of the piece before
  std::vector<std::byte> tail_;    // which is here where the piece doesn't last
  std::vector<std::byte> joined_;  // the rest and a new piece, where a record straddles two pieces
  uint64_t bytesDone_ = 0;
  bool resumable_ = true;
  bool finished_ = false;
};

}  // namespace tp
