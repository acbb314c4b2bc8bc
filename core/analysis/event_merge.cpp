#include "core/analysis/event_merge.h"

namespace tp {

struct EventMerge::Source {
  Source(TraceReader& reader, size_t index) : stream(index), driver(makeDriver(reader, index)) {}

  size_t stream;
  std::unique_ptr<RecordDriver> driver;
  HeldBatch batch;
  size_t at = 0;

  const Record& head() const { return batch.records()[at]; }
  // Called at the end of the stream, after which nothing of it is described. Returns false.
  bool end(BatchPool& batches) {
    batch.letGo(batches);
    driver.reset();
    return false;
  }
};

EventMerge::EventMerge(TraceReader& reader, const FileSet& files, const std::vector<size_t>& streams)
    : reader_(reader), files_(files) {
  std::vector<size_t> wanted = streams;
  if (wanted.empty()) {
    for (size_t i = 0; i < reader.streams().size(); ++i) wanted.push_back(i);
  }
  for (size_t index : wanted) {
    auto source = std::make_unique<Source>(reader, index);
    if (!advance(*source)) continue;
    heap_.push_back({source->head().time, index, source.get()});
    sources_.push_back(std::move(source));
  }
  for (size_t i = heap_.size() / 2; i-- > 0;) sink(i, heap_[i].time, heap_[i].stream, heap_[i].source);
}

EventMerge::~EventMerge() = default;

size_t EventMerge::stream() const {
  return current_->stream;
}

// Puts a head into the heap at `at`, or below that where it belongs. It is passed in registers, because reading as a
// whole what was just written to memory in parts would stall.
void EventMerge::sink(size_t at, Time time, size_t stream, Source* source) {
  for (;;) {
    size_t next = 2 * at + 1;
    if (next >= heap_.size()) break;
    if (next + 1 < heap_.size() && heap_[next + 1].earlier(heap_[next].time, heap_[next].stream)) ++next;
    const Head& below = heap_[next];
    if (!below.earlier(time, stream)) break;
    heap_[at].time = below.time;
    heap_[at].stream = below.stream;
    heap_[at].source = below.source;
    at = next;
  }
  heap_[at].time = time;
  heap_[at].stream = stream;
  heap_[at].source = source;
}

bool EventMerge::advance(Source& source) {
  for (;;) {
    const Records records = source.batch.records();
    for (++source.at; source.at < records.size(); ++source.at) {
      if (isRow(records[source.at])) return true;
    }
    const RecordDriver::Step step = source.driver->pull(source.batch.room(batches_), files_);
    if (step == RecordDriver::Step::End) return source.end(batches_);
    source.batch.hold(batches_);
    source.at = ~size_t{0};
  }
}

bool EventMerge::next() {
  // The stream advances only now, because describe() needs the batch as it was.
  if (current_ != nullptr) {
    if (advance(*current_)) {
      sink(0, current_->head().time, current_->stream, current_);
    } else {
      Head last = heap_.back();
      heap_.pop_back();
      if (!heap_.empty()) sink(0, last.time, last.stream, last.source);
    }
    current_ = nullptr;
  }
  if (heap_.empty()) return false;
  current_ = heap_.front().source;
  record_ = &current_->head();
  return true;
}

Records EventMerge::derived() const {
  const Records all = current_->batch.records();
  size_t end = current_->at + 1;
  while (end < all.size() && (all[end].flags & kDerived) != 0) ++end;
  return all.subspan(current_->at + 1, end - current_->at - 1);
}

SpanMark EventMerge::span() const {
  return current_->driver->spanOf(current_->batch.records(), static_cast<uint32_t>(current_->at));
}

NameId EventMerge::rowName() const {
  return current_->driver->rowName(current_->batch.records(), static_cast<uint32_t>(current_->at));
}

void EventMerge::describe(EventRow& row) {
  row.clear();
  current_->driver->describe(current_->batch.records(), static_cast<uint32_t>(current_->at), row);
}

}  // namespace tp
