#include "core/analysis/compare/moved_time.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/analysis/compare/call_halves.h"
#include "core/analysis/compare/change_parts.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

constexpr uint32_t kNone = SideCall::kNobody;  // SideWithin::outermost, too

// Returns `part` of a sum as a part of what the sum is elsewhere: where figures are divided, calls are not.
int64_t scaled(int64_t part, int64_t from, int64_t to) {
  __extension__ using Wide = __int128;
  if (from == to) return part;
  if (from <= 0) return 0;
  return static_cast<int64_t>(std::clamp<Wide>(Wide{part} * to / from, INT64_MIN, INT64_MAX));
}

// Calls of a function within calls of one outermost function: how many, their self time, and by how much its halves
// differ, as the figures of the function count them.
struct PlaceSums {
  int64_t calls = 0, self = 0;
  std::optional<int64_t> halves;
};

class Moving {
 public:
  Moving(const SideFunctions& a, const SideFunctions& b, const FunctionPairs& found) : found_(found), sides_{&a, &b} {
    for (size_t side = 0; side < 2; ++side) {
      pairs_[side].assign(sides_[side]->functions.size(), kNone);
      begins_[side].assign(sides_[side]->functions.size() + 1, 0);
      for (const SideWithin& one : sides_[side]->within) ++begins_[side][one.function + size_t{1}];
      for (size_t i = 1; i < begins_[side].size(); ++i) begins_[side][i] += begins_[side][i - 1];
    }
    for (uint32_t i = 0; i < found.pairs.size(); ++i) {
      pairs_[0][found.pairs[i].a] = i;
      pairs_[1][found.pairs[i].b] = i;
    }
  }

  MovedTime of(uint32_t pair) const {
    Places places;
    for (size_t side = 0; side < 2; ++side) addPlaces(pair, side, places);
    MovedTime out;
    int64_t falls = 0, rises = 0, shared = 0;
    for (const auto& [key, sums] : places) {
      const int64_t moved = movedOf(sums);
      if (moved == 0) continue;
      const int64_t size = moved < 0 ? minus(0, moved) : moved;
      int64_t& sum = moved < 0 ? falls : rises;
      sum = plus(sum, size);
      if (key.first == Of::Both) shared = plus(shared, size);
      const bool whole = (moved < 0 ? sums[1] : sums[0]).calls == 0;
      (moved < 0 ? out.from : out.to).push_back({nameOf(key), moved, whole});
    }
    out.time = std::min({falls, rises, shared});
    if (out.time == 0) return {};
    for (std::vector<MovedPart>* parts : {&out.from, &out.to})
      std::stable_sort(parts->begin(), parts->end(),
                       [](const MovedPart& x, const MovedPart& y) { return sizeOf(x.change) > sizeOf(y.change); });
    return out;
  }

 private:
  // Which sides have an outermost function, and its number: of Both, its pair, or kNone if it is the function itself.
  enum class Of : uint8_t { A, B, Both };
  using Key = std::pair<Of, uint32_t>;
  using Places = std::map<Key, std::array<PlaceSums, 2>>;

  Key keyOf(size_t side, uint32_t outermost, size_t function) const {
    if (outermost == kNone || outermost == function) return {Of::Both, kNone};
    if (pairs_[side][outermost] != kNone) return {Of::Both, pairs_[side][outermost]};
    return {side == 0 ? Of::A : Of::B, outermost};
  }

  std::string nameOf(const Key& key) const {
    if (key.second == kNone) return kNoCaller;
    if (key.first == Of::Both) return sides_[1]->functions[found_.pairs[key.second].b].name;
    return sides_[key.first == Of::A ? 0 : 1]->functions[key.second].name;
  }

  void addPlaces(uint32_t pair, size_t side, Places& places) const {
    const size_t function = side == 0 ? found_.pairs[pair].a : found_.pairs[pair].b;
    std::map<Key, CallHalves> sums;
    CallHalves all;
    for (size_t i = begins_[side][function]; i < begins_[side][function + 1]; ++i) {
      const SideWithin& one = sides_[side]->within[i];
      all.add(one.sums);
      sums[keyOf(side, one.outermost, function)].add(one.sums);
    }
    const FunctionFigures& figures = sides_[side]->functions[function].figures;
    const auto allCalls = static_cast<int64_t>(all.calls);
    for (const auto& [key, sum] : sums) {
      PlaceSums& place = places[key][side];
      place.calls = scaled(static_cast<int64_t>(sum.calls), allCalls, figures.callsOrRate());
      place.self = scaled(sum.self, all.self, figures.self);
      if (const auto apart = halvesApart(sum)) place.halves = scaled(*apart, all.self, figures.self);
    }
  }

  // Returns by how much the time of such calls has grown as there are more of them.
  static int64_t movedOf(const std::array<PlaceSums, 2>& sums) {
    const auto& [a, b] = sums;
    const ChangeParts parts = changeParts({a.calls, a.self}, {b.calls, b.self}, a.calls > 0);
    if ((parts.change < 0) != (parts.byCount < 0) || parts.change == 0) return 0;
    const auto noise = a.calls > 0 && b.calls > 0 ? noiseBelow(a.halves, b.halves) : std::nullopt;
    if (noise && sizeOf(parts.change) < sizeOf(*noise)) return 0;
    return sizeOf(parts.change) < sizeOf(parts.byCount) ? parts.change : parts.byCount;
  }

  const FunctionPairs& found_;
  const std::array<const SideFunctions*, 2> sides_;
  // By side and function: its pair, and where it begins in SideFunctions::within.
  std::array<std::vector<uint32_t>, 2> pairs_;
  std::array<std::vector<size_t>, 2> begins_;
};

}  // namespace

std::vector<SideWithin> addedUp(std::vector<SideWithin> all) {
  std::sort(all.begin(), all.end(), [](const SideWithin& x, const SideWithin& y) {
    return std::tie(x.function, x.outermost) < std::tie(y.function, y.outermost);
  });
  size_t last = 0;
  for (size_t i = 1; i < all.size(); ++i) {
    if (all[i].function == all[last].function && all[i].outermost == all[last].outermost)
      all[last].sums.add(all[i].sums);
    else
      all[++last] = all[i];
  }
  if (!all.empty()) all.resize(last + 1);
  return all;
}

std::vector<SideWithin> sideWithin(const std::vector<SideFunction>& functions, const OutermostSums& sums,
                                   const NameTable& names) {
  std::vector<SideWithin> out;
  if (!sums.complete()) return out;
  std::unordered_map<std::string_view, uint32_t> places;
  for (uint32_t i = 0; i < functions.size(); ++i) places.emplace(functions[i].name, i);
  auto placeOf = [&](NameId name) {
    const auto at = name == kNoName ? places.end() : places.find(names.view(name));
    return at == places.end() ? kNone : at->second;
  };
  for (const OutermostCalls& one : sums.all())
    if (const uint32_t function = placeOf(one.name); function != kNone)
      out.push_back({placeOf(one.outermost), function, one.sums});
  return addedUp(std::move(out));
}

std::vector<MovedTime> movedTimes(const SideFunctions& a, const SideFunctions& b, const FunctionPairs& pairs) {
  // What an interrupt of a kernel is within is what it came upon, not what called it.
  if (a.within.empty() || b.within.empty() || a.side.kernel || b.side.kernel) return {};
  const Moving moving(a, b, pairs);
  std::vector<MovedTime> out;
  out.reserve(pairs.pairs.size());
  for (uint32_t i = 0; i < pairs.pairs.size(); ++i)
    out.push_back(a.functions[pairs.pairs[i].a].offCpu ? MovedTime() : moving.of(i));
  return out;
}

void putMovedFirst(std::vector<FunctionChange>& changes) {
  const auto most =
      std::max_element(changes.begin(), changes.end(),
                       [](const FunctionChange& x, const FunctionChange& y) { return x.moved.time < y.moved.time; });
  if (most == changes.end() || most->moved.time == 0) return;
  const auto moved = sizeOf(most->moved.time);
  for (auto one = changes.begin(); one != changes.end(); ++one)
    if (one != most && (sizeOf(one->change) >= moved || one->moved.time == most->moved.time)) return;
  std::rotate(changes.begin(), most, most + 1);
}

}  // namespace tp
