// Drives a decoder over the bytes of its stream.
#pragma once

#include "core/decode/record_driver.h"

namespace tp {

class StreamDriver final : public RecordDriver {
 public:
  // `reader` must outlive the driver.
  StreamDriver(TraceReader& reader, size_t stream);
  // Uses `decoder` in place of the reader's.
  StreamDriver(TraceReader& reader, size_t stream, std::unique_ptr<StreamDecoder> decoder);

  bool restore(const Checkpoint& checkpoint, const NumberMap& numbers) override;
  Step next(RecordBatch& batch) override;
  Want want() const override;
  void provide(Bytes data, bool lasting = false) override;
  void skipRun() override;
  void saveWith(SavedNumbers& numbers) override { numbers_ = &numbers; }
  bool atCheckpoint() const override { return resumable_ && numbers_ != nullptr; }
  Checkpoint checkpoint() const override;
  // The same for a merge, with its numbers (StreamDecoder::saveInput()).
  bool resumable() const { return resumable_; }
  Checkpoint inputCheckpoint(SavedNumbers& numbers) const;
  uint64_t bytesDone() const override { return bytesDone_; }
  uint64_t bytesTotal() const override { return info_->bytes(); }
  // A derived record has the text of the record that it is drawn beside.
  Origin describe(Records batch, uint32_t at, EventRow& row) override;
  NameId rowName(Records batch, uint32_t at) const override { return decoder_->rowName(batch[at]); }
  SpanMark spanOf(Records batch, uint32_t at) const override { return decoder_->spanOf(batch[at]); }
  bool sampleOf(Records batch, uint32_t at, SampledStack& out) override { return decoder_->sampleOf(batch[at], out); }
  void setNeedle(const WantedText& wanted) override { decoder_->setNeedle(wanted); }
  bool mayMatch(Records batch, uint32_t at) override { return decoder_->mayMatch(batch[at]); }

  void exchange(std::unique_ptr<UnpackEnd> end) override { decoder_->exchange(std::move(end)); }

  StreamDecoder& decoder() { return *decoder_; }
  const StreamDecoder& decoder() const { return *decoder_; }

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
  SavedNumbers* numbers_ = nullptr;
  uint32_t extent_ = 0;
  uint64_t offset_ = 0;            // file offset of current()
  Bytes input_;                    // what was provided, perhaps after the rest of the piece before
  size_t position_ = 0;            // bytes of input_ that were consumed
  bool lasting_ = false;           // input_ stays valid as long as the driver
  Bytes rest_;                     // the unconsumed rest of the piece before
  std::vector<std::byte> tail_;    // its copy, if the piece does not last
  std::vector<std::byte> joined_;  // the rest and a new piece, if a record straddles them
  uint64_t bytesDone_ = 0;
  bool resumable_ = true;
  bool finished_ = false;
};

}  // namespace tp
