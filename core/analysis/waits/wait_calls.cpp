#include "core/analysis/waits/wait_calls.h"

#include "core/decode/state_record.h"

namespace tp {

void WaitCalls::add(uint32_t unit, const RecordBatch& batch) {
  if (unit != unit_) lanes_.clear();
  unit_ = unit;
  for (uint32_t i = 0; i < batch.count; ++i) {
    const Record& record = batch.records[i];
    if (record.track >= tracks_.size()) continue;
    const TrackKind kind = tracks_[record.track].key.kind;
    if (kind == TrackKind::Thread) {
      addCall(record);
    } else if (kind == TrackKind::ThreadState && record.kind == RecordKind::Begin && !StateRecord(record).runs()) {
      leave(lanes_[tracks_[record.track].parent], record.time);
    }
  }
}

void WaitCalls::addCall(const Record& record) {
  Lane& lane = lanes_[record.track];
  if ((record.flags & kOffCpu) != 0) leave(lane, record.time);
  lane.calls.add(record);
}

void WaitCalls::leave(Lane& lane, Time time) {
  if (lane.left.size() >= kMaxLeft) lane.left.pop_front();
  lane.left.push_back({time, lane.calls.innermost()});
}

NameId WaitCalls::of(TrackId thread, Time begin) {
  const auto lane = lanes_.find(thread);
  if (lane == lanes_.end()) return kNoName;
  std::deque<Left>& left = lane->second.left;
  while (left.size() > 1 && left[1].time <= begin) left.pop_front();
  return !left.empty() && left.front().time == begin ? left.front().call : kNoName;
}

}  // namespace tp
