#include "core/export/export_lane.h"

#include <algorithm>

namespace tp {
namespace {

// Whole slices are held back so that outer ones can be written first.
constexpr size_t kMaxHeld = 256;

// Returns ExportItem::duration.
std::string_view durationOf(const ClosedSlice& slice) {
  if ((slice.flags & kMarkNoDuration) != 0) return ExportItem::kNotKnown;
  return (slice.flags & kMarkAtMost) != 0 ? ExportItem::kAtMost : std::string_view();
}

}  // namespace

ExportLane::KeptRow::KeptRow(const EventRow& from)
    : row(from), payload(from.bytes.payload.begin(), from.bytes.payload.end()) {
  row.bytes.payload = payload;
  size_t size = 0;
  EventRow::visitTexts(row, [&](std::string_view view) { size += view.size(); });
  text.reserve(size);
  EventRow::visitTexts(row, [&](std::string_view& view) {
    const size_t at = text.size();
    text += view;
    view = std::string_view(text).substr(at);
  });
}

bool ExportLane::wantsRow(const Record& record, const ExportScope& scope) const {
  if (record.kind >= RecordKind::Cut) return false;
  if (record.kind == RecordKind::Counter) return scope.filter != nullptr;
  if (!scope.ranged()) return true;
  // A slice that begins before the range may reach into it.
  if (record.kind == RecordKind::Begin) return record.time <= scope.to;
  if (record.kind == RecordKind::Slice) return record.begun() <= scope.to && record.time >= scope.from;
  return record.time >= scope.from;
}

ExportItem ExportLane::item(NameId name, uint16_t depth, const EventRow* row, const Target& target) const {
  ExportItem item{track_, depth, name, target.names.view(name), {}, -1};
  if (row != nullptr) {
    item.args = row->args;
    if (row->present & EventRow::kCpu) item.cpu = row->cpu;
  }
  return item;
}

// Writes the beginnings of what is open when the range begins, outer ones first.
void ExportLane::enterRange(Target& target) {
  entered_ = true;
  if (target.scope.filter != nullptr && target.scope.filter->usesDuration()) return;
  for (size_t depth = 0; depth < open_.size() && depth < stack_.open().size(); ++depth) {
    if (!open_[depth].kept) continue;
    const OpenSlice& slice = stack_.open()[depth];
    target.writer.sliceBegin(item(slice.name, static_cast<uint16_t>(depth), &open_[depth].kept->row, target),
                             exportNs(slice.begin, target.clock), target.out);
    open_[depth].told = true;
    open_[depth].kept.reset();
  }
}

void ExportLane::began(const Record& record, const EventRow* row, Target& target) {
  open_.resize(stack_.open().size());
  Open& open = open_.back();
  const ExportScope& scope = target.scope;
  if (row == nullptr) return;
  bool later = scope.filter != nullptr && scope.filter->usesDuration();
  if (!later && scope.filter != nullptr && !scope.filter->matches(*row)) return;
  if (later || (scope.ranged() && now_ < scope.from)) {
    open.kept = std::make_unique<KeptRow>(*row);
    return;
  }
  target.writer.sliceBegin(item(record.name, record.depth, row, target), exportNs(now_, target.clock), target.out);
  open.told = true;
}

// `record` is the one that ends this very slice, and `row` its description; null: another record closed it.
void ExportLane::closed(const ClosedSlice& slice, const Record* record, const EventRow* row, Target& target) {
  Open open;
  if (slice.depth < open_.size()) open = std::move(open_[slice.depth]);
  open_.resize(std::min<size_t>(open_.size(), slice.depth));
  const EventRow* ending = record != nullptr ? row : nullptr;
  if (open.told) {
    // What is said by an event that ends a slice is not what the slice returned.
    const EventRow* returned = ending != nullptr && ending->kind != "event" ? ending : nullptr;
    ExportItem last = item(slice.name, slice.depth, returned, target);
    last.duration = durationOf(slice);
    target.writer.sliceEnd(last, exportNs(slice.end, target.clock), target.out);
    return;
  }
  if (!target.scope.meets(slice.begin, slice.end)) return;
  const Filter* filter = target.scope.filter;
  if (open.kept) {
    const Time duration = (slice.flags & kMarkNoDuration) != 0 ? Filter::kNoDuration : slice.end - slice.begin;
    if (filter == nullptr || filter->matches(open.kept->row, duration))
      keep(slice, &open.kept->row, durationOf(slice), target);
  } else if ((slice.flags & kMarkNoBegin) != 0 && ending != nullptr) {
    if (filter == nullptr || filter->matches(*ending)) keep(slice, nullptr, durationOf(slice), target);
  }
}

void ExportLane::keep(const ClosedSlice& slice, const EventRow* row, std::string_view duration, Target& target) {
  Whole whole{slice.begin, slice.end, slice.name, slice.depth, {}, -1, duration};
  if (row != nullptr) {
    whole.args = row->args;
    if (row->present & EventRow::kCpu) whole.cpu = row->cpu;
  }
  whole_.push_back(std::move(whole));
  if (whole_.size() >= kMaxHeld) flush(target);
}

void ExportLane::flush(Target& target) {
  std::stable_sort(whole_.begin(), whole_.end(), [](const Whole& a, const Whole& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.depth < b.depth;
  });
  for (const Whole& whole : whole_)
    target.writer.slice(
        {track_, whole.depth, whole.name, target.names.view(whole.name), whole.args, whole.cpu, whole.duration},
        exportNs(whole.begin, target.clock), exportNs(whole.end, target.clock), target.out);
  whole_.clear();
}

void ExportLane::add(const Record& record, const EventRow* row, Target& target) {
  now_ = std::max(now_, record.time);
  const ExportScope& scope = target.scope;
  if (!entered_ && scope.ranged() && now_ >= scope.from) enterRange(target);
  auto onClosed = [&](const ClosedSlice& slice) {
    bool own = record.kind == RecordKind::End && slice.depth == record.depth;
    closed(slice, own ? &record : nullptr, row, target);
  };
  switch (record.kind) {
    case RecordKind::Begin:
      stack_.begin(now_, record.depth, record.name, onClosed);
      began(record, row, target);
      return;
    case RecordKind::End:
      stack_.end(now_, record.depth, record.name, onClosed, endFlags(record));
      open_.resize(std::min(open_.size(), stack_.open().size()));
      return;
    case RecordKind::Cut:
      stack_.cut(now_, record.depth, onClosed);
      open_.resize(std::min(open_.size(), stack_.open().size()));
      return;
    case RecordKind::Slice: {
      Time begin = std::min(record.begun(), now_);
      if (record.isGap()) stack_.goOn(now_);
      if (row == nullptr || !scope.meets(begin, now_)) return;
      const Time duration = record.lacksBegin() ? Filter::kNoDuration : now_ - begin;
      if (scope.filter != nullptr && !scope.filter->matches(*row, duration)) return;
      const uint8_t flags = record.lacksBegin() ? kMarkNoBegin : 0;
      const ClosedSlice slice{begin, now_, 0, record.name, record.depth, flags};
      return keep(slice, row, durationOf(slice), target);
    }
    case RecordKind::CallerBegin:
      stack_.beginElsewhere(now_, record.depth, record.name, onClosed);
      open_.resize(stack_.open().size());
      return;
    case RecordKind::CallerEnd:
      stack_.cut(now_, record.depth, onClosed);
      open_.resize(std::min(open_.size(), stack_.open().size()));
      return;
    case RecordKind::Event:
      return;
    case RecordKind::Lost:
      stack_.breakOpen(now_);
      break;
    case RecordKind::Instant:
    case RecordKind::Counter:
      break;
  }
  if (!scope.meets(now_, now_)) return;
  if (scope.filter != nullptr && (row == nullptr || !scope.filter->matches(*row))) return;
  if (record.kind == RecordKind::Counter) {
    // No export format has a counter without a value.
    if (record.lacksValue()) return;
    target.writer.counter(item(kNoName, 0, nullptr, target), exportNs(now_, target.clock), record.value, target.out);
  } else {
    ExportItem instant = item(record.name, record.depth, row, target);
    if (record.kind == RecordKind::Lost) instant.text = "records lost";
    target.writer.instant(instant, exportNs(now_, target.clock), target.out);
  }
}

void ExportLane::finish(Time now, Target& target) {
  now_ = std::max(now_, now);
  if (!entered_ && target.scope.ranged() && now_ >= target.scope.from) enterRange(target);
  auto onClosed = [&](const ClosedSlice& slice) { closed(slice, nullptr, nullptr, target); };
  stack_.closeAll(now_, onClosed);
  flush(target);
}

}  // namespace tp
