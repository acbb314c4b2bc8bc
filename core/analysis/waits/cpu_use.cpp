#include "core/analysis/waits/cpu_use.h"

#include <algorithm>

#include "core/trace/sums.h"

namespace tp {

void CpuUser::addPriority(int32_t priority) {
  constexpr size_t kMaxPriorities = 8;
  const auto at = std::lower_bound(priorities.begin(), priorities.end(), priority);
  if (priorities.size() < kMaxPriorities && (at == priorities.end() || *at != priority))
    priorities.insert(at, priority);
}

void CpuUse::add(const WaitGraph& graph, const TrackTable& tracks, TrackId thread, int32_t cpu, Time from, Time to) {
  rest = plus(rest, std::max<Time>(0, to - from));
  if (cpu < 0 || thread >= tracks.size()) return;
  const TrackKey& key = tracks[thread].key;
  std::vector<CpuTurn> turns;
  graph.turns({key.trace, key.label, cpu}, from, to, turns);
  for (const CpuTurn& turn : turns) {
    if (turn.kind.thread >= tracks.size()) continue;
    rest -= turn.length();
    const auto [place, fresh] = places_.try_emplace(turn.kind.thread, users.size());
    if (fresh) users.emplace_back().thread = turn.kind.thread;
    CpuUser* user = &users[place->second];
    user->time = plus(user->time, turn.length());
    ++user->turns;
    user->uncertain = user->uncertain || turn.kind.uncertain;
    if (turn.kind.priority) user->addPriority(*turn.kind.priority);
  }
}

void CpuUse::finish(const TrackTable& tracks) {
  places_.clear();
  std::sort(users.begin(), users.end(), [&](const CpuUser& a, const CpuUser& b) {
    if (a.time != b.time) return a.time > b.time;
    const auto keyOf = [&](TrackId track) { return track < tracks.size() ? tracks[track].key : TrackKey(); };
    return keyOf(a.thread) < keyOf(b.thread);
  });
}

}  // namespace tp
