#include "core/session/slices/slices_question.h"

#include <algorithm>
#include <utility>

#include "core/analysis/scheduling.h"

namespace tp {
namespace {

constexpr uint32_t kMaxWorkers = 4096;

}  // namespace

void SlicesQuestion::write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const {
  SlicesRequest request;
  request.query = query_;
  // What is drawn, as Scheduling counts it.
  if (query_.kind == SliceKind::States) {
    const CallScope& scope = query_.scope;
    const SchedulingScope drawn = SchedulingScope{scope.begin, scope.end}.within(index.begin(), index.end());
    request.query.scope.begin = drawn.begin;
    request.query.scope.end = drawn.end;
  }
  request.words = found_;
  for (uint32_t i = 0; found_ && i < slices_.size(); ++i) {
    const ListedSlice& slice = slices_[i].slice;
    if (slice.unit < index.streams().size() && index.streams()[slice.unit].worker == worker)
      request.wanted.push_back({i, slice});
  }
  out(request);
}

bool SlicesQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  if (found_) return readTexts(in);
  auto told = in.read<SlicesPart>();
  if (in.failed() || worker >= kMaxWorkers) return false;
  if (worker >= parts_.size()) parts_.resize(worker + size_t{1});
  for (const SortedSlice& one : told.slices)
    if (one.slice.track == kNoTrack) return false;
  for (const SliceGroup& one : told.groups)
    if (one.key.of == GroupKey::Of::Track && one.key.id == kNoTrack) return false;
  for (const SlicePoint& one : told.points)
    if (one.track == kNoTrack) return false;
  systemCalls_ = systemCalls_ || told.systemCalls;
  parts_[worker] = {std::move(told), true};
  combine(index);
  return true;
}

bool SlicesQuestion::readTexts(WireReader& in) {
  for (SliceText& one : in.read<std::vector<SliceText>>()) {
    if (one.number >= texts_.size()) return false;
    // Of several names of a worker, one is that of the records.
    if (told_[one.number] && !one.begun && one.result.empty()) continue;
    told_[one.number] = true;
    if (one.atMost) slices_[one.number].slice.flags |= ListedSlice::kAtMost;
    texts_[one.number] = std::move(one);
  }
  return !in.failed();
}

// What one stream does not tell, the trace as a whole may.
bool SlicesQuestion::counts(const Part& part) const {
  return part.any && part.told.trackClass == class_ && tells_;
}

// Adds up what the workers have told. Tracks of a better class leave out those of worse ones, as in Functions.
void SlicesQuestion::combine(const TraceIndex& index) {
  class_ = CallProfiles::kClasses;
  for (const Part& part : parts_)
    if (part.any) class_ = std::min<size_t>(class_, part.told.trackClass);
  all_ = listed_ = {};
  tells_ = std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.any && part.told.tells; });
  SliceList list(query_.ascending, query_.most, sliceTextOf(query_.sort, index.names()));
  for (const Part& part : parts_) {
    if (!counts(part)) continue;
    all_.add(part.told.all);
    listed_.add(part.told.listed);
    list.merge(part.told.slices);
  }
  slices_ = list.sorted();
}

void SlicesQuestion::finish(const TraceIndex& index) {
  if (!found_) return finishFound(index);
  worded_ = true;
}

void SlicesQuestion::finishPoints() {
  SlicePoints all(query_.points);
  for (Part& part : parts_) {
    if (counts(part)) all.merge(part.told.points, part.told.window);
    part.told.points = {};
  }
  window_ = all.window();
  points_ = all.take();
}

void SlicesQuestion::finishFound(const TraceIndex& index) {
  found_ = true;
  finishPoints();
  SliceGroups groups;
  std::vector<uint8_t> met;
  for (Part& part : parts_) {
    if (!part.any) continue;
    met.resize(std::max(met.size(), part.told.met.size()), 0);
    for (size_t i = 0; i < part.told.met.size(); ++i) met[i] |= part.told.met[i];
    if (!counts(part)) continue;
    groups.merge(std::move(part.told.groups), part.told.left);
    if (part.told.durations) durations_.merge(part.told.durations->durations);
  }
  groups.addDurationsTo(durations_);
  parts_.clear();
  left_ = groups.left();
  groups_ = groups.take();
  // The order must not depend on how the streams were divided.
  auto text = [&](const GroupKey& key) {
    return key.of == GroupKey::Of::Name ? std::string(index.names().exact(key.id)) : key.text;
  };
  std::stable_sort(groups_.begin(), groups_.end(), [&](const SliceGroup& a, const SliceGroup& b) {
    if (a.sums.total != b.sums.total) return a.sums.total > b.sums.total;
    if (a.sums.count != b.sums.count) return a.sums.count > b.sums.count;
    if (a.key.of == GroupKey::Of::Track && b.key.of == a.key.of)
      return index.tracks()[a.key.id].key < index.tracks()[b.key.id].key;
    return text(a.key) < text(b.key);
  });
  texts_.resize(slices_.size());
  told_.assign(slices_.size(), false);
  FilterError error;
  if (query_.filter.empty()) return;
  if (auto filter = Filter::compile(query_.filter, index.info().clock, error, Filter::Of::Slices)) {
    unknown_ = filter->unknown(met);
    unnamed_ = filter->unnamed(met);
  }
}

}  // namespace tp
