// Holds the records of a driver's last batch while they are needed. A merge holds those of all its inputs at once: of
// thousands of inputs with a few records each, only these are kept and not a batch each.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/decode/record.h"

namespace tp {

// Batches that are free for reuse. Must outlive the HeldBatches that use it.
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

// The records of one input's last batch.
class HeldBatch {
 public:
  // Returns a batch to decode the next records into; records() is empty until hold().
  RecordBatch& room(BatchPool& pool) {
    if (batch_ == nullptr) batch_ = pool.take();
    records_ = {};
    batch_->clear();
    return *batch_;
  }
  // Makes the records that were decoded into room() those that are held. Copies them if they are few, and returns the
  // batch to the pool.
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

  // Valid until room() or letGo().
  Records records() const { return records_; }

 private:
  std::unique_ptr<RecordBatch> batch_;  // null if `few_` has the records
  std::vector<Record> few_;
  Records records_;
};

}  // namespace tp
