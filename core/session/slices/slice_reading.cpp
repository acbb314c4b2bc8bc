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
  added_ = 0;
  for (uint32_t at = 0; at < batch.count; ++at) {
    if (!concerns(batch.records[at])) continue;
    addUpTo(at);
    read(at);
  }
  addUpTo(batch.count);
  batch_ = nullptr;
}

// Returns whether the words of the record may be asked for, or it ends a slice of which they are known.
bool SliceReading::concerns(const Record& record) {
  const bool begins = record.kind == RecordKind::Begin, ends = record.kind == RecordKind::End;
  if (!begins && !ends && record.kind != RecordKind::Cut && record.kind != RecordKind::Slice) return false;
  const bool known = record.track < open_.size() && !open_[record.track].empty();
  if (known && record.depth <= open_[record.track].back().depth) return true;
  // The record of an end may not say of what.
  return record.kind != RecordKind::Cut && ((ends && record.name == kNoName) || sift_.mayList(record.name));
}

// Adds those records of the batch before `end` that have not been added. None of them concerns what is listed.
void SliceReading::addUpTo(uint32_t end) {
  calls_.add(Records(*batch_).subspan(added_, end - added_));
  added_ = end;
}

// What the record ends is told before what is known of it is let go.
void SliceReading::read(uint32_t at) {
  const Record& record = batch_->records[at];
  const bool begins = record.kind == RecordKind::Begin;
  Entry entry;
  if (begins && sift_.mayList(record.name)) {
    row_.clear();
    replay_->describe(*batch_, at, row_);
    const ShownText shown = row_.shown();
    entry = {record.depth, record.name, std::string(shown.text), {shown.values.begin(), shown.values.end()}};
  }
  at_ = at;
  addUpTo(at + 1);
  at_.reset();
  if (record.kind == RecordKind::Slice) return;
  if (record.track >= open_.size()) open_.resize(record.track + size_t{1});
  std::vector<Entry>& open = open_[record.track];
  while (!open.empty() && open.back().depth >= record.depth) open.pop_back();
  if (entry.name != kNoName) open.push_back(std::move(entry));
}

EventRow& SliceReading::rowOf(const SeenCall& call) {
  row_.clear();
  const Record* record = at_ ? &batch_->records[*at_] : nullptr;
  const bool ended = record != nullptr && record->track == call.track && record->depth == call.depth &&
                     (record->kind == RecordKind::End || record->kind == RecordKind::Slice);
  if (ended && sift_.mayList(call.name)) replay_->describe(*batch_, *at_, row_);
  if (call.track >= open_.size()) return row_;
  for (const Entry& entry : open_[call.track])
    if (entry.depth == call.depth && entry.name == call.name) row_.entry = {entry.text, entry.values};
  return row_;
}

}  // namespace tp
