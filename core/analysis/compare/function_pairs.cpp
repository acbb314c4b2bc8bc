#include "core/analysis/compare/function_pairs.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/analysis/compare/inlined_functions.h"
#include "core/analysis/compare/side_graph.h"

namespace tp {
namespace {

constexpr uint32_t kNone = SideCall::kNobody;
// Of more functions with the same callers and callees, none is paired.
constexpr size_t kTried = 64;
// Less often called functions have too little in common if they call nothing that is known.
constexpr uint64_t kFew = 8;
// What has been paired may tell of what is left; a chain of renamed functions needs one round for each.
constexpr int kRounds = 16;

// How a function is called, and what it calls: each caller and callee that has a partner.
struct Kin {
  // A number for each, which is the same on both sides, ascending, and how often: as a rate.
  std::vector<std::pair<uint64_t, double>> all;
  bool function = false;  // whether one of them is a function
  bool callee = false;    // whether one of these is called
};

std::vector<uint64_t> numbersOf(const Kin& kin) {
  std::vector<uint64_t> numbers;
  for (const auto& [number, rate] : kin.all) numbers.push_back(number);
  return numbers;
}

bool alikeKin(const Kin& a, const Kin& b) {
  return std::equal(a.all.begin(), a.all.end(), b.all.begin(), b.all.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first && alike(x.second, y.second); });
}

// Whether both are called often, and a call takes about as long: half of the other's time, at least.
bool alikeTimes(const FunctionFigures& a, const FunctionFigures& b) {
  if (a.calls < kFew || b.calls < kFew) return false;
  if (a.callsOrRate() <= 0 || b.callsOrRate() <= 0) return false;
  auto each = [](const FunctionFigures& of) {
    return static_cast<double>(of.total.value_or(of.self)) / static_cast<double>(of.callsOrRate());
  };
  const double x = each(a), y = each(b);
  return x * 2 >= y && y * 2 >= x;
}

class Pairing {
 public:
  Pairing(const SideGraph& a, const SideGraph& b, std::array<std::vector<uint32_t>, 2>& partners,
          const std::array<std::vector<bool>, 2>& apart)
      : sides_{&a, &b}, partners_(partners), apart_(apart) {}

  // Returns whether anything was paired.
  bool round(std::vector<MatchedNames>& out) {
    using Group = std::array<std::vector<Left>, 2>;
    std::map<std::vector<uint64_t>, Group> groups;
    for (size_t side = 0; side < 2; ++side)
      for (size_t i = 0; i < sides_[side]->size(); ++i) {
        const SideFunction& one = sides_[side]->of(i);
        if (partners_[side][i] != kNone || apart_[side][i] || one.offCpu || one.figures.calls == 0) continue;
        Kin kin = kinOf(side, i);
        if (!kin.function) continue;
        std::vector<uint64_t> numbers = numbersOf(kin);
        groups[std::move(numbers)][side].push_back({i, std::move(kin)});
      }
    const size_t before = out.size();
    for (const auto& [numbers, group] : groups)
      if (group[0].size() <= kTried && group[1].size() <= kTried) pairWithin(group, out);
    return out.size() > before;
  }

 private:
  struct Left {
    size_t function;
    Kin kin;
  };

  // A number that both sides have for a function: B's position.
  uint64_t numberOf(size_t side, uint32_t function) const { return side == 0 ? partners_[0][function] : function; }

  Kin kinOf(size_t side, size_t function) const {
    constexpr uint64_t kSelf = ~uint64_t{0} >> 1, kCallees = uint64_t{1} << 33;
    const SideGraph& graph = *sides_[side];
    Kin kin;
    for (const SideCall& call : graph.callers(function)) {
      const auto calls = static_cast<double>(call.calls);
      if (call.caller == function) {
        kin.all.emplace_back(kSelf, calls / graph.called(function));
      } else if (call.caller == kNone) {
        kin.all.emplace_back(kNone, calls);
      } else if (partners_[side][call.caller] != kNone) {
        kin.all.emplace_back(numberOf(side, call.caller), calls / graph.called(call.caller));
        kin.function = true;
      }
    }
    for (const SideCall& call : graph.callees(function)) {
      if (call.callee == function || partners_[side][call.callee] == kNone) continue;
      const auto calls = static_cast<double>(call.calls);
      kin.all.emplace_back(kCallees + numberOf(side, call.callee), calls / graph.called(function));
      kin.function = kin.callee = true;
    }
    std::sort(kin.all.begin(), kin.all.end());
    return kin;
  }

  void pairWithin(const std::array<std::vector<Left>, 2>& group, std::vector<MatchedNames>& out) {
    std::vector<std::vector<size_t>> fits(group[0].size());  // by place in A's: places in B's
    std::vector<size_t> counts(group[1].size(), 0);
    for (size_t i = 0; i < group[0].size(); ++i)
      for (size_t j = 0; j < group[1].size(); ++j) {
        const Left &a = group[0][i], &b = group[1][j];
        if (!alikeKin(a.kin, b.kin)) continue;
        if (!a.kin.callee && !alikeTimes(sides_[0]->of(a.function).figures, sides_[1]->of(b.function).figures))
          continue;
        fits[i].push_back(j);
        ++counts[j];
      }
    for (size_t i = 0; i < fits.size(); ++i) {
      if (fits[i].size() != 1 || counts[fits[i][0]] != 1) continue;
      const size_t a = group[0][i].function, b = group[1][fits[i][0]].function;
      partners_[0][a] = static_cast<uint32_t>(b);
      partners_[1][b] = static_cast<uint32_t>(a);
      out.push_back({a, b, MatchedBy::Callers});
    }
  }

  const std::array<const SideGraph*, 2> sides_;
  std::array<std::vector<uint32_t>, 2>& partners_;
  const std::array<std::vector<bool>, 2>& apart_;
};

std::vector<std::string> namesOf(const std::vector<SideFunction>& functions) {
  std::vector<std::string> names;
  names.reserve(functions.size());
  for (const SideFunction& one : functions) names.push_back(one.name);
  return names;
}

std::vector<bool> apartOf(const std::vector<std::string>& names, const NameCorrections& corrections) {
  const std::unordered_set<std::string_view> apart(corrections.apart.begin(), corrections.apart.end());
  std::vector<bool> out(names.size());
  for (size_t i = 0; i < names.size(); ++i) out[i] = apart.contains(names[i]);
  return out;
}

// Returns `apart`, and with these the functions that only some of the side's recordings have: what the others do in
// their place is in the mean of the side, so that neither it nor its callers can be compared with those of the other
// side.
std::vector<bool> notInAll(const SideFunctions& side, std::vector<bool> apart) {
  for (size_t i = 0; i < side.functions.size(); ++i) {
    const uint64_t recordings = side.functions[i].figures.recordings;
    if (recordings > 0 && recordings <= side.side.others.size()) apart[i] = true;
  }
  return apart;
}

}  // namespace

std::vector<SideCall> sideCalls(const std::vector<SideFunction>& functions, const CallEdges& edges,
                                const NameTable& names) {
  std::vector<SideCall> out;
  if (!edges.complete()) return out;
  std::unordered_map<std::string_view, uint32_t> places;
  for (uint32_t i = 0; i < functions.size(); ++i) places.emplace(functions[i].name, i);
  auto placeOf = [&](NameId name) {
    const auto at = name == kNoName ? places.end() : places.find(names.view(name));
    return at == places.end() ? kNone : at->second;
  };
  std::map<std::pair<uint32_t, uint32_t>, SideCall> sums;
  for (const CallEdge& edge : edges.all()) {
    const uint32_t caller = placeOf(edge.caller), callee = placeOf(edge.callee);
    if (callee == kNone) continue;
    SideCall& sum = sums.try_emplace({callee, caller}, SideCall{caller, callee, 0, 0}).first->second;
    sum.calls += edge.calls;
    sum.self = plus(sum.self, edge.self);
  }
  for (const auto& [key, sum] : sums) out.push_back(sum);
  return out;
}

FunctionPairs pairFunctions(const SideFunctions& a, const SideFunctions& b, const NameCorrections& corrections) {
  const std::vector<std::string> namesA = namesOf(a.functions), namesB = namesOf(b.functions);
  FunctionPairs out{matchNames(namesA, namesB, corrections), {}};
  const bool left = out.pairs.size() < namesA.size() || out.pairs.size() < namesB.size();
  // Programs that share less are no two builds of one.
  const bool related = out.pairs.size() * 2 >= std::min(namesA.size(), namesB.size());
  if (!left || !related || a.calls.empty() || b.calls.empty()) return out;
  std::array<std::vector<uint32_t>, 2> partners{std::vector<uint32_t>(namesA.size(), kNone),
                                                std::vector<uint32_t>(namesB.size(), kNone)};
  for (const MatchedNames& pair : out.pairs) {
    partners[0][pair.a] = static_cast<uint32_t>(pair.b);
    partners[1][pair.b] = static_cast<uint32_t>(pair.a);
  }
  const std::array<std::vector<bool>, 2> apart{notInAll(a, apartOf(namesA, corrections)),
                                               notInAll(b, apartOf(namesB, corrections))};
  const SideGraph graphA(a), graphB(b);
  Pairing pairing(graphA, graphB, partners, apart);
  for (int round = 0; round < kRounds && pairing.round(out.pairs); ++round) {
  }
  std::sort(out.pairs.begin(), out.pairs.end(), [](const MatchedNames& x, const MatchedNames& y) { return x.a < y.a; });
  const SideGraph* graphs[] = {&graphA, &graphB};
  for (size_t side = 0; side < 2; ++side)
    for (InlinedFunction& one : inlinedFunctions(*graphs[side], *graphs[1 - side], partners[side], apart[side])) {
      one.side = side;
      out.inlined.push_back(std::move(one));
    }
  return out;
}

bool lackPartners(const SideFunctions& a, const SideFunctions& b, const NameCorrections& corrections) {
  const size_t pairs = matchNames(namesOf(a.functions), namesOf(b.functions), corrections).size();
  return pairs < a.functions.size() || pairs < b.functions.size();
}

PairedNames pairedNames(const SideFunctions& a, const SideFunctions& b, const FunctionPairs& pairs) {
  PairedNames out;
  std::vector<size_t> inB(a.functions.size()), inA(b.functions.size());
  for (const MatchedNames& pair : pairs.pairs) {
    inB[pair.a] = pair.b;
    inA[pair.b] = pair.a;
    if (pair.by != MatchedBy::Name) out.pairs.push_back({a.functions[pair.a].name, b.functions[pair.b].name, pair.by});
  }
  for (const InlinedFunction& one : pairs.inlined) {
    constexpr size_t kTold = 3;
    std::string into;
    for (size_t i = 0; i < std::min(one.into.size(), kTold); ++i) {
      const size_t caller = one.into[i].caller;
      into += (i > 0 ? ", " : "") + (one.side == 0 ? b.functions[inB[caller]] : a.functions[inA[caller]]).name;
    }
    if (one.into.size() > kTold) into += " and " + std::to_string(one.into.size() - kTold) + " more";
    out.inlined[one.side].push_back({(one.side == 0 ? a : b).functions[one.function].name, std::move(into)});
  }
  return out;
}

}  // namespace tp
