#include "core/analysis/call_aggregator.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/analysis/call_pairing.h"
#include "core/analysis/call_runs.h"
#include "core/analysis/scheduling_units.h"

namespace tp {
namespace {

// Behind all times.
constexpr Time kEver = std::numeric_limits<Time>::max();

}  // namespace

bool mayCount(const CallScope& scope, const TraceReader& reader, size_t unit) {
  if (scope.trace != kEveryTrace && traceOfUnit(reader, unit) != scope.trace) return false;
  size_t streams = reader.streams().size();
  // Samples are records of streams.
  if (unit >= streams && sampledBy(reader.info(), scope.counter) != nullptr) return false;
  return unit < streams || !scope.tracks.empty() || !reader.merges()[unit - streams].duplicatesThreadCalls;
}

CallAggregator::CallAggregator(const CallScope& scope, const TrackTable& tracks)
    : setting_{scope}, tracks_(tracks), growth_(scope.counter, tracks), profiles_(scope) {}

CallAggregator::CallAggregator(const CallScope& scope, TraceReader& reader) : CallAggregator(scope, reader.tracks()) {
  setting_.reader = &reader;
  if (const SampledEvent* event = sampledBy(reader.info(), scope.counter))
    sampled_ = Sampled{event->name, scope.counter != event->countLabel()};
}

CallAggregator::CallAggregator(const CallScope& scope, TraceReader& reader, StackCounts& counts)
    : CallAggregator(scope, reader) {
  counts_ = &counts;
}

void CallAggregator::startStream() {
  lanes_.clear();
  gathered_.clear();
  if (counts_ != nullptr) counts_->clear();
  laneOf_.clear();
  beginBehind_.clear();
  started_ = false;
  growth_.start();
  states_.stop();
  begin_ = now_ = 0;
}

void CallAggregator::startChunk(Time begin, const std::vector<std::pair<TrackId, LaneState>>& lanes) {
  startStream();
  started_ = true;
  begin_ = begin;
  goOn(lanes);
}

void CallAggregator::goOn(const std::vector<std::pair<TrackId, LaneState>>& lanes) {
  for (const auto& [track, state] : lanes) {
    if (laneOf_.find(track) != TrackPlaces::kNone) continue;
    CallLane* lane = laneOf(track);
    if (lane == nullptr) continue;
    now_ = std::max(now_, state.now);
    lane->now = state.now;
    restoreOpen(*lane, setting_, state.start, state.open);
  }
}

void CallAggregator::weighStates(const StateTimes& times, uint32_t unit) {
  states_.start(times, unit, setting_.reader->names());
}

void CallAggregator::addStates(const StateSums& states) {
  if (counts_ != nullptr) {
    counts_->addStates(states);
  } else {
    profiles_.of[CallProfiles::classOf(TrackKind::Thread)].states.add(states);
  }
}

bool CallAggregator::isMeant(TrackId track) const {
  const TrackKey& key = tracks_[track].key;
  const size_t trackClass = CallProfiles::classOf(key.kind);
  if (trackClass >= CallProfiles::kClasses || trackClass != setting_.scope.onlyClass.value_or(trackClass)) return false;
  return setting_.scope.means(track, key.tid);
}

CallLane CallAggregator::newLane(TrackId track) {
  const TrackKey& key = tracks_[track].key;
  const size_t trackClass = CallProfiles::classOf(key.kind);
  CallLane made;
  made.track = track;
  made.profile = &profiles_.of[trackClass];
  made.logging = &logging_[trackClass];
  made.byEnds = setting_.reader != nullptr && setting_.reader->callCounting(track) == TraceReader::CallCounting::Ends;
  made.nested = key.kind != TrackKind::Async;
  made.stack = CallStack(setting_.scope.clamp(begin_));
  made.stack.setByEnds(made.byEnds);
  made.now = begin_;
  if (setting_.scope.within && setting_.scope.functions) made.held = std::make_unique<HeldSums>(*setting_.scope.within);
  if (!setting_.scope.stacks) return made;
  if (counts_ == nullptr) {
    made.path = StackPath(*made.profile);
  } else {
    StackFrames& frames = counts_->of(trackClass);
    made.path = StackPath(frames, frames.openThread(track, key));
  }
  return made;
}

CallLane* CallAggregator::laneOf(TrackId track) {
  if (track >= tracks_.size()) return nullptr;
  uint32_t place = laneOf_.find(track);
  if (place == TrackPlaces::kNone) {
    place = kNotCounted;
    if (isMeant(track)) {
      lanes_.push_back(newLane(track));
      place = static_cast<uint32_t>(lanes_.size() - 1);
    }
    laneOf_.put(track, place);
  }
  if (place == kNotCounted) return nullptr;
  CallLane& lane = lanes_[place];
  // The thread's node is made only here, so that threads without calls have none.
  if (setting_.scope.byThread && lane.path.tree() != nullptr && lane.path.top() == CallTree::kRoot)
    lane.path.setTop(lane.path.stackOf(CallTree::kRoot, frameOf(track), setting_.scope.clamp(now_)));
  return &lane;
}

void CallAggregator::add(Records records) {
  const CallScope& scope = setting_.scope;
  const bool ranged = scope.ranged();
  const bool single = ranged || scope.within.has_value();  // runs are of neither
  TrackId last = kNoTrack;
  CallLane* lane = nullptr;
  for (size_t i = 0; i < records.size(); ++i) {
    const Record& record = records[i];
    if (record.kind == RecordKind::Event) {
      if ((record.flags & kUnlisted) != 0 && started_) now_ = std::max(now_, record.time);
      continue;
    }
    if (!started_) {
      started_ = true;
      begin_ = now_ = record.time;
    }
    now_ = std::max(now_, record.time);
    if (ranged && record.time > scope.end && (record.kind != RecordKind::Slice || record.begun() > scope.end)) {
      lookBehind(record);
      last = kNoTrack;
      continue;
    }
    if (record.kind == RecordKind::Lost) {
      if (CallLane* met = metLane(record.track)) met->stack.breakOpen(scope.clamp(record.time));
      last = kNoTrack;
      continue;
    }
    const bool calls = record.kind == RecordKind::Begin || record.kind == RecordKind::End ||
                       record.kind == RecordKind::Slice || record.kind >= RecordKind::Cut;
    if (!calls) {
      if (record.kind != RecordKind::Counter || !growth_.wanted()) continue;
      addSample(record);
      last = kNoTrack;
      continue;
    }
    // Nothing was recorded meanwhile: this is no call.
    if (record.isGap()) {
      if (CallLane* met = metLane(record.track)) met->stack.goOn(scope.clamp(record.time));
      continue;
    }
    if (record.track != last) {
      last = record.track;
      lane = laneOf(last);
    }
    if (lane == nullptr) continue;
    if (record.kind > RecordKind::End || single || !lane->waiting.empty()) {
      if (states_.started()) {
        states_.settle(*lane, scope.clamp(std::max(record.time, lane->now)));
        states_.meet(record.name);
      }
      addRecord(*lane, setting_, record);
      continue;
    }
    const Record* end = records.data() + records.size();
    // A single record is not worth the set-up of a run.
    if (&record + 1 == end || (&record)[1].track != last) {
      addRecord(*lane, setting_, record);
      continue;
    }
    const Record* next = addRun(*lane, setting_, &record, end);
    i += static_cast<size_t>(next - &record) - 1;
    now_ = std::max(now_, lane->now);
  }
  if (counts_ != nullptr) counts_->setNow(scope.clamp(now_));
}

// Samples outside the range are ignored: whether earlier ones were decoded depends on where chunks begin.
void CallAggregator::addSample(const Record& record) {
  const CallScope& scope = setting_.scope;
  if (scope.ranged() && (record.time < scope.begin || record.time > scope.end)) return;
  TrackId thread = kNoTrack;
  const int64_t grown = growth_.add(record, thread);
  if (grown == 0 || thread == kNoTrack || !scope.stacks) return;
  CallLane* lane = laneOf(thread);
  if (lane != nullptr) lane->path.gain(lane->path.innermost(lane->stack.open().size()), grown, record.time);
}

void CallAggregator::addStack(const SampledStack& stack, Time time) {
  const CallScope& scope = setting_.scope;
  if (!sampled_ || !scope.stacks || (scope.ranged() && (time < scope.begin || time > scope.end))) return;
  if (sampled_->name == kNoName && setting_.reader->names().view(stack.event) == sampled_->event)
    sampled_->name = stack.event;
  if (stack.event != sampled_->name || stack.thread == kNoTrack) return;
  const int64_t amount = sampled_->periods ? stack.period : 1;
  if (gathered_.add(stack, amount, time) || laneOf(stack.thread) == nullptr) return;
  gathered_.addNew(stack, amount, time);
  if (gathered_.full()) countGathered();
}

void CallAggregator::countGathered() {
  gathered_.takeEach([this](const GatheredStacks::Sum& sum) {
    CallLane* lane = laneOf(sum.thread);
    if (lane == nullptr) return;
    StackPath& path = lane->path;
    uint32_t at = path.top();
    for (const NameId frame : sum.frames) opened_.push_back(at = path.stackOf(at, frame, sum.first));
    if (opened_.empty())
      opened_.push_back(at = path.stackOf(at, setting_.reader->names().intern(kNoCallRecorded), sum.first));
    path.gain(at, sum.amount, sum.first, sum.samples);
    for (; !opened_.empty(); opened_.pop_back()) path.release(opened_.back());
  });
}

bool CallAggregator::awaits(TrackId track) {
  if (!setting_.scope.ranged() || track >= tracks_.size()) return false;
  const uint32_t place = laneOf_.find(track);
  if (place == TrackPlaces::kNone) return isMeant(track) && !(track < beginBehind_.size() && beginBehind_[track]);
  return place != kNotCounted && !lanes_[place].behind;
}

// What ends then began before the range, unless a record before this one began something.
bool CallAggregator::beganBefore(const Record& record) {
  beginBehind_.resize(tracks_.size());
  const bool begunBehind = beginBehind_[record.track];
  beginBehind_[record.track] = true;
  return !begunBehind && (record.kind == RecordKind::End || record.kind == RecordKind::Cut);
}

// The first record of a track behind the range says what became of the calls that are open at the end of the range:
// what it ends, or is called by, went on until there. Where it cuts a call, or says that records were lost, it is not
// known how long that call took of the range.
void CallAggregator::lookBehind(const Record& record) {
  switch (record.kind) {
    case RecordKind::Slice:
      if (record.isGap()) return;
      break;
    case RecordKind::Instant:
    case RecordKind::Counter:
    case RecordKind::Event:
      return;
    default:
      break;
  }
  if (record.track >= tracks_.size()) return;
  if (laneOf_.find(record.track) == TrackPlaces::kNone && !beganBefore(record)) return;
  CallLane* lane = laneOf(record.track);
  if (lane == nullptr || std::exchange(lane->behind, true)) return;
  states_.settle(*lane, kEver);
  setting_.phase = CallSetting::Phase::Behind;
  if (record.kind == RecordKind::Lost) {
    lane->stack.breakOpen(setting_.scope.end);
  } else if (record.kind == RecordKind::Begin || record.kind == RecordKind::CallerBegin) {
    cutCalls(*lane, setting_, setting_.scope.end, record.depth);
  } else if (record.kind != RecordKind::Slice) {
    addRecord(*lane, setting_, record);
  }
  setting_.phase = CallSetting::Phase::Records;
}

void CallAggregator::endStream(Time now) {
  countGathered();
  // Threads without a call have times as well.
  states_.eachThread([this](TrackId track) {
    if (CallLane* lane = laneOf(track)) states_.settle(*lane, kEver);
  });
  setting_.phase = CallSetting::Phase::Ending;
  for (CallLane& lane : lanes_) endCalls(lane, setting_, setting_.scope.clamp(std::max({now, now_, lane.now})));
  setting_.phase = CallSetting::Phase::Records;
  for (CallProfile& profile : profiles_.of) profile.durations.settle();
  startStream();
}

void CallAggregator::merge(CallAggregator&& other, const NumberMap& numbers) {
  for (size_t i = 0; i < CallProfiles::kClasses; ++i) logging_[i].makeRoom(other.logging_[i], profiles_.of[i].tree);
  WireWriter bytes;
  other.profiles_.write(bytes);
  const std::vector<std::byte> written = bytes.take();
  WireReader in(written);
  in.translate(numbers);
  const auto moved = profiles_.merge(in);
  for (size_t i = 0; i < CallProfiles::kClasses; ++i) logging_[i].merge(other.logging_[i], moved[i], numbers);
}

LoggedTree CallAggregator::loggedStacks() {
  size_t best = 0;
  while (best + 1 < CallProfiles::kClasses && profiles_.of[best].empty() && logging_[best].empty()) ++best;
  return {std::move(profiles_.of[best].tree), logging_[best].take()};
}

CallProfiles& CallAggregator::profiles() {
  for (size_t i = 0; i < CallProfiles::kClasses; ++i) {
    CallTree& tree = profiles_.of[i].tree;
    logging_[i].fold(tree, setting_.scope.onlySampled ? tree.sampleTime() : CallLog::kAll);
  }
  return profiles_;
}

}  // namespace tp
