#include "core/session/slices/slice_reading.h"

#include <utility>

namespace tp {

CallScope SliceReading::scopeOf(const SliceQuery& query) {
  CallScope scope = query.scope;
  scope.stacks = false;
  scope.functions = false;
  scope.counter.clear();
  return scope;
}

SliceReading::SliceReading(const SliceQuery& query, SliceSift& sift, TraceReader& reader)
    : sift_(sift),
      scope_(scopeOf(query)),
      cpus_(query.kind == SliceKind::Cpus),
      calls_(scope_, reader),
      reading_(scope_, calls_, *this) {
  calls_.watch([this](const SeenCall& call) { sift_.add(unit_, call, *this); });
}

void SliceReading::take(uint32_t unit, ChunkReplay& replay, RecordBatch& batch) {
  if (unit != unit_) open_.clear();
  unit_ = unit;
  if (!sift_.usesWords()) return calls_.add(batch);
  replay_ = &replay;
  batch_ = &batch;
  for (at_ = 0; at_ < batch.count; ++at_) read(at_);
  batch_ = nullptr;
}

SliceReading::Entry SliceReading::entryOf(uint32_t at) {
  const Record& record = batch_->records[at];
  Entry entry{record.name, {}, {}};
  if (!sift_.mayList(record.name)) return entry;
  row_.clear();
  replay_->describe(*batch_, at, row_);
  const ShownText shown = row_.shown();
  entry.text = shown.text;
  entry.values.assign(shown.values.begin(), shown.values.end());
  return entry;
}

// What the record ends is told before what is known of it is let go.
void SliceReading::read(uint32_t at) {
  const Record& record = batch_->records[at];
  const bool begins = record.kind == RecordKind::Begin;
  const bool ends = record.kind == RecordKind::End || record.kind == RecordKind::Cut;
  Entry entry;
  if (begins) entry = entryOf(at);
  one_.records[0] = record;
  one_.count = 1;
  calls_.add(one_);
  if (!begins && !ends) return;
  std::vector<Entry>& open = open_[record.track];
  open.resize(record.depth);
  if (begins) open.push_back(std::move(entry));
}

EventRow& SliceReading::rowOf(const SeenCall& call) {
  row_.clear();
  const Record* record = batch_ != nullptr ? &batch_->records[at_] : nullptr;
  const bool ended = record != nullptr && record->track == call.track && record->depth == call.depth &&
                     (record->kind == RecordKind::End || record->kind == RecordKind::Slice);
  if (ended && sift_.mayList(call.name)) replay_->describe(*batch_, at_, row_);
  const auto open = open_.find(call.track);
  if (open == open_.end() || call.depth >= open->second.size()) return row_;
  const Entry& entry = open->second[call.depth];
  if (entry.name == call.name) row_.entry = {entry.text, entry.values};
  return row_;
}

}  // namespace tp
