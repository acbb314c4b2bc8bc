#include "core/analysis/compare/recordings.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/compare/function_pairs.h"
#include "core/analysis/compare/function_rates.h"
#include "core/analysis/compare/moved_time.h"
#include "core/analysis/compare/permutation.h"
#include "core/trace/sums.h"

namespace tp {
namespace {

// The self times of the functions of a side in each recording.
class SelfTimes {
 public:
  explicit SelfTimes(std::span<const SideFunctions> recordings) : recordings_(recordings.size()) {
    for (size_t i = 0; i < recordings.size(); ++i)
      for (const SideFunction& one : recordings[i].functions) {
        Row& row = rows_[one.name];
        row.times.resize(recordings_);
        row.times[i] = one.figures.self;
        // Of calls of unknown duration alone, the time is not known.
        row.known = row.known && !one.offCpu && (one.figures.calls > 0 || one.figures.none());
      }
  }

  // Appends one for each recording. Returns false if one of them is not known.
  bool append(const std::string* name, std::vector<int64_t>& out) const {
    const auto row = name != nullptr ? rows_.find(*name) : rows_.end();
    if (row == rows_.end()) return out.resize(out.size() + recordings_), true;
    out.insert(out.end(), row->second.times.begin(), row->second.times.end());
    return row->second.known;
  }

 private:
  struct Row {
    std::vector<int64_t> times;
    bool known = true;
  };
  size_t recordings_;
  std::unordered_map<std::string_view, Row> rows_;
};

// Calls `visit` with the names in A and in B of each function, null where a side does not have it.
template <class Visit>
void visitFunctions(const SideFunctions& a, const SideFunctions& b, const NameCorrections& corrections,
                    const Visit& visit) {
  std::vector<bool> inA(b.functions.size()), inB(a.functions.size());
  for (const MatchedNames& pair : pairFunctions(a, b, corrections).pairs) {
    visit(&a.functions[pair.a].name, &b.functions[pair.b].name);
    inB[pair.a] = inA[pair.b] = true;
  }
  for (size_t i = 0; i < inB.size(); ++i)
    if (!inB[i]) visit(&a.functions[i].name, nullptr);
  for (size_t i = 0; i < inA.size(); ++i)
    if (!inA[i]) visit(nullptr, &b.functions[i].name);
}

using Places = std::unordered_map<std::string_view, size_t>;  // by name: in the sum of all recordings

// Returns the place there of a function of a recording; kNobody if it has none.
uint32_t placeOf(uint32_t function, const SideFunctions& recording, const Places& places) {
  if (function >= recording.functions.size()) return SideCall::kNobody;
  const auto place = places.find(recording.functions[function].name);
  return place != places.end() ? static_cast<uint32_t>(place->second) : SideCall::kNobody;
}

// Appends who calls whom in a further recording, by the places that its functions have in the sum of all.
void addCalls(std::vector<SideCall>& sum, const SideFunctions& recording, const Places& places) {
  for (const SideCall& call : recording.calls)
    sum.push_back(
        {placeOf(call.caller, recording, places), placeOf(call.callee, recording, places), call.calls, call.self});
}

// Likewise, what is called within which outermost calls.
void addWithin(std::vector<SideWithin>& sum, const SideFunctions& recording, const Places& places) {
  for (const SideWithin& one : recording.within)
    if (const uint32_t function = placeOf(one.function, recording, places); function != SideCall::kNobody)
      sum.push_back({placeOf(one.outermost, recording, places), function, one.sums});
}

// Adds up what is of one pair.
void addUpCalls(std::vector<SideCall>& calls) {
  std::sort(calls.begin(), calls.end(), [](const SideCall& x, const SideCall& y) {
    return x.callee != y.callee ? x.callee < y.callee : x.caller < y.caller;
  });
  size_t last = 0;
  for (size_t i = 1; i < calls.size(); ++i) {
    if (calls[i].callee != calls[last].callee || calls[i].caller != calls[last].caller) {
      calls[++last] = calls[i];
      continue;
    }
    calls[last].calls += calls[i].calls;
    calls[last].self = plus(calls[last].self, calls[i].self);
  }
  if (!calls.empty()) calls.resize(last + 1);
}

// Tests all functions, so that those that hardly differ count in the adjustment, too.
void test(FunctionComparison& compared, const SideFunctions& meanA, const SideFunctions& meanB, const SelfTimes& inA,
          const SelfTimes& inB, const NameCorrections& corrections) {
  ComparedRecordings& recordings = *compared.recordings;
  const Splits splits(recordings.a, recordings.b);
  std::unordered_map<std::string, size_t> places;  // in `chances`, by the name that a change has
  std::vector<ChangeChance> chances;
  std::vector<double> p;
  std::vector<int64_t> times;
  visitFunctions(meanA, meanB, corrections, [&](const std::string* nameA, const std::string* nameB) {
    times.clear();
    const bool knownA = inA.append(nameA, times), knownB = inB.append(nameB, times);
    if (!knownA || !knownB) return;
    const std::span<const int64_t> all(times);
    places.emplace(nameB != nullptr ? *nameB : *nameA, chances.size());
    p.push_back(splits.p(all));
    chances.push_back({p.back(), 0, effectSize(all.first(recordings.a), all.subspan(recordings.a))});
  });
  const std::vector<double> q = adjustedForTests(p);
  for (size_t i = 0; i < q.size(); ++i) chances[i].q = q[i];
  for (FunctionChange& one : compared.changes)
    if (const auto place = places.find(one.name); place != places.end()) one.chance = chances[place->second];
  recordings.splits = splits.count();
  recordings.exact = splits.exact();
  recordings.smallest = splits.smallest();
  recordings.tested = chances.size();
}

}  // namespace

SideFunctions meanOfRecordings(std::span<const SideFunctions> recordings) {
  SideFunctions out{recordings.front().side, {}, {}};
  ComparedSide& side = out.side;
  side.lossPlaces = side.lostRecords = side.warnings = 0;
  std::unordered_map<std::string_view, size_t> places;
  for (const SideFunctions& recording : recordings) {
    side.lossPlaces += recording.side.lossPlaces;
    side.lostRecords += recording.side.lostRecords;
    side.warnings += recording.side.warnings;
    if (side.gaps.empty()) side.gaps = recording.side.gaps;
    if (side.left.empty()) side.left = recording.side.left;
    for (const SideFunction& one : recording.functions) {
      const auto [place, isNew] = places.emplace(one.name, out.functions.size());
      if (isNew)
        out.functions.push_back(one);
      else
        addFigures(out.functions[place->second].figures, one.figures);
      ++out.functions[place->second].figures.recordings;
    }
    addCalls(out.calls, recording, places);
    addWithin(out.within, recording, places);
  }
  addUpCalls(out.calls);
  // Of a recording that does not tell it, the sum would lack it.
  const bool told = std::none_of(recordings.begin(), recordings.end(),
                                 [](const SideFunctions& one) { return one.within.empty() && !one.functions.empty(); });
  out.within = told ? addedUp(std::move(out.within)) : std::vector<SideWithin>();
  if (recordings.size() > 1) {
    // Each recording has times of its own.
    side.begin = 0;
    side.end = -1;
    const size_t others = recordings.size() - 1;
    side.part =
        "the mean of this and " + std::to_string(others) + (others == 1 ? " more recording" : " more recordings");
    for (const SideFunctions& one : recordings.subspan(1)) side.others.push_back(one.side.name);
  }
  for (SideFunction& one : out.functions) one.figures.halves.reset();
  divideFigures(out.functions, {recordings.size(), 1});
  return out;
}

FunctionComparison compareRecordings(std::span<const SideFunctions> a, std::span<const SideFunctions> b,
                                     std::string per, const NameCorrections& corrections, size_t copies) {
  const SideFunctions meanA = meanOfRecordings(a), meanB = meanOfRecordings(b);
  FunctionComparison out = compareFunctions(meanA, meanB, per.empty() ? "recording" : std::move(per), corrections);
  out.recordings = ComparedRecordings{a.size(), b.size(), copies};
  if (copies == 0 && std::min(a.size(), b.size()) >= kTestedRecordings)
    test(out, meanA, meanB, SelfTimes(a), SelfTimes(b), corrections);
  return out;
}

}  // namespace tp
