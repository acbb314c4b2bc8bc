// A driver's last batch, for as long as its records are needed. Where streams are merged, those of all of them are held
// at once: of thousands that have a few records each, no more than these.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/decode/record.h"

namespace tp {

// Batches that are free to be decoded into. It outlives what is held of it.
class BatchPool {
 public:
  std::unique_ptr<RecordBatch> take() {
    if (spare_.empty()) return std::make_unique<RecordBatch>();
    std::unique_ptr<RecordBatch> out = std::move(spare_.back());
    spare_.pop_back();
    return out;
  }
  void give(std::unique_ptr<RecordBatch> batch) {
    if (batch != nullptr) spare_.push_back(std::move(batch));
  }

 private:
  std::vector<std::unique_ptr<RecordBatch>> spare_;
};

class HeldBatch {
 public:
  // To decode the next one into; the one before is gone.
  RecordBatch& room(BatchPool& pool) {
    if (batch_ == nullptr) batch_ = pool.take();
    records_ = {};
    batch_->clear();
    return *batch_;
  }
  // What was decoded there is what is held.
  void hold(BatchPool& pool) {
    records_ = *batch_;
    if (records_.size() * 2 > RecordBatch::kCapacity) return;
    few_.assign(records_.begin(), records_.end());
    records_ = few_;
    pool.give(std::move(batch_));
  }
  void letGo(BatchPool& pool) {
    pool.give(std::move(batch_));
    records_ = {};
    few_ = std::vector<Record>();
  }

  // Valid until room().
  Records records() const { return records_; }

 private:
  std::unique_ptr<RecordBatch> batch_;  // null where `few_` has them
  std::vector<Record> few_;
  Records records_;
};

}  // namespace tp
