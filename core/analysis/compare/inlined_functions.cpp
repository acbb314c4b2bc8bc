#include "core/analysis/compare/inlined_functions.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tp {
namespace {

constexpr uint32_t kNone = SideCall::kNobody;
constexpr size_t kCallers = 64;  // what is called by more is not looked at
constexpr size_t kWays = 1024;   // nor is what has more ways from one of its callers to what it calls
constexpr int kLevels = 8;       // so many functions may be inlined into each other

constexpr double kLongest = 9e18;  // of times, so that they can be converted

double selfOf(const SideCall& call) {
  return static_cast<double>(std::max<int64_t>(0, call.self));
}

// How much of a function's calls is within a caller that both sides have, directly or by what is inlined there, too.
struct Share {
  double calls = 0;
  double self = 0;
};

// A function of which it is tried whether it was inlined.
struct Tried {
  size_t function = 0;
  std::map<size_t, Share> into;  // by caller
  std::vector<size_t> through;   // places of what calls it and is tried, too
};

class Inlining {
 public:
  Inlining(const SideGraph& side, const SideGraph& other, const std::vector<uint32_t>& partners,
           const std::vector<bool>& apart)
      : side_(side), other_(other), partners_(partners), apart_(apart), placeOf_(side.size(), kNone) {}

  std::vector<InlinedFunction> run() {
    collect();
    for (const Tried& one : tried_) addUp(one);
    std::vector<InlinedFunction> out;
    std::vector<bool> is(tried_.size());
    for (size_t i = 0; i < tried_.size(); ++i) {
      const Tried& one = tried_[i];
      is[i] = std::all_of(one.through.begin(), one.through.end(), [&](size_t caller) { return is[caller]; }) &&
              (calleesMoved(one) || timeMoved(one));
      if (is[i]) out.push_back(told(one));
    }
    return out;
  }

 private:
  void collect() {
    std::vector<size_t> left;
    for (size_t i = 0; i < side_.size(); ++i) {
      const SideFunction& one = side_.of(i);
      if (partners_[i] == kNone && !apart_[i] && !one.offCpu && one.figures.calls > 0) left.push_back(i);
    }
    for (int level = 0; level < kLevels && !left.empty(); ++level) {
      const size_t before = left.size();
      left.erase(std::remove_if(left.begin(), left.end(), [&](size_t function) { return take(function); }), left.end());
      if (left.size() == before) return;
    }
  }

  // Returns whether all callers are known to be on both sides, or to be tried.
  bool take(size_t function) {
    Tried one;
    one.function = function;
    auto add = [&](size_t caller, double calls, double self) {
      Share& share = one.into[caller];
      share.calls += calls;
      share.self += self;
    };
    // Times of calls are not divided as figures may be, so that only their shares count.
    double allCalls = 0, allSelf = 0;
    for (const SideCall& call : side_.callers(function)) {
      allCalls += static_cast<double>(call.calls);
      allSelf += selfOf(call);
    }
    for (const SideCall& call : side_.callers(function)) {
      if (call.caller == kNone || call.caller == function || one.into.size() > kCallers) return false;
      const auto calls = static_cast<double>(call.calls);
      const double self = static_cast<double>(side_.of(function).figures.self) *
                          (allSelf > 0 ? selfOf(call) / allSelf : calls / allCalls);
      if (partners_[call.caller] != kNone) {
        add(call.caller, calls, self);
        continue;
      }
      const uint32_t place = placeOf_[call.caller];
      if (place == kNone) return false;
      double all = 0;
      for (const auto& [caller, share] : tried_[place].into) all += share.calls;
      for (const auto& [caller, share] : tried_[place].into)
        add(caller, calls * share.calls / all, self * share.calls / all);
      one.through.push_back(place);
    }
    if (one.into.empty() || one.into.size() > kCallers) return false;
    if (one.into.size() * side_.callees(function).size() > kWays) return false;
    placeOf_[function] = static_cast<uint32_t>(tried_.size());
    tried_.push_back(std::move(one));
    return true;
  }

  // What the callers would have if all that is tried was inlined.
  void addUp(const Tried& one) {
    double all = 0;
    for (const auto& [caller, share] : one.into) {
      all += share.calls;
      expected_[caller] += share.self;
    }
    for (const SideCall& call : side_.callees(one.function)) {
      if (partners_[call.callee] == kNone) continue;
      for (const auto& [caller, share] : one.into)
        moved_[{caller, call.callee}] += static_cast<double>(call.calls) * share.calls / all;
    }
  }

  // Whether the callers' partners call what the function called, as often as both did, and would not without it.
  bool calleesMoved(const Tried& one) const {
    bool tells = false;
    for (const SideCall& call : side_.callees(one.function)) {
      if (partners_[call.callee] == kNone) continue;
      double before = 0, own = 0, after = 0, callers = 0, partners = 0;
      for (const auto& [caller, share] : one.into) {
        own += static_cast<double>(side_.calls(caller, call.callee));
        if (const auto moved = moved_.find({caller, call.callee}); moved != moved_.end()) before += moved->second;
        after += static_cast<double>(other_.calls(partners_[caller], partners_[call.callee]));
        callers += side_.called(caller);
        partners += other_.called(partners_[caller]);
      }
      if (!alike((own + before) / callers, after / partners)) return false;
      tells = tells || !alike((own + before - static_cast<double>(call.calls)) / callers, after / partners);
    }
    return tells;
  }

  // Whether the self time of all callers grew by about as much as what is tried had there. What calls functions that
  // both sides have must be seen by these.
  bool timeMoved(const Tried& one) const {
    for (const SideCall& call : side_.callees(one.function))
      if (partners_[call.callee] != kNone) return false;
    return std::all_of(one.into.begin(), one.into.end(), [&](const auto& into) {
      const FunctionFigures& before = side_.of(into.first).figures;
      const FunctionFigures& after = other_.of(partners_[into.first]).figures;
      if (before.callsOrRate() <= 0 || after.callsOrRate() <= 0) return false;
      const double times = static_cast<double>(after.callsOrRate()) / static_cast<double>(before.callsOrRate());
      const double grown = static_cast<double>(after.self) - static_cast<double>(before.self) * times;
      const auto told = expected_.find(into.first);
      const double expected = told != expected_.end() ? told->second * times : 0;
      return expected > 0 && grown * 2 >= expected && grown <= expected * 2;
    });
  }

  InlinedFunction told(const Tried& one) const {
    InlinedFunction out;
    out.function = one.function;
    double upTo = 0;
    const int64_t self = side_.of(one.function).figures.self;
    int64_t put = 0;
    for (const auto& [caller, share] : one.into) {
      upTo += share.self;
      // The last one gets the rest, so that they add up.
      const bool last = out.into.size() + 1 == one.into.size();
      const int64_t end = last ? self : static_cast<int64_t>(std::clamp(upTo, -kLongest, kLongest));
      out.into.push_back({caller, minus(end, put)});
      put = end;
    }
    return out;
  }

  const SideGraph& side_;
  const SideGraph& other_;
  const std::vector<uint32_t>& partners_;
  const std::vector<bool>& apart_;
  std::vector<uint32_t> placeOf_;  // by function: its place in tried_
  std::vector<Tried> tried_;
  std::unordered_map<size_t, double> expected_;        // by caller: self time of what is tried
  std::map<std::pair<size_t, size_t>, double> moved_;  // by caller and callee: calls by what is tried
};

}  // namespace

std::vector<InlinedFunction> inlinedFunctions(const SideGraph& side, const SideGraph& other,
                                              const std::vector<uint32_t>& partners, const std::vector<bool>& apart) {
  return Inlining(side, other, partners, apart).run();
}

}  // namespace tp
