#include "core/analysis/waits/wake_chains.h"

#include <algorithm>

#include "core/trace/sums.h"

namespace tp {
namespace {

void addStacks(WakeChains& chains, const ChainSums::StackShares& shares, const WaitGraph& graph,
               const TrackTable& tracks, const NameTable& names) {
  for (const auto& [of, sums] : shares) {
    for (const PathShare& share : sums.sorted(tracks, names)) {
      auto part = std::lower_bound(chains.parts.begin(), chains.parts.end(), of.first,
                                   [](const WakeChains::Part& one, uint32_t chain) { return one.chain < chain; });
      while (part != chains.parts.end() && !part->share.sameCause(share)) ++part;
      if (part == chains.parts.end()) continue;
      chains.stacks.push_back({static_cast<uint32_t>(part - chains.parts.begin()), of.second, share.time});
    }
  }
  auto before = [&](const WakeChains::Stack& a, const WakeChains::Stack& b) {
    if (a.part != b.part) return a.part < b.part;
    const std::span<const NameId> left = graph.stack(a.stack), right = graph.stack(b.stack);
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(),
                                        [&](NameId one, NameId other) { return names.before(one, other); });
  };
  std::sort(chains.stacks.begin(), chains.stacks.end(), before);
}

}  // namespace

bool ChainSums::step(size_t segments) {
  own_.resize(path_.lines().size());
  for (; next_ < path_.size() && segments > 0; ++next_, --segments) {
    const PathSegment one = path_[next_];
    own_[path_.lineOf(next_)].add(one);
    if (one.stack != 0) withStack_[{path_.lineOf(next_), one.stack}].add(one);
  }
  return next_ < path_.size();
}

WakeChains ChainSums::chains(const WaitGraph& graph, const TrackTable& tracks, const NameTable& names) const {
  WakeChains out;
  if (path_.empty()) return out;
  for (const CriticalPath::Line& line : path_.lines())
    out.chains.push_back({line.parent, line.thread, line.stack, line.wakerStack, line.makes, line.depth, 0});
  for (uint32_t chain = 0; chain < own_.size(); ++chain) {
    for (const PathShare& share : own_[chain].sorted(tracks, names)) {
      out.parts.push_back({chain, share});
      out.chains[chain].time = plus(out.chains[chain].time, share.time);
    }
  }
  for (uint32_t chain = static_cast<uint32_t>(out.chains.size()); chain-- > 1;) {
    Time& above = out.chains[out.chains[chain].parent].time;
    above = plus(above, out.chains[chain].time);
  }
  addStacks(out, withStack_, graph, tracks, names);
  return out;
}

WakeChains wakeChains(const WaitGraph& graph, const CriticalPath& path, const TrackTable& tracks,
                      const NameTable& names) {
  ChainSums sums(path);
  sums.step(path.size());
  return sums.chains(graph, tracks, names);
}

std::vector<PathShare> pathShares(const WakeChains& chains, const TrackTable& tracks, const NameTable& names) {
  PathShares all;
  for (const WakeChains::Part& part : chains.parts) all.add(part.share);
  return all.sorted(tracks, names);
}

}  // namespace tp
