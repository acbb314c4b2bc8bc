#include "core/analysis/waits/wake_chains.h"

#include "core/trace/sums.h"

namespace tp {

WakeChains wakeChains(const std::vector<PathSegment>& path, const PathLines& lines, const TrackTable& tracks,
                      const NameTable& names) {
  WakeChains out;
  if (path.empty()) return out;
  std::vector<PathShares> own(lines.lines.size());
  for (const PathLines::Line& line : lines.lines) {
    const uint32_t depth = out.chains.empty() ? 0 : out.chains[line.parent].depth + 1;
    out.chains.push_back({line.parent, line.thread, depth, 0});
  }
  for (size_t i = 0; i < path.size(); ++i) own[lines.of[i]].add(path[i]);
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
  return out;
}

std::vector<PathShare> pathShares(const WakeChains& chains, const TrackTable& tracks, const NameTable& names) {
  PathShares all;
  for (const WakeChains::Part& part : chains.parts) all.add(part.share);
  return all.sorted(tracks, names);
}

}  // namespace tp
