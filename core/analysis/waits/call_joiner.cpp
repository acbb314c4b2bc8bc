#include "core/analysis/waits/call_joiner.h"

#include <optional>
#include <unordered_map>
#include <utility>

namespace tp {
namespace {

// Returns for how long a thread had no CPU, one after the other, without those of which an end is uncertain. The code
// is 1 if another CPU was not recorded meanwhile, on which it may have run.
PackedLane waitsOf(const WaitGraph& graph, TrackId thread) {
  PackedLane waits;
  std::optional<LaneItem> wait;
  bool whole = true;
  WaitSegment before;
  const auto end = [&] {
    if (wait && whole && wait->end > wait->begin) waits.add(*wait);
    wait.reset();
  };
  graph.eachSegment(thread, [&](const WaitSegment& one) {
    const ThreadState state = one.kind.state;
    const bool waiting = state == ThreadState::Runnable || isBlocked(state);
    const bool follows = before.end == one.begin;
    if (!waiting || !follows) end();
    if (waiting && follows && before.kind.state == ThreadState::Running) {
      wait = LaneItem{one.begin, one.end};
      whole = !before.kind.uncertain;
    }
    if (wait) {
      wait->end = one.end;
      whole = whole && !one.kind.uncertain;
      if (one.silent > 0) wait->code = 1;
    }
    before = one;
  });
  end();
  return waits;
}

}  // namespace

void CallJoiner::find(WaitGraph& graph, const TraceIndex& index) {
  std::unordered_map<TrackId, size_t> programsOf;  // by thread of a kernel
  for (const ThreadsOfBoth& both : threadsOfBoth(index.info(), index.tracks(), graph.threads())) {
    for (const ThreadPair& one : both.threads) {
      if (!both.exact) continue;
      ++programsOf[one.kernel];
      pairs_.push_back({one.kernel, one.program, graph.joined.size(), waitsOf(graph, one.kernel), {}});
    }
    graph.joined.push_back({both.program, both.kernel, both.exact, both.threads.size()});
  }
  std::erase_if(pairs_, [&](const Pair& one) { return programsOf[one.kernel] > 1; });
}

std::vector<UserWaits> CallJoiner::requestTo(const TraceIndex& index, uint32_t worker) const {
  const NumberMap& numbers = index.toWorker(worker);
  std::vector<UserWaits> asked;
  for (size_t i = 0; i < pairs_.size(); ++i)
    if (numbers.to(pairs_[i].program) != kNoTrack)
      asked.push_back({static_cast<uint32_t>(i), pairs_[i].program, pairs_[i].waits});
  return asked;
}

bool CallJoiner::take(UserCalls said) {
  if (said.pair >= pairs_.size()) return false;
  pairs_[said.pair].said.push_back(std::move(said));
  return true;
}

// Names the waits of a pair, unless more of them are contradicted than confirmed.
void CallJoiner::judge(const Pair& pair, WaitGraph& graph) {
  const UserCalls& said = pair.said.front();
  JoinedCalls& joined = graph.joined[pair.joined];
  uint64_t named = 0, contradicted = 0;
  LaneItems waits(pair.waits), calls(said.calls);
  for (const LaneItem* wait = waits.next(); wait != nullptr; wait = waits.next()) {
    const LaneItem* call = calls.at(wait->begin);
    if (call != nullptr && said.nameOf(call->code) != kNoName) ++named;
    // It may have run where nothing was recorded.
    if (call != nullptr && call->code == UserCalls::kContradicts && wait->code == 0) ++contradicted;
    waits.skip();
  }
  joined.contradicted += contradicted;
  const bool doubted = contradicted > named;
  (doubted ? joined.doubted : joined.named) += named;
  if (doubted) return;
  graph.nameWaits(pair.kernel, said);
  graph.paired.push_back({pair.kernel, pair.program});
}

void CallJoiner::finish(WaitGraph& graph) {
  for (const Pair& pair : pairs_)
    if (pair.said.size() == 1) judge(pair, graph);
  pairs_.clear();
}

}  // namespace tp
