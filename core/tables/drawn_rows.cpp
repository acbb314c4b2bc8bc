#include "core/tables/drawn_rows.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/analysis/call_aggregator.h"
#include "core/tables/arg_sets.h"
#include "core/trace/not_recorded.h"

namespace tp {

const DrawnTable::DrawnName& DrawnTable::nameOf(NameId name) {
  if (name >= names_.size()) names_.resize(name + size_t{64});
  DrawnName& known = names_[name];
  if (known.code < 0) {
    // Several functions may share a text.
    const NameTable& names = trace_.reader().names();
    known.code = names.find(names.view(name));
    known.isGap = names.view(name) == kNotRecordedSlice;
  }
  return known;
}

DrawnRows::DrawnRows(DrawnTable& table, const TableQuery& query)
    : table_(table), trace_(table.trace()), filter_(table, query), filtered_(!query.limits.empty()) {
  for (size_t i = 0; i < table.columns().size(); ++i) needed_.push_back(filter_.needs(i));
  for (const DrawnTable::TrackColumn& one : table.trackColumns())
    if (needed_[one.column]) trackColumns_.push_back(one);
  for (const ColumnLimit& limit : query.limits) {
    if (limit.text) continue;
    if (limit.column == table.timeColumn()) {
      least_ = std::max(least_, limit.least);
      most_ = std::min(most_, limit.most);
    } else if (limit.column == table.idColumn()) {
      limitIds(limit.least, limit.most);
    } else if (limit.column == table.argSetColumn()) {
      constexpr int64_t kLeast = std::numeric_limits<int64_t>::min() + kDrawnArgSets;
      if (limit.most < kLeast) limitIds(0, -1);
      limitIds(std::max(limit.least, kLeast) - kDrawnArgSets, std::max(limit.most, kLeast) - kDrawnArgSets);
    } else {
      continue;
    }
    ranged_ = true;
  }
  endUnit_ = trace_.units();
  if (!query.part) return;
  const std::vector<size_t>& groups = trace_.unitGroups();
  const size_t last = groups.size() - 1;
  unit_ = groups[std::min(*query.part, last)];
  endUnit_ = groups[std::min(*query.part + 1, last)];
  // Each part is read once, from front to back.
  ranged_ = false;
}

void DrawnRows::limitIds(int64_t least, int64_t most) {
  idLeast_ = std::max(idLeast_, least);
  idMost_ = std::min(idMost_, most);
}

// Returns whether the unit may have rows within the limits: of a trace with thousands of threads, few streams are about
// one of them.
bool DrawnRows::mayHaveRows(size_t unit) {
  const bool limited = std::any_of(trackColumns_.begin(), trackColumns_.end(),
                                   [this](const auto& one) { return filter_.limits(one.column); });
  if (!limited) return true;
  const TraceIndex& index = trace_.facts().index();
  if (unit >= index.streams().size()) return true;
  const std::vector<uint32_t>& lanes = index.streams()[unit].lanes;
  return std::any_of(lanes.begin(), lanes.end(), [&](uint32_t lane) {
    const TrackPlace* place = trace_.numbers().of(index.lanes()[lane].track);
    return place == nullptr || std::all_of(trackColumns_.begin(), trackColumns_.end(), [&](const auto& one) {
             return filter_.meetsIn(one.column, place->*one.code);
           });
  });
}

bool DrawnRows::startUnit() {
  const TraceReader& reader = trace_.reader();
  if (idLeast_ > idMost_) return false;
  unit_ = std::max<size_t>(unit_, unitOf(idLeast_));
  for (; unit_ < endUnit_ && unit_ <= unitOf(idMost_); ++unit_) {
    if (!trackColumns_.empty() && !mayHaveRows(unit_)) continue;
    again_ = !mayCount({}, reader, unit_);
    told_ = trace_.firstRead(unit_);
    number_ = 0;
    started_ = false;
    now_ = 0;
    point_ = 0;
    boundary_ = -1;
    batch_.clear();
    inBatch_ = 0;
    points_ = ranged_ ? trace_.points(unit_) : nullptr;
    driver_ = makeDriver(trace_.reader(), unit_);
    if (points_ != nullptr) {
      goTo(std::max(points_->from(least_), points_->before(firstNumber())));
    } else if (ranged_) {
      noting_ = trace_.newPoints();
      driver_->saveWith(noting_->numbers());
      notePoint();
    }
    return true;
  }
  return false;
}

DrawnRows::Lane DrawnRows::makeLane(SliceLane slices) {
  const Track& of = trace_.reader().tracks()[slices.track()];
  const TrackPlace* place = trackColumns_.empty() ? nullptr : trace_.numbers().find(of.key);
  const bool lacks = !trackColumns_.empty() && place == nullptr;
  const bool taken = table_.takes(of.key, again_) && !lacks &&
                     std::all_of(trackColumns_.begin(), trackColumns_.end(),
                                 [&](const auto& one) { return filter_.meetsIn(one.column, place->*one.code); });
  return {std::move(slices), &of, place, taken};
}

DrawnRows::Lane* DrawnRows::lane(TrackId track, Time time) {
  const uint32_t known = laneOf_.find(track);
  if (known == kNotTaken) return nullptr;
  if (known != TrackPlaces::kNone) return &lanes_[known];
  Lane made = makeLane(SliceLane(track, std::min(start_, time)));
  const bool follow = made.taken || noting_;
  laneOf_.put(track, follow ? static_cast<uint32_t>(lanes_.size()) : kNotTaken);
  if (!follow) return nullptr;
  lanes_.push_back(std::move(made));
  return &lanes_.back();
}

bool DrawnRows::pull() {
  if (inBatch_ < batch_.count) return true;
  if (noting_ && noting_->due(number_) && driver_->atCheckpoint()) notePoint();
  inBatch_ = 0;
  if (driver_->pull(batch_, trace_.files()) != RecordDriver::Step::End) return true;
  batch_.clear();
  return false;
}

bool DrawnRows::fill(CodedBatch& out) {
  const size_t enough = out.size() + 512;
  std::optional<WarningLog::Quiet> quiet;
  for (int batches = 0; batches < 64 && out.size() < enough; ++batches) {
    if (trace_.cancelled() || (!driver_ && !startUnit())) return false;
    if (told_) quiet.reset();
    if (!told_ && !quiet) quiet.emplace(trace_.reader().warnings());
    if (!driver_) continue;
    if (pull()) {
      addBatch(out);
    } else {
      endUnit(out);
    }
  }
  return true;
}

void DrawnRows::addBatch(CodedBatch& out) {
  // It does not change within a batch.
  const TrackId trackCount = trace_.reader().tracks().size();
  TrackId lastTrack = kNoTrack;
  Lane* at = nullptr;
  for (; inBatch_ < batch_.count; ++inBatch_) {
    if (number_ == boundary_ && !goOn()) return;
    const Record& record = batch_.records[inBatch_];
    const int64_t number = number_++;
    if (record.kind == RecordKind::Event) {
      // What is open is drawn until where the stream reaches.
      if ((record.flags & kUnlisted) != 0 && started_) now_ = std::max(now_, record.time);
      continue;
    }
    if (record.track >= trackCount) continue;
    if (!started_) {
      started_ = true;
      start_ = now_ = record.time;
    }
    now_ = std::max(now_, record.time);
    if (noting_) noting_->cover(record.time, now_);
    if (record.track != lastTrack) {
      lastTrack = record.track;
      at = lane(record.track, record.time);
    }
    if (at == nullptr) continue;
    at->slices.add(record, number, [&](const ClosedSlice& closed, int64_t id, int64_t parent) {
      // Its beginning is no record of its own.
      const bool begunBefore = record.kind == RecordKind::Slice || (closed.flags & kMarkNoBegin) != 0;
      if (noting_ && begunBefore) noting_->cover(closed.begin, now_);
      if (at->taken && inRange(closed.begin))
        slice(*at, closed, idOf(id), parent == SliceLane::kNobody ? kNullCode : idOf(parent), out);
    });
    if (at->taken && record.kind == RecordKind::Begin) begun(*at, idOf(number), out);
    const bool isPoint = record.kind == RecordKind::Instant || record.kind == RecordKind::Counter;
    if (at->taken && (isPoint || record.kind == RecordKind::Lost)) point(*at, record, idOf(number), out);
  }
}

void DrawnRows::endUnit(CodedBatch& out) {
  // In the order of the reader's tracks, which does not depend on when they were met.
  std::sort(lanes_.begin(), lanes_.end(),
            [](const Lane& a, const Lane& b) { return a.slices.track() < b.slices.track(); });
  for (Lane& one : lanes_) {
    if (!one.taken) continue;
    one.slices.finish(now_, [&](const ClosedSlice& closed, int64_t id, int64_t parent) {
      if (inRange(closed.begin))
        slice(one, closed, idOf(id), parent == SliceLane::kNobody ? kNullCode : idOf(parent), out);
    });
  }
  if (noting_) {
    noting_->finish();
    trace_.keepPoints(unit_, std::move(noting_));
  }
  leaveUnit();
}

void DrawnRows::leaveUnit() {
  lanes_.clear();
  laneOf_.clear();
  batch_.clear();
  inBatch_ = 0;
  noting_.reset();
  driver_.reset();
  ++unit_;
}

void DrawnRows::notePoint() {
  UnitPoints::Point point;
  point.at = driver_->checkpoint();
  point.number = number_;
  point.start = start_;
  point.now = now_;
  point.started = started_;
  for (const Lane& lane : lanes_) point.lanes.push_back(lane.slices);
  noting_->add(std::move(point));
}

// Goes on from a point of the unit.
void DrawnRows::goTo(size_t number) {
  const UnitPoints::Point& point = points_->all()[number];
  driver_ = makeDriver(trace_.reader(), unit_);
  if (!driver_->restore(point.at, points_->numbers().own())) return leaveUnit();
  number_ = point.number;
  start_ = point.start;
  now_ = point.now;
  started_ = point.started;
  batch_.clear();
  inBatch_ = 0;
  lanes_.clear();
  laneOf_.clear();
  for (const SliceLane& one : point.lanes) {
    Lane made = makeLane(one);
    laneOf_.put(one.track(), made.taken ? static_cast<uint32_t>(lanes_.size()) : kNotTaken);
    if (made.taken) lanes_.push_back(std::move(made));
  }
  point_ = number;
  boundary_ = number + 1 < points_->all().size() ? points_->all()[number + 1].number : -1;
}

// Called when the records of a point begin. Returns false if they are not decoded: the scan goes on elsewhere.
bool DrawnRows::goOn() {
  ++point_;
  boundary_ = point_ + 1 < points_->all().size() ? points_->all()[point_ + 1].number : -1;
  if (points_->all()[point_].begin <= most_ && number_ <= lastNumber()) return true;
  const size_t next = nextWanted();
  if (next == point_) return true;
  if (next < points_->all().size()) {
    goTo(next);
  } else {
    leaveUnit();
  }
  return false;
}

// Nothing begins within the ranges any more. Returns the point behind which the first of the open slices of the range
// ends; the number of points if there is none.
size_t DrawnRows::nextWanted() const {
  size_t next = points_->all().size();
  if (!ofSlices()) return next;
  for (const Lane& lane : lanes_) {
    lane.slices.eachOpen([&](size_t depth, int64_t id, Time begin) {
      if (begin < least_ || begin > most_ || id < firstNumber() || id > lastNumber()) return;
      size_t at = point_;
      while (at < next && points_->isOpen(at + 1, lane.slices.track(), depth, id)) ++at;
      next = std::min(next, at);
    });
  }
  return next;
}

}  // namespace tp
