#include "core/analysis/call_profile.h"

#include <algorithm>

namespace tp {
namespace {

struct DurationsHead {
  NameId name = kNoName;
  uint32_t count = 0;  // number of durations that belong to it
  Time least = 0;
  Time most = 0;
  uint32_t step = 0;  // as DurationCounts has it
  uint32_t exact = 1;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.name, self.count, self.least, self.most, self.step, self.exact);
  }
};

struct ToldDurations {
  std::vector<DurationsHead> heads;
  std::vector<DurationCount> counts;  // of all heads

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.heads, self.counts);
  }
};

}  // namespace

void FunctionSums::add(const FunctionSums& other) {
  calls += other.calls;
  sum = plus(sum, other.sum);
  total = plus(total, other.total);
  self = plus(self, other.self);
  selfDoubt = plus(selfDoubt, other.selfDoubt);
  atMost += other.atMost;
  atMostMax = std::max(atMostMax, other.atMostMax);
  open += other.open;
  unbegun += other.unbegun;
  openTotal = plus(openTotal, other.openTotal);
  openSelf = plus(openSelf, other.openSelf);
  early += other.early;
  earlySelf = plus(earlySelf, other.earlySelf);
}

CallProfiles::CallProfiles(const CallScope& scope) : byThread_(scope.byThread) {
  for (CallProfile& profile : of) profile.tree = CallTree(std::max<int64_t>(1, scope.sampleTime));
}

size_t CallProfiles::classOf(TrackKind kind) {
  if (kind == TrackKind::Thread) return 0;
  if (kind == TrackKind::Cpu) return 1;
  return kind == TrackKind::Async ? 2 : kClasses;
}

size_t CallProfiles::bestClass() const {
  size_t best = 0;
  while (best < kClasses && of[best].empty()) ++best;
  return best;
}

CallProfile& CallProfiles::best() {
  size_t best = bestClass();
  return of[best < kClasses ? best : 0];
}

void CallProfiles::write(WireWriter& out) const {
  for (const CallProfile& profile : of) {
    profile.tree.write(out);
    profile.growth.write(out);
    ToldDurations told;
    for (NameId name = 0; name < profile.durations.size(); ++name) {
      const DurationCounts* counts = profile.durations.of(name);
      if (counts == nullptr) continue;
      std::vector<DurationCount> sorted = counts->sorted();
      told.heads.push_back({name, static_cast<uint32_t>(sorted.size()), counts->min(), counts->max(), counts->step(),
                            counts->exact() ? 1u : 0u});
      told.counts.insert(told.counts.end(), sorted.begin(), sorted.end());
    }
    out(profile.functions, told, profile.states, profile.within, profile.edges.all(), profile.edges.complete(),
        profile.outermost.all(), profile.outermost.complete());
  }
}

std::array<std::vector<uint32_t>, CallProfiles::kClasses> CallProfiles::merge(WireReader& in) {
  std::array<std::vector<uint32_t>, kClasses> moved;
  for (size_t i = 0; i < kClasses; ++i) {
    CallProfile& profile = of[i];
    moved[i] = profile.tree.merge(in, byThread_);
    profile.growth.merge(in, byThread_);
    const auto functions = in.read<std::vector<FunctionSums>>();
    for (NameId theirs = 0; theirs < functions.size(); ++theirs) {
      const FunctionSums& from = functions[theirs];
      if (from.none()) continue;
      profile.sumsOf(in.translated(theirs)).add(from);
    }
    const auto told = in.read<ToldDurations>();
    profile.states.add(in.read<StateSums>());
    in.getArray(profile.within);
    const auto edges = in.read<std::vector<CallEdge>>();
    profile.edges.merge(edges, in.read<bool>());
    const auto outermost = in.read<std::vector<OutermostCalls>>();
    profile.outermost.merge(outermost, in.read<bool>());
    size_t at = 0;
    for (const DurationsHead& head : told.heads) {
      size_t count = std::min<size_t>(head.count, told.counts.size() - at);
      profile.durations.merge(head.name,
                              {{told.counts.data() + at, count},
                               head.least,
                               head.most,
                               static_cast<uint8_t>(std::min<uint32_t>(head.step, DurationCounts::kLastStep)),
                               head.exact != 0});
      at += count;
    }
  }
  return moved;
}

}  // namespace tp
