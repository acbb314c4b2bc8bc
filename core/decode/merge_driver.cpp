#include "core/decode/merge_driver.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/io/wire.h"

namespace tp {
namespace {

// Bytes of their files that all inputs together may hold.
constexpr uint64_t kPiecesTogether = uint64_t{32} << 20;
constexpr uint64_t kLeastPiece = uint64_t{64} << 10;
constexpr uint64_t kMaxPiece = uint64_t{2} << 20;
constexpr size_t kStateBytesPerRecord = 64;

// An input in a checkpoint.
struct SavedInput {
  Checkpoint from;
  uint64_t toSkip = 0;  // records behind it that the merger has had
  Time last = 0;
  bool toldLoss = false;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.from, self.toSkip, self.last, self.toldLoss);
  }
};

// What StreamMerger::save() writes follows.
struct SavedMerge {
  std::vector<std::optional<SavedInput>> inputs;  // nullopt: it has ended

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.inputs);
  }
};

}  // namespace

MergeDriver::MergeDriver(TraceReader& reader, size_t merge)
    : reader_(reader),
      unit_(static_cast<uint32_t>(reader.streams().size() + merge)),
      streams_(reader.merges()[merge].inputs),
      merger_(reader.merger(merge)) {
  for (uint32_t stream : streams_) {
    empty_.push_back(static_cast<uint32_t>(inputs_.size()));
    inputs_.push_back(std::make_unique<Input>(reader, stream, false));
    bytesTotal_ += reader.streams()[stream].bytes();
  }
  pieceBytes_ = std::clamp(kPiecesTogether / std::max<uint64_t>(1, streams_.size()), kLeastPiece, kMaxPiece);
}

void MergeDriver::share(const std::vector<bool>& whole, Listener listener) {
  for (size_t i = 0; i < inputs_.size(); ++i)
    if (whole[i]) inputs_[i] = std::make_unique<Input>(reader_, streams_[i], true);
  listener_ = std::move(listener);
}

// Of two inputs whose next records have the same time. It is rare where times are nanoseconds.
bool MergeDriver::earlierAtOnce(const Head& a, const Head& b) const {
  // second() of a single input stands behind all others.
  if (a.input >= inputs_.size() || b.input >= inputs_.size()) return a.input < b.input;
  const uint64_t first = inputs_[a.input]->order(), other = inputs_[b.input]->order();
  return first != other ? first < other : a.input < b.input;
}

void MergeDriver::sift(size_t at) {
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= heap_.size()) return;
    if (child + 1 < heap_.size() && earlier(heap_[child + 1], heap_[child])) ++child;
    if (!earlier(heap_[child], heap_[at])) return;
    std::swap(heap_[child], heap_[at]);
    at = child;
  }
}

// The second earliest of the heap.
MergeDriver::Head MergeDriver::second() const {
  if (heap_.size() > 2 && earlier(heap_[2], heap_[1])) return heap_[2];
  return heap_.size() > 1 ? heap_[1] : Head{std::numeric_limits<Time>::max(), ~uint32_t{0}};
}

// Moves to the next record for the merger; false if there is none left in the batch.
bool MergeDriver::moveToRecord(Input& input) {
  const Records from = input.batch.records();
  for (uint32_t at = input.at;; ++at) {
    while (at < from.size() && (from[at].flags & (kDerived | kNotMerged)) != 0) ++at;
    input.at = at;
    if (at >= from.size()) return false;
    if (input.toSkip == 0) return true;
    --input.toSkip;
    ++input.since;
  }
}

// Counts the rows among the first `to` records of the batch.
void MergeDriver::count(Input& input, uint32_t to) {
  const Records from = input.batch.records();
  for (; input.counted < to && input.counted < from.size(); ++input.counted) {
    if (!isRow(from[input.counted])) continue;
    ++input.rows;
    input.rowsTo = std::max(input.rowsTo, from[input.counted].time);
  }
}

MergeDriver::Row MergeDriver::headRow(Input& input) {
  count(input, input.at);
  const Record& head = input.head();
  return {isRow(head), input.rows, head.time, std::max(input.rowsTo, head.time)};
}

// Suppresses warnings if the stream itself is decoded elsewhere, which reports its damage.
RecordDriver::Step MergeDriver::nextBatch(Input& input, RecordBatch& batch) {
  if (input.whole) return input.driver.next(batch);
  WarningLog::Quiet quiet(reader_.warnings());
  return input.driver.next(batch);
}

// Notes where the input can go on, between two batches.
void MergeDriver::keepPlace(Input& input) const {
  const size_t state = input.from.state.size();
  const bool due = input.since > state / kStateBytesPerRecord ||
                   ++input.idle > Input::kMaxIdle + state / (kStateBytesPerRecord * RecordBatch::kCapacity);
  if (!due || !input.driver.resumable()) return;
  input.from = input.driver.inputCheckpoint(*numbers_);
  input.since = input.idle = 0;
}

// Decodes batches until there is a record for the merger, or the input ends. Returns false if the input needs bytes
// first.
bool MergeDriver::refill(uint32_t number) {
  Input& input = *inputs_[number];
  for (;;) {
    // Batches without a record for the merger do not change what follows the last checkpoint, but are decoded again
    // from there after a restore; so are records after it, which costs no more than to keep a large checkpoint.
    if (numbers_ != nullptr) keepPlace(input);
    if (rows_) count(input, ~uint32_t{0});
    input.at = input.counted = 0;
    RecordBatch& room = input.batch.room(batches_);
    Step step = nextBatch(input, room);
    if (step == Step::NeedData) {
      input.batch.letGo(batches_);
      return false;
    }
    input.ended = step == Step::End;
    if (listener_) listener_(number, room);
    if (input.ended) {
      input.batch.letGo(batches_);
      return true;
    }
    input.batch.hold(batches_);
    if (moveToRecord(input)) return true;
  }
}

// Gets a record from every input that has not ended; false if one of them needs bytes first.
bool MergeDriver::prime() {
  while (!empty_.empty()) {
    uint32_t number = empty_.back();
    if (!refill(number)) return false;
    empty_.pop_back();
    inputs_[number]->waiting = false;
    if (inputs_[number]->ended) continue;
    heap_.push_back({inputs_[number]->headTime(), number});
    for (size_t at = heap_.size() - 1; at > 0 && earlier(heap_[at], heap_[(at - 1) / 2]); at = (at - 1) / 2)
      std::swap(heap_[at], heap_[(at - 1) / 2]);
  }
  return true;
}

// Notes that the next record was passed to the merger.
void MergeDriver::pass(Input& input) {
  input.last = input.head().time;
  ++input.at;
  ++input.since;
}

// Runs until an input needs its next batch: a record may still be described from the one that it was made from.
void MergeDriver::run(RecordBatch& batch) {
  Head next = second();
  Input* at = inputs_[heap_[0].input].get();
  while (batch.hasRoom(StreamMerger::kMaxPerRecord)) {
    const uint32_t number = heap_[0].input;
    Input& input = *at;
    uint32_t before = batch.count;
    const bool losing = input.losing();
    // What losing() appends belongs to no row: that of the loss is later.
    const Row row = rows_ && !losing ? headRow(input) : Row{};
    if (losing) [[unlikely]] {
      merger_->losing(number, input.head(), input.driver.decoder(), batch);
    } else {
      merger_->add(number, input.head(), input.driver.decoder(), batch);
    }
    for (; before < batch.count; ++before) {
      batch.records[before].flags |= kDerived;
      sources_[before] = {number, input.at};
      if (rows_) (*rows_)[before] = row;
    }
    input.toldLoss = losing;
    if (!losing) pass(input);
    if (moveToRecord(input)) {
      heap_[0].time = input.headTime();
      // Events come in runs of one CPU.
      if (!earlier(next, heap_[0])) continue;
      sift(0);
      next = second();
      at = inputs_[heap_[0].input].get();
      continue;
    }
    heap_[0] = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sift(0);
    empty_.push_back(number);
    input.waiting = true;
    return;
  }
}

void MergeDriver::finish(RecordBatch& batch) {
  merger_->finish(batch);
  for (uint32_t i = 0; i < batch.count; ++i) {
    batch.records[i].flags |= kDerived;
    sources_[i] = {kNoInput, 0};
    if (rows_) (*rows_)[i] = {};
  }
}

RecordDriver::Step MergeDriver::next(RecordBatch& batch) {
  WarningLog::Telling telling(reader_.warnings(), unit_ + 1);
  batch.clear();
  while (batch.count == 0) {
    if (!prime()) return Step::NeedData;
    if (!heap_.empty()) {
      run(batch);
      continue;
    }
    finish(batch);
    if (batch.count == 0) return Step::End;
  }
  return Step::Batch;
}

RecordDriver::Want MergeDriver::want() const {
  if (empty_.empty()) return {};
  Want want = inputs_[empty_.back()]->driver.want();
  want.input = empty_.back();
  want.size = std::min(want.size, std::max(pieceBytes_, want.kept));
  return want;
}

void MergeDriver::provide(Bytes data, bool lasting) {
  if (empty_.empty()) return;
  Input& input = *inputs_[empty_.back()];
  if (lasting) return input.driver.provide(data, true);
  // The caller keeps only one piece at a time, but each input needs its own.
  input.piece.assign(data.begin(), data.end());
  input.driver.provide(input.piece);
}

void MergeDriver::skipRun() {
  if (!empty_.empty()) inputs_[empty_.back()]->driver.skipRun();
}

uint64_t MergeDriver::bytesDone() const {
  uint64_t done = 0;
  for (const auto& input : inputs_) done += input->driver.bytesDone();
  return done;
}

Checkpoint MergeDriver::checkpoint() const {
  SavedMerge saved;
  for (const auto& input : inputs_) {
    std::optional<SavedInput>& at = saved.inputs.emplace_back();
    if (input->ended) continue;
    // An input that needs its next batch has finished the current one.
    const bool fresh = input->waiting && input->toSkip == 0 && input->driver.resumable();
    at.emplace();
    at->from = fresh ? input->driver.inputCheckpoint(*numbers_) : input->from;
    at->toSkip = fresh ? 0 : input->since + input->toSkip;
    at->last = input->last;
    at->toldLoss = input->toldLoss;
  }
  WireWriter out(*numbers_);
  out(saved);
  merger_->save(out);
  return {0, 0, out.take()};
}

bool MergeDriver::restore(const Checkpoint& checkpoint, const NumberMap& numbers) {
  WireReader in(checkpoint.state, numbers);
  SavedMerge saved;
  in(saved);
  if (in.failed() || saved.inputs.size() != inputs_.size()) return false;
  heap_.clear();
  empty_.clear();
  for (uint32_t i = 0; i < inputs_.size(); ++i) {
    Input& input = *inputs_[i];
    std::optional<SavedInput>& from = saved.inputs[i];
    input.ended = !from;
    input.batch.letGo(batches_);
    input.since = input.at = input.idle = 0;
    input.waiting = !input.ended;
    if (!from) continue;
    input.toSkip = from->toSkip;
    input.last = from->last;
    input.toldLoss = from->toldLoss;
    if (!input.driver.restore(from->from, numbers)) return false;
    input.from = std::move(from->from);
    empty_.push_back(i);
  }
  return merger_->restore(in) && in.complete();
}

RecordDriver::Origin MergeDriver::describe(Records batch, uint32_t at, EventRow& row) {
  if (at >= batch.size()) return {};
  if (sources_[at].input == kNoInput) {
    row.time = batch[at].time;
    return {Origin::kNowhere, 0};
  }
  Input& input = *inputs_[sources_[at].input];
  Origin origin = input.driver.describe(input.batch.records(), sources_[at].at, row);
  merger_->describe(batch[at], row);
  return origin;
}

bool MergeDriver::rowOf(uint32_t at, RowPlace& out) const {
  if (!rows_ || at >= rows_->size() || !(*rows_)[at].is) return false;
  const Row& row = (*rows_)[at];
  out = {streams_[sources_[at].input], row.position, row.time, row.now};
  return true;
}

}  // namespace tp
