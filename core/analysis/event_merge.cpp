#include "core/analysis/event_merge.h"

#include <utility>

namespace tp {

struct EventMerge::Source {
  Source(size_t index, std::unique_ptr<RecordDriver> by) : stream(index), driver(std::move(by)) {}

  size_t stream;
  std::unique_ptr<RecordDriver> driver;
  HeldBatch batch;
  size_t at = 0;
  // While points are noted: the number of the first row of `batch` among the rows of the stream or, if the stream is
  // asleep, that of its next row.
  uint64_t position = 0;
  bool asleep = false;  // there is no driver yet

  uint64_t rows(size_t end) const {
    uint64_t count = 0;
    for (const Record& record : batch.records().first(end)) count += isRow(record) ? 1 : 0;
    return count;
  }
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
  for (size_t index : wanted) addStream(index);
  for (size_t i = heap_.size() / 2; i-- > 0;) sink(i, heap_[i].time, heap_[i].stream, heap_[i].source);
}

EventMerge::EventMerge(TraceReader& reader, const FileSet& files, EventPlaces& places, const EventPlaces::Place* from)
    : reader_(reader), files_(files), places_(&places) {
  if (from == nullptr) {
    for (size_t i = 0; i < reader.streams().size(); ++i) addStream(i);
    for (size_t i = heap_.size() / 2; i-- > 0;) sink(i, heap_[i].time, heap_[i].stream, heap_[i].source);
    return;
  }
  for (const EventPlaces::Head& head : from->heads) {
    auto source = std::make_unique<Source>(head.stream, nullptr);
    source->position = head.position;
    source->asleep = true;
    heap_.push_back({head.time, head.stream, source.get()});
    sources_.push_back(std::move(source));
  }
}

EventMerge::~EventMerge() = default;

size_t EventMerge::stream() const {
  return current_->stream;
}

void EventMerge::addStream(size_t stream) {
  auto source = std::make_unique<Source>(stream, makeDriver(reader_, stream));
  if (places_ != nullptr) source->driver->saveWith(places_->numbers(stream));
  if (!advance(*source)) return;
  heap_.push_back({source->head().time, stream, source.get()});
  sources_.push_back(std::move(source));
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
    if (places_ != nullptr) notePoint(source);
    const RecordDriver::Step step = source.driver->pull(source.batch.room(batches_), files_);
    if (step == RecordDriver::Step::End) return source.end(batches_);
    source.batch.hold(batches_);
    source.at = ~size_t{0};
  }
}

// Called between two batches.
void EventMerge::notePoint(Source& source) {
  source.position += source.rows(source.batch.records().size());
  if (places_->due(source.stream, source.position) && source.driver->atCheckpoint())
    places_->add(source.stream, {source.position, source.driver->checkpoint()});
}

// Decodes the stream up to its next row. Returns false if it is not there any more.
bool EventMerge::wake(Source& source) {
  source.asleep = false;
  source.driver = makeDriver(reader_, source.stream);
  source.driver->saveWith(places_->numbers(source.stream));
  uint64_t left = source.position;
  source.position = 0;
  if (const EventPlaces::Point* point = places_->before(source.stream, left)) {
    if (!source.driver->restore(point->at, places_->numbers(source.stream).own())) return source.end(batches_);
    source.position = point->position;
    left -= point->position;
  }
  source.at = ~size_t{0};
  for (; advance(source); --left)
    if (left == 0) return true;
  return false;
}

void EventMerge::dropFirst() {
  const Head last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sink(0, last.time, last.stream, last.source);
}

bool EventMerge::next() {
  // The stream advances only now, because describe() needs the batch as it was.
  if (current_ != nullptr) {
    if (advance(*current_)) {
      sink(0, current_->head().time, current_->stream, current_);
    } else {
      dropFirst();
    }
    current_ = nullptr;
  }
  for (; !heap_.empty(); dropFirst()) {
    Source* first = heap_.front().source;
    if (first->asleep && !wake(*first)) continue;
    current_ = first;
    record_ = &current_->head();
    return true;
  }
  return false;
}

std::vector<EventPlaces::Head> EventMerge::heads() const {
  std::vector<EventPlaces::Head> out;
  out.reserve(heap_.size());
  for (const Head& head : heap_) {
    const Source& source = *head.source;
    out.push_back({head.time, head.stream, source.position + (source.asleep ? 0 : source.rows(source.at))});
  }
  return out;
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
