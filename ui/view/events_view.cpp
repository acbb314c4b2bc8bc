#include "ui/view/events_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text/visible_text.h"
#include "ui/view/context.h"
#include "ui/view/copied.h"
#include "ui/view/event_columns.h"
#include "ui/view/field_columns.h"
#include "ui/view/filter_field.h"

namespace tp::ui {
namespace {

constexpr double kQuiet = 0.3;

// Removes the grouping of digits, for other programs.
std::string ungrouped(std::string text, EventColumn column) {
  if (lookOf(column).number) text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

// The number of the joined trace that the row names; 0 if there is none.
uint32_t traceOf(const TraceIndex& index, const EventRow& row) {
  for (const TracePart& part : index.info().parts)
    if (part.name == row.trace) return part.number;
  return 0;
}

// The track of a kind with marks of this thread or CPU; kNoTrack if there is none.
TrackId trackOf(const TraceIndex& index, uint32_t trace, TrackKind kind, int64_t tid, int32_t cpu) {
  for (TrackId id : index.tracks().byKey()) {
    const TrackKey& key = index.tracks()[id].key;
    if (key.trace != trace) continue;
    bool same = kind == TrackKind::Thread ? key.tid == tid : key.cpu == cpu;
    if (key.kind == kind && same && !index.lanesOf(id).empty()) return id;
  }
  return kNoTrack;
}

// Returns a place on the row's own track if it draws a mark there; else on the track of its CPU, or of its thread.
// `track` is kNoTrack if there is none.
Seek placeOf(const TraceIndex& index, const TableRow& row) {
  Seek place;
  place.what = Seek::What::Covers;
  place.begin = place.end = row.time;
  bool draws = row.kind != RecordKind::Event && row.track != kNoTrack && !index.lanesOf(row.track).empty();
  if (draws) {
    place.track = row.track;
    place.depth = row.depth;
    bool ends = row.kind == RecordKind::End || row.kind == RecordKind::Slice;
    bool exact = row.kind != RecordKind::Counter && row.kind != RecordKind::Lost;
    if (exact) place.what = ends ? Seek::What::Ends : Seek::What::Begins;
    return place;
  }
  uint32_t trace = traceOf(index, row.row);
  if ((row.row.present & EventRow::kCpu) != 0) place.track = trackOf(index, trace, TrackKind::Cpu, 0, row.row.cpu);
  if (place.track == kNoTrack && (row.row.present & EventRow::kTid) != 0)
    place.track = trackOf(index, trace, TrackKind::Thread, row.row.tid, 0);
  return place;
}

}  // namespace

void EventsView::update(Context& c) {
  if (opening_ != session_->opening()) {
    *this = EventsView(*session_);
    opening_ = session_->opening();
  }
  if (filter != seenFilter_) {
    seenFilter_ = filter;
    calls_.reset();
    callsTitle_.clear();
    applyAt_ = c.seconds + kQuiet;
    FilterError error;
    bool right = isBlankFilter(filter) || Filter::compile(filter, c.clock(), error);
    error_ = right ? std::nullopt : std::optional<FilterError>(error);
  }
  if (applyAt_ >= 0) apply(c);
  if (span == Span::Marked && !c.range) span = Span::Whole;
  const std::shared_ptr<SearchQuestion>& hits = c.finder.question();
  bool wasHits = table_->found() != nullptr;
  const uint64_t drawnSize = table_->size();
  table_->show(hits_ ? hits : filtered_);
  turned_ = false;
  if (wasHits != (table_->found() != nullptr) && !keyed_) any_ = false;
  bool shown = c.drawerOpen && c.tab == Tab::Events;
  // When the table is opened, it gets the arrow keys.
  focused = shown && (focused || !shown_);
  shown_ = shown;
  if (shown) table_->limit(times(c));
  if (shown) follow(c);
  holdRow();
  uint64_t first = table_->offset();
  uint64_t row = static_cast<uint64_t>(std::max(0.0, std::floor(top_)));
  if (!shown) row = cursor_;
  bool wanted = shown || choosing_ || table_->finding();
  uint64_t count = !wanted ? 0 : shown ? static_cast<uint64_t>(visible_) + 2 : 1;
  // The table has been drawn in this frame already, with the number of rows from before update().
  const bool came = table_->update(row - std::min(row, first), count, c.seconds);
  if (shown && (came || table_->size() != drawnSize)) c.moreToCome = true;
  if (auto found = table_->takeFound()) {
    cursor_ = anchor_ = *found + table_->offset();
    any_ = reveal_ = true;
    key_.reset();
  }
  double before = top_;
  scrollTo(top_);
  if (reveal_) keepInView();
  // The rows at the new position are asked for in the next frame.
  if (top_ != before) c.moreToCome = true;
  if (copying_) copyNow(c);
  if (choosing_) {
    if (const TableRow* at = table_->row(cursor_ - std::min(cursor_, table_->offset()))) {
      Seek place = placeOf(c.index(), *at);
      leading_ = place.track != kNoTrack;
      if (leading_) c.seeking = {nullptr, place};
      if (hits_) c.finder.setCurrent(at->key);
      choosing_ = false;
    }
  }
}

void EventsView::apply(Canvas& c) {
  if (error_) {
    applyAt_ = -1;
    return;
  }
  bool early = c.seconds < applyAt_ && applyAt_ - c.seconds <= kQuiet;
  if (early) c.moreToCome = true;
  // A filter is applied when the trace is indexed.
  if (early || (session_->phase() != Phase::Ready && (calls_ || !isBlankFilter(filter)))) return;
  applyAt_ = -1;
  if (filtered_) session_->giveUp(JobKind::Filter);
  filtered_.reset();
  any_ = false;
  if (isBlankFilter(filter) && !calls_) return;
  RowQuery query{RowQuery::Kind::Filter, filter};
  if (calls_) query = {RowQuery::Kind::Calls, callsTitle_, *calls_};
  filtered_ = std::make_shared<SearchQuestion>(JobKind::Filter, std::move(query));
  session_->ask(filtered_);
  hits_ = false;
}

void EventsView::showCalls(CallPick pick, std::string title) {
  filter.clear();
  seenFilter_.clear();
  error_.reset();
  calls_ = std::move(pick);
  callsTitle_ = std::move(title);
  applyFilter();
  showHits(false);
  // Some of the calls may have ended after the range that they are counted in.
  span = Span::Whole;
}

void EventsView::clearCalls() {
  calls_.reset();
  callsTitle_.clear();
  applyFilter();
}

std::optional<std::pair<Time, Time>> EventsView::times(const WindowState& c) const {
  if (span == Span::View) return std::pair{c.view.beginTime(), c.view.endTime()};
  if (span == Span::Marked && c.range) return std::pair{c.range->first, c.range->second};
  return std::nullopt;
}

// Goes to the row of what was selected on the timeline.
void EventsView::follow(const Context& c) {
  if (!c.selection || c.selection->mark.aggregate()) return;
  const Selection& now = *c.selection;
  bool same = now.track == selectedTrack_ && now.mark.begin == selectedBegin_ && now.mark.depth == selectedDepth_;
  if (same) return;
  selectedTrack_ = now.track;
  selectedBegin_ = now.mark.begin;
  selectedDepth_ = now.mark.depth;
  if (std::exchange(leading_, false)) return;
  // Whoever selects something on the tracks goes on there.
  focused = false;
  table_->find({now.mark.begin, 0, 0}, now.track, now.mark.depth);
}

void EventsView::showHits(bool hits) {
  if (hits_ == hits) return;
  hits_ = hits;
  turned_ = true;
  any_ = false;
}

void EventsView::scrollTo(double top) {
  double first = static_cast<double>(table_->offset());
  double last = first + static_cast<double>(table_->size()) - visible_;
  top_ = std::max(first, std::min(top, last));
}

void EventsView::keepInView() {
  reveal_ = false;
  double row = static_cast<double>(cursor_);
  if (row < top_) scrollTo(row);
  if (row + 1 > top_ + visible_) scrollTo(row + 1 - visible_);
}

void EventsView::moveTo(uint64_t row, bool extend) {
  uint64_t first = table_->offset();
  if (table_->size() == 0) return;
  cursor_ = std::clamp(row, first, first + table_->size() - 1);
  if (!extend || !any_) anchor_ = cursor_;
  any_ = reveal_ = true;
  key_.reset();
}

void EventsView::move(RowMove move, bool extend) {
  const bool end = move == RowMove::First || move == RowMove::Last;
  if (!any_ && !end) return moveTo(static_cast<uint64_t>(top_), extend);
  const uint64_t rows = table_->offset() + table_->size();
  moveTo(rowAfter(move, rows, static_cast<int64_t>(cursor_), static_cast<uint64_t>(visible_)), extend);
}

void EventsView::goToRow(uint64_t row) {
  cursor_ = anchor_ = row;
  any_ = reveal_ = true;
  key_.reset();
}

void EventsView::goToHit(const RowKey& hit) {
  key_ = hit;
  any_ = reveal_ = choosing_ = keyed_ = true;
  span = Span::Whole;
}

// Keeps the cursor on the same row while the search finds others before it.
void EventsView::holdRow() {
  const SearchQuestion* found = table_->found();
  if (found == nullptr || !any_) {
    key_.reset();
    return;
  }
  if (key_ && (keyed_ || !found->done())) cursor_ = anchor_ = found->hits().before(*key_);
  keyed_ = false;
  const TableRow* row = table_->row(cursor_ - std::min(cursor_, table_->offset()));
  if (!key_ && row != nullptr) key_ = row->key;
}

void EventsView::copyNow(Context& c) {
  if (!any_ || table_->size() == 0) {
    copying_ = false;
    return;
  }
  uint64_t first = std::min(cursor_, anchor_);
  const uint64_t chosen = std::max(cursor_, anchor_) - first + 1;
  uint64_t count = std::min(chosen, RowTable::kMaxWanted);
  uint64_t offset = table_->offset();
  if (first < offset || !table_->want(first - offset, count)) return;
  std::string text;
  uint64_t copied = 0;
  for (uint64_t row = first; row < first + count; ++row) {
    const TableRow* at = table_->row(row - offset);
    if (at == nullptr) break;
    bool begun = false;
    for (int column = 0; column < kEventColumns; ++column) {
      if ((columns & (1u << column)) == 0) continue;
      if (std::exchange(begun, true)) text += '\t';
      auto kind = static_cast<EventColumn>(column);
      appendVisible(text, ungrouped(cellText(c, *at, row, kind), kind));
    }
    for (const std::string& field : fieldColumns(c, c.index())) text += '\t' + visibleText(fieldText(*at, field));
    text += '\n';
    ++copied;
  }
  copying_ = false;
  ImGui::SetClipboardText(text.c_str());
  sayCopied(c, static_cast<size_t>(copied), copied == chosen);
}

}  // namespace tp::ui
