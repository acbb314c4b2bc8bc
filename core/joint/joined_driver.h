// JoinedDriver drives a stream or a merge of one of several traces that are joined. The trace's own driver does the
// work, in its own numbers and times; the results are translated to those of the joined trace.
#pragma once

#include "core/decode/held_batch.h"
#include "core/decode/record_driver.h"
#include "core/joint/joined_part.h"

namespace tp {

class JoinedDriver final : public RecordDriver {
 public:
  // `unit` is as the part's reader counts. `firstStream` is the number of the part's first stream in the joined trace.
  // `part` must outlive the driver.
  JoinedDriver(JoinedPart& part, size_t unit, size_t firstStream);

  bool restore(const Checkpoint& checkpoint, const NumberMap& numbers) override {
    return driver_->restore(checkpoint, numbers);
  }
  Step next(RecordBatch& batch) override;
  Want want() const override;
  void provide(Bytes data, bool lasting) override { driver_->provide(data, lasting); }
  void skipRun() override { driver_->skipRun(); }
  // Checkpoints have the numbers of the part's reader.
  void saveWith(SavedNumbers& numbers) override { driver_->saveWith(numbers); }
  bool atCheckpoint() const override { return driver_->atCheckpoint(); }
  Checkpoint checkpoint() const override { return driver_->checkpoint(); }
  uint64_t bytesDone() const override { return driver_->bytesDone(); }
  uint64_t bytesTotal() const override { return driver_->bytesTotal(); }
  Origin describe(Records batch, uint32_t at, EventRow& row) override;
  NameId rowName(Records batch, uint32_t at) const override;
  SpanMark spanOf(Records batch, uint32_t at) const override;
  bool sampleOf(Records batch, uint32_t at, SampledStack& out) override;
  bool rowOf(uint32_t at, RowPlace& out) const override;
  void countRows() override { driver_->countRows(); }
  void setNeedle(const WantedText& wanted) override { driver_->setNeedle(wanted); }
  bool mayMatch(Records, uint32_t at) override { return driver_->mayMatch(theirs_.records(), at); }
  void watchSides(const SideWatch& watch) override;
  void share(const std::vector<bool>& whole, Listener listener) override;
  // Only for bytes and checkpoints, which are the same in both.
  RecordDriver& input(size_t number) override { return driver_->input(number); }

 private:
  JoinedPart& part_;
  std::unique_ptr<RecordDriver> driver_;
  size_t firstStream_;
  std::vector<NameId> frames_;           // of the last sampleOf()
  HeldBatch theirs_;                     // the last batch as the driver made it
  std::unique_ptr<RecordBatch> shared_;  // translated batches of share()
};

}  // namespace tp
