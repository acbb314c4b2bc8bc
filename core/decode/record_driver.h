// What drives decoders over bytes, however these arrive: pushed piece by piece, or read on demand. One for a stream
// (StreamDriver), one for a merge of several (MergeDriver); the index knows only this.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/decode/format.h"
#include "core/io/file_changes.h"

namespace tp {

// From where records can be decoded again on their own.
struct Checkpoint {
  uint32_t extent = 0;
  uint64_t offset = 0;           // in the file
  std::vector<std::byte> state;  // StreamDecoder::save(); of a merge, all there is
};

class RecordDriver {
 public:
  enum class Step { Batch, NeedData, End };

  // What is to be read next: up to `size` bytes from `offset`, of a run of `run` bytes that goes on after that.
  struct Want {
    uint32_t input = 0;  // of a merge: which of its inputs; else 0
    size_t file = 0;     // position in FileSet::files()
    uint64_t offset = 0;
    uint64_t size = 0;
    uint64_t run = 0;
    uint64_t kept = 0;  // bytes before `offset` that wait for more: pieces have to grow with them
  };

  virtual ~RecordDriver() = default;

  // Starts over from a checkpoint; false where it does not fit.
  virtual bool restore(const Checkpoint& checkpoint) = 0;

  // Decodes into `batch`, which is cleared first. After NeedData comes provide() or skipRun().
  virtual Step next(RecordBatch& batch) = 0;

  // size 0: nothing is needed just now.
  virtual Want want() const = 0;
  // The bytes at want().offset, one or more. They have to stay valid until next() answers NeedData or End again, or
  // where they are `lasting`, as long as the driver lives.
  virtual void provide(Bytes data, bool lasting) = 0;
  // Nothing can be read at want(): goes on after that run.
  virtual void skipRun() = 0;

  // True when the last step left a place to come back to.
  virtual bool atCheckpoint() const = 0;
  virtual Checkpoint checkpoint() const = 0;

  virtual uint64_t bytesDone() const = 0;
  virtual uint64_t bytesTotal() const = 0;

  // The words of record `at` of the last batch, of which `batch` may be a copy, and where its raw record is. `row`
  // arrives cleared.
  struct Origin {
    static constexpr size_t kNowhere = ~size_t{0};  // it was made of no record

    size_t stream = 0;
    uint64_t ref = 0;  // Record::ref
  };
  virtual Origin describe(Records batch, uint32_t at, EventRow& row) = 0;
  // As StreamDecoder has it, of a row of the last batch.
  virtual NameId rowName(Records batch, uint32_t at) const {
    (void)batch, (void)at;
    return kNoName;
  }
  virtual SpanMark spanOf(Records batch, uint32_t at) const {
    (void)batch, (void)at;
    return {};
  }
  // Of a merge: of which row of the event table record `at` of the last batch was made; false where it is none.
  struct RowPlace {
    size_t stream = 0;
    uint64_t position = 0;  // among the rows of the stream
    Time time = 0;          // the row's own
    Time now = 0;           // no earlier than that of any row before it in the stream
  };
  virtual bool rowOf(uint32_t at, RowPlace& out) const {
    (void)at, (void)out;
    return false;
  }
  // Set before anything is decoded: rowOf() will be asked. What goes on from a checkpoint can't tell.
  virtual void countRows() {}
  virtual void setNeedle(const WantedText& wanted) { (void)wanted; }
  virtual bool mayMatch(Records batch, uint32_t at) {
    (void)batch, (void)at;
    return true;
  }

  // Of a merge: who else wants the records of the inputs, batch by batch, and saves decoding them twice. Called after
  // each batch with the input's number, and with an empty one when it has ended. Set before anything is decoded;
  // `whole`: which of the inputs need all records, derived ones too.
  using Listener = std::function<void(size_t input, const RecordBatch& batch)>;
  // NOLINTNEXTLINE(performance-unnecessary-value-param): those that override it keep the listener.
  virtual void share(const std::vector<bool>& whole, Listener listener) { (void)whole, (void)listener; }
  // Of a merge; else itself.
  virtual RecordDriver& input(size_t number) {
    (void)number;
    return *this;
  }

  // Only of a stream: as StreamDecoder has it.
  virtual void exchange(std::unique_ptr<UnpackEnd> end) { (void)end; }

  // next(), reading from the files by itself on NeedData: Batch or End only. Of files that change meanwhile, what is
  // left is read; ByteSource::change() tells of them no later than at the End.
  Step pull(RecordBatch& batch, const FileSet& files, size_t pieceBytes = size_t{1} << 20);

 private:
  std::vector<std::byte> pulled_;  // from sources that can't be viewed
  std::vector<Want> viewed_;       // by input: the piece before, whose bytes are done with when the next one is wanted
  LookPace looks_;
};

// `stream`: of TraceReader::streams(), or beyond those, of TraceReader::merges(). The reader outlives the driver.
std::unique_ptr<RecordDriver> makeDriver(TraceReader& reader, size_t stream);

}  // namespace tp
