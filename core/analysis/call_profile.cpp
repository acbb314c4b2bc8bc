#include "core/analysis/call_profile.h"

#include <algorithm>

namespace tp {
namespace {

struct DurationsHead {
  NameId name = kNoName;
  uint32_t count = 0;  // of the durations that belong to it
  Time least = 0;
  Time most = 0;
};

}  // namespace

void writeScope(const CallScope& scope, WireWriter& out) {
  out.put(scope.begin);
  out.put(scope.end);
  out.put(static_cast<uint8_t>(scope.byThread));
  out.put(static_cast<uint8_t>(scope.durations));
  out.put(scope.sampleTime);
  out.putArray(scope.tracks);
}

CallScope readScope(WireReader& in) {
  CallScope scope;
  scope.begin = in.get<Time>();
  scope.end = in.get<Time>();
  scope.byThread = in.get<uint8_t>() != 0;
  scope.durations = in.get<uint8_t>() != 0;
  scope.sampleTime = std::max<int64_t>(1, in.get<int64_t>());
  in.getArray(scope.tracks);
  return scope;
}

size_t CallProfiles::classOf(TrackKind kind) {
  if (kind == TrackKind::Thread) return 0;
  if (kind == TrackKind::Cpu) return 1;
  return kind == TrackKind::Async ? 2 : kClasses;
}

CallProfile& CallProfiles::best() {
  for (CallProfile& profile : of)
    if (!profile.tree.empty()) return profile;
  return of[0];
}

void CallProfiles::write(WireWriter& out) const {
  for (const CallProfile& profile : of) {
    out.putArray(profile.tree.nodes());
    std::vector<DurationsHead> heads;
    std::vector<DurationCount> durations;
    for (NameId name = 0; name < profile.durations.size(); ++name) {
      const DurationCounts* counts = profile.durations.of(name);
      if (counts == nullptr) continue;
      std::vector<DurationCount> sorted = counts->sorted();
      heads.push_back({name, static_cast<uint32_t>(sorted.size()), counts->min(), counts->max()});
      durations.insert(durations.end(), sorted.begin(), sorted.end());
    }
    out.putArray(heads);
    out.putArray(durations);
  }
}

void CallProfiles::merge(WireReader& in, bool byThread, const Renaming& renaming) {
  for (CallProfile& profile : of) {
    std::vector<CallNode> nodes;
    in.getArray(nodes);
    profile.tree.merge(nodes, [&](NameId name, uint32_t parent) {
      return byThread && parent == CallTree::kRoot ? renaming.track(name) : renaming.name(name);
    });
    std::vector<DurationsHead> heads;
    std::vector<DurationCount> durations;
    in.getArray(heads);
    in.getArray(durations);
    size_t at = 0;
    for (const DurationsHead& head : heads) {
      size_t count = std::min<size_t>(head.count, durations.size() - at);
      profile.durations.merge(renaming.name(head.name), {durations.data() + at, count}, head.least, head.most);
      at += count;
    }
  }
}

}  // namespace tp
