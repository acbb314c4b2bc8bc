#include "core/analysis/compare/side_waits.h"

#include <algorithm>

#include "core/analysis/waits/wait_words.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

WaitKind kindOf(ThreadState state) {
  if (state == ThreadState::Unknown) return WaitKind::Unknown;
  if (state == ThreadState::Runnable) return WaitKind::Runnable;
  if (state == ThreadState::Sleeping) return WaitKind::Sleeping;
  return state == ThreadState::Uninterruptible ? WaitKind::Uninterruptible : WaitKind::Other;
}

}  // namespace

WaitSums::WaitSums(const WaitGraph& graph, const TrackTable& tracks, const NameTable& names, WaitsScope scope,
                   std::optional<Time> middle)
    : graph_(graph), tracks_(tracks), names_(names), scope_(std::move(scope)), middle_(middle) {
  for (const TrackId thread : graph.threads()) {
    const TrackKey& key = tracks[thread].key;
    const std::vector<int64_t>& tids = scope_.tids;
    if (scope_.trace != kEveryTrace && key.trace != scope_.trace) continue;
    if (tids.empty() || std::find(tids.begin(), tids.end(), key.tid) != tids.end()) threads_.push_back(thread);
  }
}

bool WaitSums::step(size_t segments) {
  for (size_t met = 0; next_ < threads_.size() && met < segments; ++next_) met += addThread(threads_[next_]);
  return next_ < threads_.size();
}

double WaitSums::progress() const {
  return threads_.empty() ? 1 : static_cast<double>(next_) / static_cast<double>(threads_.size());
}

size_t WaitSums::addThread(TrackId thread) {
  std::optional<WaitSegment> last;
  size_t met = 0;
  graph_.eachSegment(thread, [&](const WaitSegment& segment) {
    if (last) add(thread, *last, last->end == segment.begin ? &segment : nullptr);
    last = segment;
    ++met;
  });
  if (last) add(thread, *last, nullptr);
  return met + 1;
}

// `next`: the segment that follows without a gap; null if there is none.
void WaitSums::add(TrackId thread, const WaitSegment& segment, const WaitSegment* next) {
  const ThreadState state = segment.kind.state;
  if (state == ThreadState::Running || state == ThreadState::Dead) return;
  WaitSegment part = segment;
  part.begin = std::max(segment.begin, scope_.begin);
  part.end = std::min(segment.end, scope_.end);
  if (part.begin >= part.end) return;
  if (state == ThreadState::Runnable) {
    const bool runs = next != nullptr && next->kind.state == ThreadState::Running;
    return addCpuWait(thread, part, runs ? next->kind.cpu : -1);
  }
  addPart(thread, kindOf(state), causeOf(segment, next), part);
}

// What of the time nobody is known to have run there is a part of its own.
void WaitSums::addCpuWait(TrackId thread, const WaitSegment& segment, int32_t cpu) {
  turns_.clear();
  const TrackKey& key = tracks_[thread].key;
  if (cpu >= 0) graph_.turns({key.trace, key.label, cpu}, segment.begin, segment.end, turns_);
  Time rest = segment.length();
  WaitSegment part = segment;
  for (const CpuTurn& turn : turns_) {
    if (turn.kind.thread >= tracks_.size()) continue;
    part.begin = turn.begin;
    part.end = turn.end;
    part.kind.uncertain = segment.kind.uncertain || turn.kind.uncertain;
    rest -= turn.length();
    addPart(thread, WaitKind::Runnable, nameOf(turn.kind.thread), part);
  }
  if (rest <= 0) return;
  part = segment;
  part.end = segment.begin + rest;
  addPart(thread, WaitKind::Runnable,
          numberOf(cpu >= 0 ? "idle, interrupts or not recorded" : "it is not known on which CPU"), part);
}

void WaitSums::addPart(TrackId thread, WaitKind kind, uint32_t cause, const WaitSegment& part) {
  Sum& sum = sums_[Key(nameOf(thread), kind, cause)];
  TimedFigures& figures = sum.figures;
  const Time length = part.length();
  ++figures.count;
  figures.sum = plus(figures.sum, length);
  if (sum.track == kNoTrack || length > figures.max) {
    figures.max = length;
    sum.track = thread;
    sum.at = part.begin;
  }
  figures.atMost += part.silent > 0 ? 1 : 0;
  figures.uncertain += part.kind.uncertain && kind != WaitKind::Unknown ? 1 : 0;
  if (!middle_ || part.begin >= *middle_) return;
  ++sum.early;
  sum.earlySum = plus(sum.earlySum, length);
}

uint32_t WaitSums::causeOf(const WaitSegment& segment, const WaitSegment* next) {
  if (!isBlocked(segment.kind.state)) return numberOf("");
  if (next == nullptr || !next->kind.woken)
    return numberOf(segment.kind.last ? "the trace ends before" : "no waking was recorded");
  const WaitEnd& by = next->kind.waker;
  if (!by.interrupt()) return nameOf(by.thread);
  const auto [place, isNew] = interruptNames_.try_emplace({by.context, by.handler});
  if (isNew) place->second = numberOf(interruptWords(names_, by));
  return place->second;
}

uint32_t WaitSums::numberOf(std::string text) {
  const auto [place, isNew] = textNumbers_.try_emplace(text, static_cast<uint32_t>(texts_.size()));
  if (isNew) texts_.push_back(std::move(text));
  return place->second;
}

uint32_t WaitSums::nameOf(TrackId thread) {
  if (thread >= tracks_.size()) return numberOf(threadAndId(tracks_, kNoTrack));
  const auto [place, isNew] = threadNames_.try_emplace(thread);
  if (isNew) place->second = numberOf(tracks_[thread].name);
  return place->second;
}

std::vector<TimedRow> WaitSums::take() {
  std::vector<TimedRow> rows;
  rows.reserve(sums_.size());
  for (auto& [key, sum] : sums_) {
    TimedRow& row = rows.emplace_back();
    row.thread = texts_[std::get<0>(key)];
    row.kind = static_cast<size_t>(std::get<1>(key));
    row.name = texts_[std::get<2>(key)];
    sum.figures.setHalves(sum.early, sum.earlySum);
    row.figures = std::move(sum.figures);
    row.track = sum.track;
    row.at = sum.at;
  }
  sums_.clear();
  return rows;
}

SideTimes sideWaits(ComparedSide side, const WaitGraph& graph, std::vector<TimedRow> rows) {
  const TimedKinds kinds{"wait", "waits", kWaitTimes};
  return {std::move(side), kinds, std::vector<bool>(kinds.all.size(), graph.switches()), std::move(rows)};
}

}  // namespace tp
