// Drives the decoders of several streams, merges their records by time and passes them to a format's merger.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <memory>

#include "core/decode/held_batch.h"
#include "core/decode/stream_driver.h"

namespace tp {

class MergeDriver final : public RecordDriver {
 public:
  // `reader` must outlive the driver.
  MergeDriver(TraceReader& reader, size_t merge);

  void share(const std::vector<bool>& whole, Listener listener) override;
  RecordDriver& input(size_t number) override { return inputs_[number]->driver; }

  bool restore(const Checkpoint& checkpoint, const NumberMap& numbers) override;
  Step next(RecordBatch& batch) override;
  Want want() const override;
  void provide(Bytes data, bool lasting = false) override;
  void skipRun() override;
  void saveWith(SavedNumbers& numbers) override { numbers_ = &numbers; }
  bool atCheckpoint() const override { return numbers_ != nullptr; }
  Checkpoint checkpoint() const override;
  uint64_t bytesDone() const override;
  uint64_t bytesTotal() const override { return bytesTotal_; }
  RecordDriver::Origin describe(Records batch, uint32_t at, EventRow& row) override;
  bool rowOf(uint32_t at, RowPlace& out) const override;
  void watchSides(const SideWatch& watch) override { merger_->watchSides(watch); }
  void countRows() override { rows_ = std::make_unique<std::array<Row, RecordBatch::kCapacity>>(); }

 private:
  struct Input {
    Input(TraceReader& reader, uint32_t stream, bool wanted)
        : driver(reader, stream, wanted ? reader.decoder(stream) : reader.inputDecoder(stream)), whole(wanted) {}

    const Record& head() const { return batch.records()[at]; }
    bool losing() const { return head().kind == RecordKind::Lost && !toldLoss; }
    // The time of the input's next record among those of the other inputs. A loss is due twice: first after the input's
    // last record, for StreamMerger::losing().
    Time headTime() const { return losing() ? std::min(head().time, last) : head().time; }

    // A loss has no place of its own.
    uint64_t order() const { return head().kind == RecordKind::Lost ? 0 : driver.decoder().orderOf(head()); }

    StreamDriver driver;
    const bool whole;  // has all records, for the listener
    HeldBatch batch;
    uint32_t at = 0;  // position of the next record in `batch`
    bool ended = false;
    bool waiting = true;  // it is in `empty_`
    // The last checkpoint, and how many records after it have been passed to the merger.
    Checkpoint from;
    uint64_t since = 0;
    static constexpr uint32_t kMaxIdle = 64;
    uint32_t idle = kMaxIdle;  // batches after it that had no record for the merger
    uint64_t toSkip = 0;       // records to skip after restore()
    // Time of the latest record that was passed to the merger; the maximum if there was none.
    Time last = std::numeric_limits<Time>::max();
    // The next record is a Lost for which losing() has been called.
    bool toldLoss = false;
    // If rows are counted: how many records of the batch have been looked at, and the number and latest time of the
    // rows up to there, with those of earlier batches.
    uint32_t counted = 0;
    uint64_t rows = 0;
    Time rowsTo = std::numeric_limits<Time>::min();
    std::vector<std::byte> piece;
  };
  static constexpr uint32_t kNoInput = ~uint32_t{0};
  struct Source {
    uint32_t input = 0;  // kNoInput: made by finish()
    uint32_t at = 0;
  };
  struct Row {
    bool is = false;
    uint64_t position = 0;
    Time time = 0;
    Time now = 0;
  };

  struct Head {
    Time time = 0;
    uint32_t input = 0;
  };

  bool earlier(const Head& a, const Head& b) const { return a.time != b.time ? a.time < b.time : earlierAtOnce(a, b); }
  bool earlierAtOnce(const Head& a, const Head& b) const;
  void sift(size_t at);
  Head second() const;
  void keepPlace(Input& input) const;
  static bool moveToRecord(Input& input);
  static void pass(Input& input);
  Step nextBatch(Input& input, RecordBatch& batch);
  bool refill(uint32_t input);
  bool prime();
  static void count(Input& input, uint32_t to);
  static Row headRow(Input& input);
  void run(RecordBatch& batch);
  void finish(RecordBatch& batch);

  TraceReader& reader_;
  const uint32_t unit_;  // as for TraceReader::newDriver()
  const std::vector<uint32_t> streams_;
  std::unique_ptr<StreamMerger> merger_;
  SavedNumbers* numbers_ = nullptr;
  Listener listener_;
  BatchPool batches_;
  std::vector<std::unique_ptr<Input>> inputs_;
  std::vector<Head> heap_;                              // the inputs' next records, the earliest first
  std::vector<uint32_t> empty_;                         // inputs that need a batch before the merge can go on
  std::array<Source, RecordBatch::kCapacity> sources_;  // of the last batch's records
  std::unique_ptr<std::array<Row, RecordBatch::kCapacity>> rows_;  // likewise; null if rows are not counted
  uint64_t pieceBytes_ = 0;
  uint64_t bytesTotal_ = 0;
};

}  // namespace tp
