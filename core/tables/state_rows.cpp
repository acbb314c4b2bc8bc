#include "core/tables/state_rows.h"
#include "core/tables/state_codes.h"

#include <algorithm>
#include <optional>

#include "core/analysis/scheduling_units.h"
#include "core/analysis/scheduling_unseen.h"

namespace tp {

StateRows::StateRows(TableTrace& trace, const CodedTable& table, const TableQuery& query)
    : trace_(trace),
      filter_(table, query),
      // As SchedulingQuestion asks: what is drawn.
      scheduling_(drawnScope(SchedulingScope(), trace.facts().index()), trace.reader().tracks(),
                  trace.reader().names()),
      held_(table.columns().size()) {
  scheduling_.watch([this](const StateSpan& one) {
    const TrackPlace* place = placeOf(one.thread);
    const int64_t number = number_++;
    if (place != nullptr) span(one, *place, number, *out_);
  });
}

const TrackPlace* StateRows::placeOf(TrackId track) {
  const TrackTable& tracks = trace_.reader().tracks();
  if (track >= tracks.size()) return nullptr;
  if (track >= places_.size()) places_.resize(tracks.size());
  if (places_[track] == nullptr) places_[track] = trace_.numbers().find(tracks[track].key);
  return places_[track];
}

void StateRows::tellThread(const TrackPlace& place, int64_t* cells) {
  for (const int64_t cell : {place.tid, place.threadName, place.upid, place.pid, place.processName, place.trace})
    *cells++ = cell;
}

void StateRows::tellWaking(const StateSpan* woken, int64_t* cells) {
  const TrackPlace* waker = woken != nullptr ? placeOf(woken->waker) : nullptr;
  *cells++ = waker != nullptr ? waker->utid : kNullCode;
  *cells++ = woken != nullptr ? static_cast<int64_t>(woken->context) : kNullCode;
  *cells++ = woken != nullptr && woken->handler != kNoName ? int64_t{woken->handler} : kNullCode;
}

void FollowedRows::span(const StateSpan& span, const TrackPlace& place, int64_t number, CodedBatch& out) {
  if (const auto before = waiting_.find(span.thread); before != waiting_.end()) {
    make(before->second, before->second.span.end == span.begin ? &span : nullptr, out);
    waiting_.erase(before);
  }
  if (!has(span)) return;
  const Held held{span, &place, number};
  if (span.last) return make(held, nullptr, out);
  waiting_.emplace(span.thread, held);
}

void FollowedRows::finish(CodedBatch& out) {
  for (const auto& [thread, held] : waiting_) make(held, nullptr, out);
  waiting_.clear();
}

std::string_view StateTable::text(size_t column, int64_t code) const {
  if (column == special_.state) return stateText(code);
  if (column == special_.incomplete) return incompleteText(code);
  if (column == special_.context) return contextName(static_cast<WakeContext>(code));
  if (column == special_.handler) return trace_.reader().names().view(static_cast<NameId>(code));
  if (column == special_.operation) return blockOperationName(static_cast<BlockOperation>(code));
  return trace_.pool().text(code);
}

bool StateRows::drawsThreads(size_t unit) const {
  const TraceIndex& index = trace_.facts().index();
  if (unit >= index.streams().size()) return false;
  const std::vector<uint32_t>& lanes = index.streams()[unit].lanes;
  return std::any_of(lanes.begin(), lanes.end(), [&](uint32_t lane) {
    return index.tracks()[index.lanes()[lane].track].key.kind == TrackKind::Thread;
  });
}

bool StateRows::startUnit() {
  for (; unit_ < trace_.units(); ++unit_) {
    if (!tellsScheduling(trace_.reader(), unit_, drawsThreads(unit_))) continue;
    told_ = trace_.firstRead(unit_);
    driver_ = makeDriver(trace_.reader(), unit_);
    driver_->watchSides({{}, [this](const WakingRequest& told) { request(told); }});
    scheduling_.ofTrace(traceOfUnit(trace_.reader(), unit_));
    scheduling_.startUnit(unit_ >= trace_.reader().streams().size());
    return true;
  }
  return false;
}

void StateRows::decide(bool switches, CodedBatch& out) {
  decided_ = true;
  finished_ = !switches;
  out_ = &out;
  if (switches) out.append(held_);
  held_.clear();
}

bool StateRows::fill(CodedBatch& out) {
  const size_t enough = out.size() + 512;
  if (finished_) return false;
  if (decided_) out_ = &out;
  std::optional<WarningLog::Quiet> quiet;
  for (int batches = 0; batches < 64 && out.size() < enough; ++batches) {
    if (trace_.cancelled() || finished_) return false;
    if (!driver_ && !startUnit()) {
      finished_ = true;
      finish(*out_);
      return false;
    }
    if (told_) quiet.reset();
    if (!told_ && !quiet) quiet.emplace(trace_.reader().warnings());
    if (driver_->pull(batch_, trace_.files()) == RecordDriver::Step::Batch) {
      scheduling_.add(batch_);
      if (!decided_ && scheduling_.switches()) decide(true, out);
      if (!decided_ && held_.size() > kMaxHeld) decide(trace_.facts().scheduling().switches, out);
      continue;
    }
    // Where the unit's drawn records end, as the index has it.
    const std::vector<StreamState>& streams = trace_.facts().index().streams();
    const bool any = unit_ < streams.size() && !streams[unit_].chunks.empty();
    scheduling_.endUnit(any ? streams[unit_].chunks.back().end : 0);
    driver_.reset();
    ++unit_;
  }
  return true;
}

}  // namespace tp
