// Makes the marks of one lane (what one stream reports about one track) from its records.
#pragma once

#include <utility>
#include <vector>

#include "core/decode/record.h"
#include "core/index/call_stack.h"
#include "core/index/loss_place.h"
#include "core/index/pyramid.h"

namespace tp {

// The state of a lane between two records, from which it can continue.
struct LaneState {
  Time now = 0;
  Time start = 0;
  std::vector<OpenSlice> open;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.now, self.start, self.open);
  }
};

class LaneBuilder {
 public:
  LaneBuilder(TrackId track, LaneKind kind, Time start) : track_(track), pyramid_(kind), stack_(start), now_(start) {}

  TrackId track() const { return track_; }
  Pyramid& pyramid() { return pyramid_; }
  const Pyramid& pyramid() const { return pyramid_; }
  uint16_t maxDepth() const { return maxDepth_; }
  uint64_t slices() const { return slices_; }
  // Places where records were lost, and the number of lost records as far as the trace states it.
  uint64_t lostPlaces() const { return lostPlaces_; }
  uint64_t lostRecords() const { return lostRecords_; }
  // Returns those of the first kMaxLossPlaces that were added since the last call.
  std::vector<LossPlace> takeLossPlaces() { return std::exchange(newLosses_, {}); }
  Time now() const { return now_; }

  // Adds a record whose `track` is this lane's. A time before the latest one is taken as the latest one.
  [[gnu::always_inline]] void add(const Record& record) {
    if (record.time > now_) now_ = record.time;
    if (record.depth > maxDepth_ && isDrawn(record)) maxDepth_ = record.depth;
    auto onClosed = [this](const ClosedSlice& slice) { closed(slice); };
    if (record.kind == RecordKind::Begin) {
      stack_.begin(now_, record.depth, record.name, onClosed);
    } else if (record.kind == RecordKind::End) {
      stack_.end(now_, record.depth, record.name, onClosed, endFlags(record));
    } else if (record.kind == RecordKind::Slice) {
      Time begin = std::min(record.begun(), now_);
      if (record.isGap()) stack_.goOn(now_);
      const uint8_t flags = record.lacksBegin() ? kMarkNoBegin : 0;
      closed({begin, now_, now_ - begin, record.name, record.depth, flags});
    } else if (record.kind == RecordKind::Cut) {
      cut(record);
    } else if (record.kind == RecordKind::CallerBegin) {
      stack_.beginElsewhere(now_, record.depth, record.name, onClosed);
    } else if (record.kind == RecordKind::CallerEnd) {
      stack_.cut(now_, record.depth, onClosed);
    } else {
      point(record);
    }
  }

  // Adds the begins and ends of this lane from `at` on. Returns the first record that is something else, or `end`.
  const Record* addCalls(const Record* at, const Record* end);
  // Same for instants.
  const Record* addInstants(const Record* at, const Record* end);

  // Notes that `chunk` has records of the lane, and that the lane has changed.
  void see(uint32_t chunk) {
    seen_ = chunk;
    changed_ = true;
  }
  bool seenIn(uint32_t chunk) const { return seen_ == chunk; }
  // Whether the lane has changed since the last call.
  bool takeChanged() { return std::exchange(changed_, false); }
  LaneState state() const { return {now_, stack_.start(), {stack_.open().begin(), stack_.open().end()}}; }
  void restore(const LaneState& state);

  // Appends to `out` the slices that have not ended, as marks that reach to `now`, or to their begin if that is later.
  void open(Time now, std::vector<Mark>& out) const;

 private:
  void closed(const ClosedSlice& slice) {
    ++slices_;
    if (pyramid_.folding().add(slice.begin, slice.end, slice.name, slice.depth, slice.flags)) return;
    Mark mark;
    mark.begin = slice.begin;
    mark.end = slice.end;
    mark.total = slice.self;
    mark.name = slice.name;
    mark.depth = slice.depth;
    mark.flags = slice.flags;
    pyramid_.add(mark);
  }
  void cut(const Record& record) {
    stack_.cut(now_, record.depth, [&](ClosedSlice slice) {
      if (record.lacksBegin() && slice.depth == record.depth)
        slice.flags = static_cast<uint8_t>((slice.flags & ~kMarkCut) | kMarkNoBegin);
      closed(slice);
    });
  }
  void point(const Record& record) {
    if (record.kind == RecordKind::Counter) return sample(record);
    ++slices_;
    uint8_t flags = 0;
    if (record.kind == RecordKind::Lost) {
      flags = kMarkLost;
      if (lostPlaces_++ < kMaxLossPlaces) newLosses_.push_back({now_, record.value < 0 ? -1 : record.value});
      stack_.breakOpen(now_);
      if (record.value > 0) lostRecords_ += static_cast<uint64_t>(record.value);
    }
    if (pyramid_.folding().add(now_, now_, record.name, record.depth, flags)) return;
    Mark mark;
    mark.begin = mark.end = now_;
    mark.name = record.name;
    mark.depth = record.depth;
    mark.flags = flags;
    pyramid_.add(mark);
  }
  void sample(const Record& record);
  void addUnusual(const Record& record);

  TrackId track_;
  Pyramid pyramid_;
  CallStack stack_;
  Time now_;
  uint16_t maxDepth_ = 0;
  uint64_t slices_ = 0;
  uint64_t lostPlaces_ = 0;
  uint64_t lostRecords_ = 0;
  std::vector<LossPlace> newLosses_;
  uint32_t seen_ = 0;
  bool changed_ = true;
};

}  // namespace tp
