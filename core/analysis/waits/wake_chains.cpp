#include "core/analysis/waits/wake_chains.h"

#include <algorithm>
#include <map>

#include "core/trace/sums.h"

namespace tp {
namespace {

// Sums up segments by their stacks, of each chain.
using StackShares = std::map<std::pair<uint32_t, uint32_t>, PathShares>;  // by chain and stack

void addStacks(WakeChains& chains, const StackShares& shares, const WaitGraph& graph, const TrackTable& tracks,
               const NameTable& names) {
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

WakeChains wakeChains(const WaitGraph& graph, const std::vector<PathSegment>& path, const PathLines& lines,
                      const TrackTable& tracks, const NameTable& names) {
  WakeChains out;
  if (path.empty()) return out;
  std::vector<PathShares> own(lines.lines.size());
  for (const PathLines::Line& line : lines.lines) {
    const uint32_t depth = out.chains.empty() ? 0 : out.chains[line.parent].depth + 1;
    out.chains.push_back({line.parent, line.thread, line.stack, line.wakerStack, line.makes, depth, 0});
  }
  StackShares withStack;
  for (size_t i = 0; i < path.size(); ++i) {
    own[lines.of[i]].add(path[i]);
    if (path[i].stack != 0) withStack[{lines.of[i], path[i].stack}].add(path[i]);
  }
  for (uint32_t chain = 0; chain < own.size(); ++chain) {
    for (const PathShare& share : own[chain].sorted(tracks, names)) {
      out.parts.push_back({chain, share});
      out.chains[chain].time = plus(out.chains[chain].time, share.time);
    }
  }
  for (uint32_t chain = static_cast<uint32_t>(out.chains.size()); chain-- > 1;) {
    Time& above = out.chains[out.chains[chain].parent].time;
    above = plus(above, out.chains[chain].time);
  }
  addStacks(out, withStack, graph, tracks, names);
  return out;
}

std::vector<PathShare> pathShares(const WakeChains& chains, const TrackTable& tracks, const NameTable& names) {
  PathShares all;
  for (const WakeChains::Part& part : chains.parts) all.add(part.share);
  return all.sorted(tracks, names);
}

}  // namespace tp
