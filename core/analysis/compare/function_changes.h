// Compares the functions of two scopes, A and B: where the difference of their self times comes from.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/call_profile.h"
#include "core/analysis/compare/compared_side.h"
#include "core/analysis/compare/function_match.h"
#include "core/analysis/function_stats.h"

namespace tp {

// The figures of a function on one side, as FunctionStats has them: those of calls of known duration, but for `open`
// and `unbegun`.
struct FunctionFigures {
  uint64_t calls = 0;
  std::optional<int64_t> total;  // nullopt: not known (knownFigure())
  int64_t self = 0;
  int64_t selfDoubt = 0;
  uint64_t atMost = 0;
  uint64_t open = 0;
  uint64_t unbegun = 0;
  // By how much the self time of calls that began in one half of the side's time differs from that of the other's.
  // nullopt if no call of known duration began in one of them: then they tell nothing.
  std::optional<int64_t> halves;
  // Of figures that were divided (function_rates.h): the calls, divided. They and all times are in thousandths then.
  std::optional<int64_t> rate;
  // Of a mean of recordings: how many of them have the function; 0 of others.
  uint64_t recordings = 0;

  int64_t callsOrRate() const { return rate.value_or(static_cast<int64_t>(calls)); }
  bool none() const { return calls == 0 && open == 0 && unbegun == 0; }
  // But for `halves` and `recordings`.
  bool same(const FunctionFigures& other) const;
};

struct SideFunction {
  std::string name;
  bool offCpu = false;  // FunctionStats::offCpu
  FunctionFigures figures;
};

// Calls of a function by another one.
struct SideCall {
  static constexpr uint32_t kNobody = ~uint32_t{0};
  uint32_t caller = kNobody;  // positions in SideFunctions::functions; kNobody: no caller was recorded
  uint32_t callee = 0;
  uint64_t calls = 0;  // of known duration
  int64_t self = 0;    // the callee's in these, in clock units; it is not divided when figures are
};

// Calls of a function within calls of another one that nothing else called: on most threads, the function that they
// run.
struct SideWithin {
  uint32_t outermost = SideCall::kNobody;  // positions in SideFunctions::functions; kNobody: it is the outermost itself
  uint32_t function = 0;
  CallHalves sums;  // of known duration; not divided when figures are
};

// The functions of one side. No name is there twice.
struct SideFunctions {
  ComparedSide side;
  std::vector<SideFunction> functions;
  std::vector<SideCall> calls = {};     // who calls whom, each pair once; empty: that is not known
  std::vector<SideWithin> within = {};  // each pair once, by function; empty: that is not known
  // On tracks of which class the functions were called, as CallProfiles::classOf() has it; kClasses: none was.
  size_t trackClass = CallProfiles::kClasses;
};

// How the functions of a side are counted.
struct FunctionsWanted {
  bool callers = false;    // with SideFunctions::calls, by which functions are paired whose names differ
  bool outermost = false;  // with SideFunctions::within, which tells what has moved
  std::optional<uint32_t> onlyClass = {};  // CallScope::onlyClass
};

// Returns the functions by NameTable::view(), so that the file of a program splits no rows: what shares that name is
// added up. `table` was made from `sums`, which are CallProfile::functions. The scope's middle made the halves; without
// one, nothing is known of them.
std::vector<SideFunction> sideFunctions(const FunctionTable& table, std::span<const FunctionSums> sums,
                                        const NameTable& names);
// Adds the figures of `one`. A sum with a part that is not known is not known.
void addFigures(FunctionFigures& sum, const FunctionFigures& one);
// Gives all times to `convert`, which returns them in units of `clock`.
void convertTimes(SideFunctions& functions, const ClockInfo& clock, const std::function<Time(Time)>& convert);

// How likely chance makes so much of a change, by the self times in several recordings of each side (recordings.h).
struct ChangeChance {
  double p = 1;                  // Splits::p()
  double q = 1;                  // adjustedForTests()
  std::optional<double> effect;  // effectSize()
};

// A part of a change of self time that has come from another row, or went there.
struct InlinedPart {
  std::string name;    // FunctionChange::name of the other row
  int64_t change = 0;  // of this row
};

// The time of a function's calls within calls of one outermost function, as far as it has moved: negative if it was
// there in A.
struct MovedPart {
  std::string within;  // the outermost function, as B has it; kNoCaller
  int64_t change = 0;
  bool whole = false;  // on the other side, there are no such calls
};
inline constexpr char kNoCaller[] = "[no caller]";  // it is the outermost itself

// Self time of a function that has moved between outermost functions (moved_time.h).
struct MovedTime {
  int64_t time = 0;             // 0: none has
  std::vector<MovedPart> from;  // where it was in A, and where it is in B, the most first
  std::vector<MovedPart> to;
};

// A function that is not the same on both sides. Changes are what B has more than A.
struct FunctionChange {
  std::string name;    // B's, or that of A if B has none
  std::string before;  // A's, if it is another one; else empty
  MatchedBy by = MatchedBy::Name;
  bool offCpu = false;
  FunctionFigures a, b;  // none() on the side that does not have it
  int64_t change = 0;    // of self time: `byCalls` and `byEach` are its parts, and add up to it
  int64_t byCalls = 0;   // calls more or fewer, each at A's mean self time, or B's if A has none; rounded to zero
  int64_t byEach = 0;    // the rest: calls that took longer or shorter
  // A change of less than that is noise: kNoiseHalves times the larger of both sides' `halves`.
  std::optional<int64_t> noiseBelow;
  // nullopt if it was not judged: there are too few recordings, or the self time in one of them is not known.
  std::optional<ChangeChance> chance;
  // The other side seems to have the function within these, its callers, which is a guess: a part for each, by which
  // its time left this row. They add up to `change`.
  std::vector<InlinedPart> inlinedInto;
  // Functions that this one seems to have inlined on one side: a part of `change` for each.
  std::vector<InlinedPart> inlined;
  MovedTime moved;  // is no part of `change`

  bool added() const { return a.none(); }
  bool vanished() const { return b.none(); }
  bool guessed() const { return isGuess(by); }
  bool noise() const;
  int64_t callsChange() const { return b.callsOrRate() - a.callsOrRate(); }
  std::optional<int64_t> totalChange() const;
};

// Sums over all functions of a side. Time off the CPU within calls is no self time of any function: it is in `offCpu`
// only.
struct FunctionTotals {
  uint64_t functions = 0;
  int64_t calls = 0;  // callsOrRate()
  int64_t self = 0;
  int64_t selfDoubt = 0;
  int64_t offCpu = 0;
  uint64_t atMost = 0;
  uint64_t open = 0;
  uint64_t unbegun = 0;
};

FunctionTotals totalsOf(const std::vector<SideFunction>& functions);

// The recordings of which the figures of both sides are the means, and how chance was judged.
struct ComparedRecordings {
  size_t a = 0, b = 0;  // how many of each side
  size_t copies = 0;    // how many of all are the same as another one: then chance is not judged
  size_t splits = 0;    // Splits::count(); 0: there are too few to judge, or copies
  bool exact = false;   // Splits::exact()
  double smallest = 0;  // Splits::smallest()
  uint64_t tested = 0;  // number of functions that were judged, with those that are the same
};

struct FunctionComparison {
  ComparedSide sideA, sideB;
  FunctionTotals a, b;
  // "second": figures are for each of these (function_rates.h). Empty: they were not divided.
  std::string per;
  // By |change|, descending, then by |callsChange()|, |totalChange()| and name; but the first one may be one of which
  // more has moved than any other has changed (putMovedFirst()). The changes of those that are not offCpu add up to
  // b.self - a.self.
  std::vector<FunctionChange> changes;
  uint64_t same = 0;                             // number of functions that are the same on both sides
  std::optional<ComparedRecordings> recordings;  // nullopt: one recording of each side

  int64_t change() const;
};

// Both sides must have the same unit (sameUnit()). Either both were divided or none; `per` is FunctionComparison::per.
// Functions are paired as pairFunctions() does it.
FunctionComparison compareFunctions(const SideFunctions& a, const SideFunctions& b, std::string per = {},
                                    const NameCorrections& corrections = {});

}  // namespace tp
