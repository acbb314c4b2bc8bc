// SliceLane pairs the records that one stream reports about one track, as the timeline draws them (LaneBuilder), and
// tells slices apart by the records that made them.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/decode/record.h"
#include "core/index/call_stack.h"

namespace tp {

class SliceLane {
 public:
  static constexpr int64_t kNobody = -1;
  // Of a slice that another track has as well (Record::isOnCpuAsWell()): it is told there.
  static constexpr int64_t kToldElsewhere = -2;

  SliceLane(TrackId track, Time start) : track_(track), stack_(start), now_(start) {}
  // Goes on with slices that are open already, whose ids are not known.
  SliceLane(TrackId track, Time start, std::vector<OpenSlice> open) : SliceLane(track, start) {
    stack_.restore(start, std::move(open));
  }

  TrackId track() const { return track_; }  // the reader's
  Time now() const { return now_; }
  size_t depth() const { return stack_.open().size(); }
  // Whether the slice with this id is open at this depth.
  bool isOpen(size_t depth, int64_t id) const { return depth < known_ && ids_[depth] == id; }
  // While closed() of add() or finish() is called: whether ClosedSlice::self is known. It is not if the slice's
  // duration is not, or that of a slice within it.
  bool ownKnown() const { return ownKnown_; }
  // Calls `visit(depth, id, begin)` for each open slice whose beginning is a record of this stream.
  template <class Visit>
  void eachOpen(Visit&& visit) const {
    for (size_t depth = 0; depth < known_; ++depth)
      if (ids_[depth] >= 0) visit(depth, ids_[depth], stack_.open()[depth].begin);
  }

  // Takes the next record of the track, which is number `number` of its stream. Calls `closed(slice, id, parent)` for
  // each slice that ends: `id` is the number of the record that began it or, if none did, that ended it; `parent` is
  // that of the slice around it, or kNobody if there is none, or if that is of another stream or not known yet.
  // Records that are no slices only move the time on.
  template <class Closed>
  void add(const Record& record, int64_t number, Closed&& closed) {
    now_ = std::max(now_, record.time);
    auto onClosed = [&](const ClosedSlice& slice) {
      const int64_t own = idAt(slice.depth);
      noteOwn(slice);
      if (own != kToldElsewhere) closed(slice, own != kNobody ? own : number, parentOf(slice.depth));
    };
    switch (record.kind) {
      case RecordKind::Begin:
        stack_.begin(now_, record.depth, record.name, onClosed);
        return opened(record.isOnCpuAsWell() ? kToldElsewhere : number);
      case RecordKind::CallerBegin:
        stack_.beginElsewhere(now_, record.depth, record.name, onClosed);
        return opened(kNobody);
      case RecordKind::End:
        stack_.end(now_, record.depth, record.name, onClosed, endFlags(record));
        break;
      case RecordKind::CallerEnd:
        stack_.cut(now_, record.depth, onClosed);
        break;
      case RecordKind::Cut:
        stack_.cut(now_, record.depth, [&](ClosedSlice slice) {
          if (record.lacksBegin() && slice.depth == record.depth)
            slice.flags = static_cast<uint8_t>((slice.flags & ~kMarkCut) | kMarkNoBegin);
          onClosed(slice);
        });
        break;
      case RecordKind::Slice: {
        const Time begin = std::min(record.begun(), now_);
        if (record.isGap()) stack_.goOn(now_);
        const uint8_t flags = record.lacksBegin() ? kMarkNoBegin : 0;
        ownKnown_ = flags == 0;
        closed(ClosedSlice{begin, now_, now_ - begin, record.name, record.depth, flags}, number,
               parentOf(record.depth));
        return;
      }
      case RecordKind::Lost:
        stack_.breakOpen(now_);
        return;
      default:
        return;
    }
    known_ = std::min(known_, stack_.open().size());
  }

  // What is open at the end of the stream, innermost first, as add() has it.
  template <class Closed>
  void finish(Time now, Closed&& closed) {
    stack_.closeAll(std::max(now_, now), [&](ClosedSlice slice) {
      slice.flags = static_cast<uint8_t>((slice.flags & ~kMarkCut) | kMarkOpen);
      const int64_t own = idAt(slice.depth);
      noteOwn(slice);
      if (own != kToldElsewhere) closed(slice, own, parentOf(slice.depth));
    });
    known_ = 0;
  }

 private:
  int64_t idAt(size_t depth) const { return depth < known_ ? ids_[depth] : kNobody; }
  int64_t parentOf(size_t depth) const {
    while (depth > 0 && idAt(depth - 1) == kToldElsewhere) --depth;
    return depth > 0 ? idAt(depth - 1) : kNobody;
  }
  void noteOwn(const ClosedSlice& slice) {
    const bool known = (slice.flags & kMarkNoDuration) == 0;
    ownKnown_ = known;
    if (known && slice.depth >= ownUnknown_.size()) return;
    if (slice.depth >= ownUnknown_.size()) ownUnknown_.resize(slice.depth + size_t{1});
    if (std::exchange(ownUnknown_[slice.depth], 0) != 0) ownKnown_ = false;
    if (!known && slice.depth > 0) ownUnknown_[slice.depth - 1] = 1;
  }
  void opened(int64_t id) {
    const size_t depth = stack_.open().size();
    if (ids_.size() < depth) ids_.resize(depth * 2);
    // Beginnings that were not seen have no record.
    while (known_ + 1 < depth) ids_[known_++] = kNobody;
    ids_[depth - 1] = id;
    known_ = depth;
  }

  TrackId track_;
  CallStack stack_;
  std::vector<int64_t> ids_;  // of the open slices, by depth: the first known_
  size_t known_ = 0;
  std::vector<uint8_t> ownUnknown_;  // by depth: the duration of a slice within the open one is not known
  bool ownKnown_ = true;
  Time now_;
};

}  // namespace tp
