#include "core/index/query.h"

#include <algorithm>

namespace tp {
namespace {

// More chunks than a screen can need; beyond that, the base level is used.
constexpr size_t kMaxChunks = 512;
// Details up to this many levels finer than requested are used too, which saves decoding again at every step of a zoom.
constexpr int kFinerIsFine = 4;

bool touches(const Mark& mark, Time begin, Time end) {
  return mark.end >= begin && mark.begin <= end;
}

// Calls `take` for the resident marks that are shown at `level`.
template <class Take>
void resident(const Lane& lane, Time begin, Time end, int level, Take&& take) {
  for (int maxLevel = level + 1; maxLevel <= kLevels; ++maxLevel) {
    const std::vector<Mark>* marks = lane.levels.find(maxLevel);
    if (marks == nullptr) continue;
    auto at = std::lower_bound(marks->begin(), marks->end(), begin >> maxLevel,
                               [maxLevel](const Mark& mark, Time window) { return mark.end >> maxLevel < window; });
    // No mark here is longer than two windows, so marks that touch the range end soon after it.
    Time last = (end >> maxLevel) + 2;
    for (; at != marks->end() && at->end >> maxLevel <= last; ++at)
      if (at->minLevel <= level && touches(*at, begin, end)) take(*at);
  }
  for (const Mark& mark : lane.tail)
    if (mark.minLevel <= level && touches(mark, begin, end)) take(mark);
}

// Slices that are marks of their own at the base level are resident for every level below it, too.
bool longAt(const Mark& mark, int base) {
  return (mark.flags & kMarkOpen) != 0 || (!mark.aggregate() && firstShortLevel(mark.duration()) > base);
}

}  // namespace

// A chunk has the slices that end in it; those that are not resident are shorter than 2^base.
const ChunksInView& ViewQuery::chunks(uint32_t number, Time begin, Time end, int level) {
  if (number >= views_.size()) views_.resize(index_.streams().size());
  ChunksInView& view = views_[number];
  if (view.begin == begin && view.end == end && view.level == level) return view;
  view = {begin, end, level, false, {}, {}};
  const StreamState& stream = index_.streams()[number];
  Time reach = end + (Time{1} << stream.baseLevel);
  const std::vector<ChunkSummary>& chunks = stream.chunks;
  auto first = std::lower_bound(chunks.begin(), chunks.end(), begin,
                                [](const ChunkSummary& chunk, Time time) { return chunk.end < time; });
  auto last = std::upper_bound(first, chunks.end(), reach,
                               [](Time time, const ChunkSummary& chunk) { return time < chunk.begin; });
  view.tooMany = static_cast<size_t>(last - first) > kMaxChunks;
  for (auto chunk = first; chunk != last && !view.tooMany; ++chunk) {
    ChunkId id{number, static_cast<uint32_t>(chunk - chunks.begin())};
    const ChunkDetail* detail = cache_.find(id);
    bool growing = !stream.done && chunk + 1 == chunks.end();
    bool good = detail != nullptr && detail->level <= level && level - detail->level <= kFinerIsFine;
    if (!good && !growing) missing_.push_back({id, level & ~1, chunk->begin + (chunk->end - chunk->begin) / 2});
    if (detail == nullptr || growing) {
      view.coarse.emplace_back(chunk->begin, chunk->end);
    } else {
      view.details.push_back(detail);
    }
  }
  return view;
}

void ViewQuery::lane(const Lane& lane, Time begin, Time end, int level, std::vector<Mark>& out) {
  int base = index_.streams()[lane.stream].baseLevel;
  auto push = [&out](const Mark& mark) { out.push_back(mark); };
  if (level >= base || lane.whole) return resident(lane, begin, end, std::min(level, kLevels - 1), push);
  const ChunksInView& view = chunks(lane.stream, begin, end, level);
  if (view.tooMany) return resident(lane, begin, end, base, push);

  Time reach = end + (Time{1} << base);
  for (const ChunkDetail* detail : view.details) {
    for (const ChunkDetail::Lane& part : detail->lanes) {
      if (part.track != lane.track) continue;
      auto at = std::lower_bound(part.marks.begin(), part.marks.end(), begin,
                                 [](const Mark& mark, Time time) { return mark.end < time; });
      for (; at != part.marks.end() && at->end <= reach; ++at)
        if (at->begin <= end && !longAt(*at, base)) out.push_back(*at);
    }
  }
  resident(lane, begin, end, base, [&](const Mark& mark) {
    if (longAt(mark, base)) return push(mark);
    auto span = std::lower_bound(view.coarse.begin(), view.coarse.end(), mark.end,
                                 [](const std::pair<Time, Time>& at, Time time) { return at.second < time; });
    if (span != view.coarse.end() && span->first <= mark.end) push(mark);
  });
}

}  // namespace tp
