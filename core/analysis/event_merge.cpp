#include "core/analysis/event_merge.h"

#include <algorithm>

namespace tp {

struct EventMerge::Source {
  Source(TraceReader& reader, size_t index) : stream(index), driver(makeDriver(reader, index)) {}

  size_t stream;
  std::unique_ptr<RecordDriver> driver;
  RecordBatch batch;
  uint32_t at = 0;

  const Record& head() const { return batch.records[at]; }
};

namespace {

// A heap's top is its largest: the earliest record, on ties that of the first stream.
struct Later {
  template <class S>
  bool operator()(const S* a, const S* b) const {
    if (a->head().time != b->head().time) return a->head().time > b->head().time;
    return a->stream > b->stream;
  }
};

}  // namespace

EventMerge::EventMerge(TraceReader& reader, const FileSet& files, const std::vector<size_t>& streams) : files_(files) {
  std::vector<size_t> wanted = streams;
  if (wanted.empty()) {
    for (size_t i = 0; i < reader.streams().size(); ++i) wanted.push_back(i);
  }
  for (size_t index : wanted) {
    auto source = std::make_unique<Source>(reader, index);
    if (!advance(*source)) continue;
    heap_.push_back(source.get());
    sources_.push_back(std::move(source));
  }
  std::make_heap(heap_.begin(), heap_.end(), Later{});
}

EventMerge::~EventMerge() = default;

size_t EventMerge::stream() const {
  return current_->stream;
}

bool EventMerge::advance(Source& source) {
  for (;;) {
    for (++source.at; source.at < source.batch.count; ++source.at) {
      if (isRow(source.head())) return true;
    }
    if (source.driver->pull(source.batch, files_) == RecordDriver::Step::End) return false;
    source.at = ~uint32_t{0};
  }
}

bool EventMerge::next() {
  if (current_ != nullptr) {
    // Put back only now: until here the caller may have described the record, which needs the batch as it was.
    if (advance(*current_)) {
      heap_.push_back(current_);
      std::push_heap(heap_.begin(), heap_.end(), Later{});
    }
    current_ = nullptr;
  }
  if (heap_.empty()) return false;
  std::pop_heap(heap_.begin(), heap_.end(), Later{});
  current_ = heap_.back();
  heap_.pop_back();
  record_ = &current_->head();
  return true;
}

void EventMerge::describe(EventRow& row) {
  row.clear();
  current_->driver->describe(current_->batch, current_->at, row);
}

}  // namespace tp
