// Drives decoders over bytes, whether these are pushed piece by piece or read on demand. StreamDriver does so for a
// stream, MergeDriver for a merge of several; the index knows only this interface.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/decode/format.h"
#include "core/io/piece_reader.h"

namespace tp {

// A place from which records can be decoded again on their own.
struct Checkpoint {
  uint32_t extent = 0;
  uint64_t offset = 0;           // in the file
  std::vector<std::byte> state;  // StreamDecoder::save() with SavedNumbers; for a merge, everything

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.extent, self.offset, self.state);
  }
};

// Decodes the records of one stream or merge.
class RecordDriver {
 public:
  enum class Step { Batch, NeedData, End };

  // What is to be read next: up to `size` bytes from `offset`. They are part of `run` bytes from there to the end of
  // the extent.
  struct Want {
    uint32_t input = 0;  // for a merge: which of its inputs; else 0
    size_t file = 0;     // position in FileSet::files()
    uint64_t offset = 0;
    uint64_t size = 0;
    uint64_t run = 0;
    // Bytes before `offset` that wait for more. The next piece should have at least as many: both are copied together.
    uint64_t kept = 0;
  };

  virtual ~RecordDriver() = default;

  // Starts over from a checkpoint; false if it does not fit. `numbers` are the reader's for those of the checkpoint: of
  // a driver of this reader, SavedNumbers::own().
  virtual bool restore(const Checkpoint& checkpoint, const NumberMap& numbers) = 0;

  // Decodes into `batch`, which is cleared first. After NeedData, the caller has to call provide() or skipRun().
  virtual Step next(RecordBatch& batch) = 0;

  // `size` is 0 if nothing is needed now.
  virtual Want want() const = 0;
  // Passes the bytes at want().offset, at least one. They must stay valid until next() returns NeedData or End again
  // or, if they are `lasting`, as long as the driver.
  virtual void provide(Bytes data, bool lasting) = 0;
  // Nothing can be read at want(): goes on after that run.
  virtual void skipRun() = 0;

  // Says that checkpoint() will be called, and with which numbers, which must outlive the driver. Must be called before
  // anything is decoded: a merge keeps where its inputs can go on from then on.
  virtual void saveWith(SavedNumbers& numbers) = 0;
  // Whether checkpoint() may be called now. False without saveWith().
  virtual bool atCheckpoint() const = 0;
  virtual Checkpoint checkpoint() const = 0;

  virtual uint64_t bytesDone() const = 0;
  virtual uint64_t bytesTotal() const = 0;

  // Fills `row`, which is cleared, with the text of record `at` of the last batch, of which `batch` may be a copy.
  // Returns where the raw record is.
  struct Origin {
    static constexpr size_t kNowhere = ~size_t{0};  // it was made from no record

    size_t stream = 0;
    uint64_t ref = 0;  // Record::ref
  };
  virtual Origin describe(Records batch, uint32_t at, EventRow& row) = 0;
  // These are as in StreamDecoder, for a row of the last batch.
  virtual NameId rowName(Records batch, uint32_t at) const {
    (void)batch, (void)at;
    return kNoName;
  }
  virtual SpanMark spanOf(Records batch, uint32_t at) const {
    (void)batch, (void)at;
    return {};
  }
  virtual bool sampleOf(Records batch, uint32_t at, SampledStack& out) {
    (void)batch, (void)at, (void)out;
    return false;
  }
  // For a merge: finds the row of the event table from which record `at` of the last batch was made. Returns false if
  // it was made from none.
  struct RowPlace {
    size_t stream = 0;
    uint64_t position = 0;  // among the rows of the stream, from 0 on
    Time time = 0;          // the row's own time
    Time now = 0;           // the latest time of the stream's rows up to this one
  };
  virtual bool rowOf(uint32_t at, RowPlace& out) const {
    (void)at, (void)out;
    return false;
  }
  // Makes rowOf() work. Must be called before anything is decoded; does not work after restore().
  virtual void countRows() {}
  virtual void setNeedle(const WantedText& wanted) { (void)wanted; }
  virtual bool mayMatch(Records batch, uint32_t at) {
    (void)batch, (void)at;
    return true;
  }

  // For a merge: as StreamMerger::watchSides(). What belongs to a record is told before the records are returned that
  // follow it in time.
  virtual void watchSides(const SideWatch& watch) { (void)watch; }

  // For a merge whose inputs are needed elsewhere too, which saves decoding them twice: the listener is called after
  // each batch of an input, with its number, and with an empty batch when it has ended. Must be called before anything
  // is decoded. `whole` says which of the inputs need all records, derived ones included.
  using Listener = std::function<void(size_t input, const RecordBatch& batch)>;
  // NOLINTNEXTLINE(performance-unnecessary-value-param): those that override it keep the listener.
  virtual void share(const std::vector<bool>& whole, Listener listener) { (void)whole, (void)listener; }
  // The driver of an input of a merge; for a stream, itself.
  virtual RecordDriver& input(size_t number) {
    (void)number;
    return *this;
  }

  // Only for a stream: as StreamDecoder::exchange().
  virtual void exchange(std::unique_ptr<UnpackEnd> end) { (void)end; }

  // As next(), but reads from the files by itself and returns only Batch or End. If files change meanwhile, what is
  // left is read, and ByteSource::change() reports it when End is returned at the latest.
  Step pull(RecordBatch& batch, const FileSet& files, size_t pieceBytes = size_t{1} << 20);

 private:
  PieceReader pieces_;  // a channel for each input
};

// `stream` is a position in TraceReader::streams() or, counted on after those, in merges(). The reader must outlive the
// driver.
std::unique_ptr<RecordDriver> makeDriver(TraceReader& reader, size_t stream);

}  // namespace tp
