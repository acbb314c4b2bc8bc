#include "core/analysis/slice_sift.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/analysis/event_fields.h"

namespace tp {
namespace {

// More of them than this at one time and place can't be told apart.
constexpr size_t kMaxAlike = 64;

// Returns the only class that the query lists; CallProfiles::kClasses if it is the best of all.
size_t classOf(SliceKind kind) {
  if (kind == SliceKind::Threads || kind == SliceKind::Syscalls) return CallProfiles::classOf(TrackKind::Thread);
  if (kind == SliceKind::Cpus) return CallProfiles::classOf(TrackKind::Cpu);
  if (kind == SliceKind::Async) return CallProfiles::classOf(TrackKind::Async);
  return CallProfiles::kClasses;
}

}  // namespace

SliceSift::Field SliceSift::Field::named(const std::string& name) {
  const RowField row = sliceField(name);
  if (row == RowField::Duration) return {Of::Duration, row, name};
  if (row == RowField::Time) return {Of::Begin, row, name};
  if (row == RowField::Self) return {Of::Self, row, name};
  if (row == RowField::Name) return {Of::Name, row, name};
  if (row == RowField::Thread) return {Of::Thread, row, name};
  if (row == RowField::Caller || row == RowField::Waker) return {Of::Caller, row, name};
  return {row == RowField::None || row == RowField::Waited ? Of::Own : Of::Row, row, name};
}

std::optional<SliceSift> SliceSift::make(const SliceQuery& query, TraceReader& reader, FilterError& error) {
  std::optional<Filter> filter;
  if (!query.filter.empty()) {
    filter = Filter::compile(query.filter, reader.info().clock, error, Filter::Of::Slices);
    if (!filter) return std::nullopt;
  }
  return SliceSift(query, reader, std::move(filter));
}

SliceSift::SliceSift(const SliceQuery& query, TraceReader& reader, std::optional<Filter> filter)
    : query_(query),
      reader_(reader),
      filter_(std::move(filter)),
      sort_(Field::named(query.sort)),
      by_(Field::named(query.by)),
      class_(classOf(query.kind)),
      list_(query.ascending, query.most, sliceTextOf(query.sort, reader.names())),
      points_(query.points) {
  filterUsesWords_ = filter_ && !filter_->usesDrawnOnly();
  usesWords_ = filterUsesWords_ || sort_.needsWords() || (!query_.by.empty() && by_.needsWords());
}

void SliceSift::restart(size_t trackClass) {
  class_ = trackClass;
  list_.clear();
  all_ = listed_ = {};
  groups_ = {};
  durations_ = {};
  points_.clear();
}

// Returns whether slices of the track are listed. If tracks of a better class have slices, those of worse ones no
// longer are.
bool SliceSift::isMeant(TrackId track) {
  if (track >= reader_.tracks().size()) return false;
  if (query_.kind == SliceKind::States) return true;
  if (track >= classes_.size()) classes_.resize(reader_.tracks().size());
  uint8_t& known = classes_[track];
  if (known == 0) known = static_cast<uint8_t>(CallProfiles::classOf(reader_.tracks()[track].key.kind) + 1);
  const size_t its = known - size_t{1};
  if (query_.kind == SliceKind::Calls && its < class_) restart(its);
  return its == class_;
}

SliceSift::Verdict SliceSift::byName(NameId name) {
  if (!filter_) return Verdict::Yes;
  if (name >= verdicts_.size()) verdicts_.resize(std::max<size_t>(reader_.names().size(), name + size_t{1}));
  Verdict& known = verdicts_[name];
  if (known == Verdict::Unasked) {
    const FunctionName function = reader_.names().function(name);
    const std::optional<bool> verdict =
        filter_->byName({reader_.names().view(name), reader_.systemOf(name), {}, function.brief, function.signature});
    known = !verdict ? Verdict::Depends : *verdict ? Verdict::Yes : Verdict::No;
  }
  return known;
}

RowLasted SliceSift::lastedOf(const SeenCall& call) const {
  RowLasted lasted;
  if (call.known == SeenCall::Known::Whole) {
    lasted.duration = call.duration;
    lasted.self = std::max<Time>(0, call.self);
  }
  (query_.kind == SliceKind::States ? lasted.waker : lasted.caller) = reader_.names().view(call.caller);
  lasted.thread = reader_.tracks()[call.track].name;
  return lasted;
}

// Returns the row of a slice, with what is known of the slice itself.
EventRow& SliceSift::rowOf(const SeenCall& call, SliceWords& words) {
  if (!usesWords_) drawn_.clear();
  EventRow& row = usesWords_ ? words.rowOf(call) : drawn_;
  row.name = reader_.names().view(call.name);
  row.signature = reader_.names().function(call.name).signature;
  const TrackKey& key = reader_.tracks()[call.track].key;
  if (key.tid >= 0) {
    row.tid = key.tid;
    row.present |= EventRow::kTid;
  }
  if (key.cpu >= 0 || call.cpu >= 0) {
    row.cpu = std::max(key.cpu, call.cpu);
    row.present |= EventRow::kCpu;
  }
  row.depth = call.depth;
  row.present |= EventRow::kDepth;
  row.time = call.begin;
  return row;
}

RowValue SliceSift::valueOf(const Field& field, const EventRow& row) {
  if (field.of == Field::Of::Row)
    if (const RowValue value = readField(row, field.row, room_); value.kind != RowValue::Kind::None) return value;
  RowValue value;
  if (readOwn(row, field.name, false, room_, value)) return value;
  return readEntry(row, field.name, value) ? value : RowValue();
}

SliceKey SliceSift::keyOf(const SeenCall& call, const EventRow* row) {
  const bool known = call.known == SeenCall::Known::Whole;
  if (sort_.of == Field::Of::Begin) return SliceKey::of(call.begin);
  if (sort_.of == Field::Of::Duration) return known ? SliceKey::of(call.duration) : SliceKey();
  if (sort_.of == Field::Of::Self) return known ? SliceKey::of(call.self) : SliceKey();
  if (sort_.of == Field::Of::Thread) {
    const int64_t tid = reader_.tracks()[call.track].key.tid;
    return tid >= 0 ? SliceKey::of(tid) : SliceKey();
  }
  if (!sort_.needsWords()) return {};
  const RowValue value = valueOf(sort_, *row);
  if (value.isNumber()) return {numberOf(value), true};
  Number number;
  size_t length = 0;
  if (value.kind == RowValue::Kind::None || !parseNumber(value.text, number, length)) return {};
  return {number, true};
}

GroupKey SliceSift::groupOf(const SeenCall& call, const EventRow* row) {
  using Of = GroupKey::Of;
  if (by_.of == Field::Of::Name) return {Of::Name, call.name, {}};
  if (by_.of == Field::Of::Thread) return {Of::Track, call.track, {}};
  if (by_.of == Field::Of::Caller) {
    const bool its = (by_.row == RowField::Waker) == (query_.kind == SliceKind::States);
    return its && call.caller != kNoName ? GroupKey{Of::Name, call.caller, {}} : GroupKey();
  }
  const bool known = call.known == SeenCall::Known::Whole;
  if (by_.of == Field::Of::Begin) return {Of::Text, 0, std::to_string(call.begin)};
  if (!by_.needsWords() && !known) return {};
  if (by_.of == Field::Of::Duration) return {Of::Text, 0, std::to_string(call.duration)};
  if (by_.of == Field::Of::Self) return {Of::Text, 0, std::to_string(call.self)};
  const RowValue value = valueOf(by_, *row);
  if (value.kind == RowValue::Kind::None) return {};
  GroupKey key{Of::Text, 0, std::string(value.text)};
  if (value.text.empty() && value.isNumber()) appendValue(key.text, value);
  return key;
}

uint8_t SliceSift::alikeBefore(const SeenCall& call) {
  if (call.duration > 0) return 0;
  if (call.begin != alikeAt_) alike_.clear();
  alikeAt_ = call.begin;
  for (Alike& one : alike_) {
    if (one.track != call.track || one.name != call.name || one.depth != call.depth) continue;
    if (one.count < std::numeric_limits<uint8_t>::max()) ++one.count;
    return one.count;
  }
  if (alike_.size() < kMaxAlike) alike_.push_back({call.track, call.name, call.depth, 0});
  return 0;
}

DurationCounts SliceSift::durations() {
  durations_.settle();
  const DurationCounts* of = durations_.of(0);
  DurationCounts all = of != nullptr ? *of : DurationCounts();
  all.merge(groups_.leftDurations());
  return all;
}

void SliceSift::add(uint32_t unit, const SeenCall& call, SliceWords& words) {
  if (!isMeant(call.track)) return;
  if (query_.kind == SliceKind::Syscalls && !reader_.isSystemCall(call.track, call.name)) return;
  const bool known = call.known == SeenCall::Known::Whole;
  SliceSums one;
  if (known)
    one = {1, call.atMost ? uint64_t{1} : uint64_t{0}, 0, call.duration, call.self, 0, 0};
  else
    one.unknown = 1;
  if (known && query_.scope.early(call.begin)) one.early = 1, one.earlyTotal = call.duration;
  all_.add(one);
  ++serial_;
  const uint8_t nth = alikeBefore(call);
  const Verdict verdict = byName(call.name);
  if (verdict == Verdict::No) return;
  const EventRow* row = nullptr;
  if (usesWords_ || verdict == Verdict::Depends) row = &rowOf(call, words);
  if (verdict == Verdict::Depends && !filter_->matches(*row, lastedOf(call))) return;
  listed_.add(one);
  const bool grouped = !query_.by.empty() && groups_.add(groupOf(call, row), one);
  if (known && !grouped) durations_.add(0, call.duration);
  if (known && query_.points > 0) addPoint(call);
  const SliceKey key = keyOf(call, row);
  if (!list_.wants(key)) return;
  SortedSlice sorted;
  sorted.key = key;
  ListedSlice& slice = sorted.slice;
  slice.begin = call.begin;
  slice.duration = call.duration;
  slice.self = call.self;
  slice.track = call.track;
  slice.name = call.name;
  slice.caller = call.caller;
  slice.depth = call.depth;
  slice.cpu = std::max(call.cpu, reader_.tracks()[call.track].key.cpu);
  slice.nth = nth;
  slice.unit = unit;
  slice.serial = serial_;
  slice.flags = flagsOf(call);
  list_.add(sorted);
}

uint8_t SliceSift::flagsOf(const SeenCall& call) const {
  uint8_t flags = 0;
  if (call.known == SeenCall::Known::Open) flags |= ListedSlice::kOpen;
  if (call.known == SeenCall::Known::Unbegun) flags |= ListedSlice::kUnbegun;
  if (call.atMost) flags |= ListedSlice::kAtMost;
  if (call.selfDoubted) flags |= ListedSlice::kSelfDoubted;
  const CallScope& scope = query_.scope;
  if (scope.ranged() && call.begin == scope.begin) flags |= ListedSlice::kBefore;
  if (scope.ranged() && call.begin + call.duration == scope.end) flags |= ListedSlice::kAfter;
  return flags;
}

void SliceSift::addPoint(const SeenCall& call) {
  SlicePoint point;
  point.begin = call.begin;
  point.duration = call.duration;
  point.track = call.track;
  point.name = call.name;
  point.depth = call.depth;
  const uint8_t flags = flagsOf(call);
  if ((flags & ListedSlice::kAtMost) != 0) point.flags |= SlicePoint::kAtMost;
  if ((flags & ListedSlice::kBefore) != 0) point.flags |= SlicePoint::kBefore;
  points_.add(point);
}

}  // namespace tp
