#include "core/session/slices/word_reading.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/analysis/call_values.h"
#include "core/analysis/event_fields.h"

namespace tp {
namespace {

constexpr size_t kMaxFields = 24;
constexpr size_t kMaxText = 4096;  // bytes of a text that are kept

std::string keptText(std::string_view text) {
  if (text.size() <= kMaxText) return std::string(text);
  return std::string(text.substr(0, kMaxText)) + "\u2026";
}

std::string valueText(const RowValue& value) {
  if (!value.text.empty() || !value.isNumber()) return keptText(value.text);
  std::string text;
  appendValue(text, value);
  return text;
}

// Returns the arguments of a record that begins a call: its text or, if that says more, what its fields have of them.
std::string argumentsOf(const EventRow& row) {
  std::string room;
  const size_t field = row.schema != nullptr ? row.schema->find("args") : RowSchema::kNone;
  if (field != RowSchema::kNone)
    if (const RowValue value = row.schema->read(field, row.bytes, room); value.kind == RowValue::Kind::Words)
      return keptText(value.text);
  return keptText(row.words());
}

}  // namespace

size_t WordReading::Hash::operator()(const Place& place) const {
  const uint64_t mixed =
      static_cast<uint64_t>(place.time) * 0x9e3779b97f4a7c15u + place.track * uint64_t{0xff51afd7} + place.depth;
  return static_cast<size_t>(mixed ^ mixed >> 29);
}

WordReading::WordReading(std::vector<SlicesRequest::Wanted> wanted) : wanted_(std::move(wanted)) {
  texts_.resize(wanted_.size());
  std::set<uint32_t> units;
  for (size_t i = 0; i < wanted_.size(); ++i) {
    texts_[i].number = wanted_[i].number;
    units.insert(wanted_[i].slice.unit);
  }
  units_.assign(units.begin(), units.end());
}

void WordReading::startUnit(const JobSite& site) {
  const uint32_t unit = units_[at_];
  open_ = true;
  chunk_ = 0;
  chunks_ = unit < site.indexers.size() && site.indexers[unit] ? site.indexers[unit]->chunks().size() : 0;
  begins_.clear();
  earlier_.clear();
  ends_.clear();
  times_.clear();
  for (uint32_t i = 0; i < wanted_.size(); ++i) {
    const ListedSlice& slice = wanted_[i].slice;
    if (slice.unit != unit) continue;
    if ((slice.flags & ListedSlice::kUnbegun) == 0) wantBegin(site, i);
    const Place end{slice.track, slice.depth, slice.end()};
    if ((slice.flags & (ListedSlice::kAfter | ListedSlice::kOpen)) == 0) ends_[end].slices.push_back(i);
    times_.push_back(slice.begin);
    times_.push_back(slice.end());
  }
  std::sort(times_.begin(), times_.end());
}

// A slice that began before the range is listed with the beginning of the range. Where it began, the state says in
// which the chunk begins, if it was open then.
void WordReading::wantBegin(const JobSite& site, uint32_t number) {
  const ListedSlice& slice = wanted_[number].slice;
  Place begin{slice.track, slice.depth, slice.begin};
  if ((slice.flags & ListedSlice::kBefore) != 0 && chunks_ > 0) {
    const StreamIndexer& indexer = *site.indexers[slice.unit];
    const size_t chunk = chunkAt(indexer.summaries(), slice.begin);
    if (chunk == indexer.summaries().size()) return;
    earlier_[{slice.track, slice.depth, 0}].slices.push_back(number);
    for (const auto& [track, state] : indexer.chunks()[chunk].lanes)
      if (track == slice.track && slice.depth < state.open.size() && state.open[slice.depth].own())
        begin.time = state.open[slice.depth].begin;
    times_.push_back(begin.time);
  }
  begins_[begin].slices.push_back(number);
}

bool WordReading::concerns(const ChunkSummary& chunk) const {
  const auto first = std::lower_bound(times_.begin(), times_.end(), chunk.begin);
  return first != times_.end() && *first <= chunk.end;
}

bool WordReading::step(const JobSite& site) {
  for (uint32_t work = 0; at_ < units_.size();) {
    if (!open_) startUnit(site);
    if (chunk_ >= chunks_) {
      open_ = false;
      ++at_;
      continue;
    }
    if (concerns(site.indexers[units_[at_]]->summaries()[chunk_])) {
      if (work++ == kChunksPerStep) return true;
      chunk(site);
    }
    ++chunk_;
  }
  return false;
}

float WordReading::progress() const {
  if (at_ >= units_.size()) return 1;
  const float within = static_cast<float>(chunk_) / static_cast<float>(std::max<size_t>(1, chunks_));
  return (static_cast<float>(at_) + within) / static_cast<float>(units_.size());
}

void WordReading::chunk(const JobSite& site) {
  const uint32_t unit = units_[at_];
  ChunkReplay& replay = run_.chunk(site.reader, unit, site.files, *site.indexers[unit], chunk_);
  RecordBatch batch;
  while (replay.next(batch))
    for (uint32_t at = 0; at < batch.count; ++at) look(batch, at, replay);
}

// Slices of no duration that are alike come in the order in which they were listed. An end may go without a name.
void WordReading::look(RecordBatch& batch, uint32_t at, ChunkReplay& replay) {
  const Record& record = batch.records[at];
  const bool whole = record.kind == RecordKind::Slice;
  if (record.kind != RecordKind::Begin && record.kind != RecordKind::End && !whole) return;
  if (record.kind == RecordKind::Begin && !earlier_.empty()) lookEarlier(batch, at, replay);
  Places& places = record.kind == RecordKind::Begin ? begins_ : ends_;
  const auto due = places.find({record.track, record.depth, record.time});
  if (due == places.end()) return;
  const uint32_t nth = due->second.met[record.name]++;
  for (uint32_t slice : due->second.slices) {
    const ListedSlice& wanted = wanted_[slice].slice;
    if (record.name != kNoName && wanted.name != record.name) continue;
    if (whole && wanted.begin != record.begun() && (wanted.flags & ListedSlice::kBefore) == 0) continue;
    if (wanted.duration == 0 && wanted.nth != nth && (wanted.flags & ListedSlice::kBefore) == 0) continue;
    if (record.kind == RecordKind::Begin || whole) begun(slice, batch, at, replay);
    if (record.kind == RecordKind::End || whole) ended(slice, batch, at, replay);
  }
}

// The last one to begin before the range is the one that goes on there.
void WordReading::lookEarlier(RecordBatch& batch, uint32_t at, ChunkReplay& replay) {
  const Record& record = batch.records[at];
  const auto due = earlier_.find({record.track, record.depth, 0});
  if (due == earlier_.end()) return;
  for (uint32_t slice : due->second.slices)
    if (record.time <= wanted_[slice].slice.begin && record.name == wanted_[slice].slice.name)
      begun(slice, batch, at, replay);
}

void WordReading::begun(uint32_t slice, RecordBatch& batch, uint32_t at, ChunkReplay& replay) {
  SliceText& out = texts_[slice];
  row_.clear();
  replay.describe(batch, at, row_);
  out.begun = true;
  out.args = argumentsOf(row_);
  out.fields.clear();
  if ((row_.present & EventRow::kCpu) != 0) out.cpu = row_.cpu;
  eachOwn(row_, [&](std::string_view name, const RowValue& value, bool common) {
    if (!common && name != "retval") out.fields.push_back({std::string(name), valueText(value)});
    return out.fields.size() >= kMaxFields;
  });
}

void WordReading::ended(uint32_t slice, RecordBatch& batch, uint32_t at, ChunkReplay& replay) {
  const Record& record = batch.records[at];
  SliceText& out = texts_[slice];
  out.atMost = record.isAtMost();
  if (record.kind == RecordKind::Slice) return;
  row_.clear();
  replay.describe(batch, at, row_);
  if ((row_.present & EventRow::kCpu) != 0 && !out.cpu) out.cpu = row_.cpu;
  RowValue value;
  std::string room;
  if (readOwn(row_, "retval", false, room, value)) out.result = valueText(value);
}

}  // namespace tp
