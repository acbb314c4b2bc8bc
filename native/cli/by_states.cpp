#include "native/cli/by_states.h"

#include <algorithm>

#include "core/analysis/counter_growth.h"
#include "core/analysis/known_states.h"
#include "core/trace/state_weight.h"
#include "native/cli/open.h"

namespace tp::cli {
namespace {

std::string timeOf(int64_t units, const ClockInfo& clock) {
  return std::to_string(units) + (clock.isNs ? " ns" : " units of the clock");
}

}  // namespace

std::vector<std::string> stateWords() {
  std::vector<std::string> words;
  for (const StateWeightRow& row : kStateWeights) words.emplace_back(row.word);
  return words;
}

bool openWithStates(IndexedTrace& trace, const TraceArguments& traces, const std::vector<int64_t>& tids) {
  if (!trace.open(traces, traces.signatures ? FunctionIdentity::Signatures : FunctionIdentity::Merged)) return false;
  tellUnknownThreads(tids, trace.index().tracks());
  if (tellsStates(trace.index())) return true;
  complain("the trace does not tell when threads had a CPU, and when not");
  return false;
}

bool counterOrComplain(const TrackTable& tracks, const TraceInfo& info, const std::string& counter) {
  const std::vector<std::string> known = growingCounters(tracks, info);
  if (counter.empty() || std::find(known.begin(), known.end(), counter) != known.end()) return true;
  std::string list;
  for (const std::string& label : known) list += (list.empty() ? ": " : "; ") + label;
  complain("no counter of a thread is called " + counter + (list.empty() ? "; there is none" : list));
  return false;
}

std::string samplesInstead(const TraceInfo& info, bool calls) {
  if (calls || info.sampled.empty()) return {};
  std::string label = info.sampled.front().countLabel();
  std::string others;
  for (const std::string& one : growingCounters({}, info))
    if (one != label) others += (others.empty() ? "; --counter also takes: " : "; ") + one;
  complain("a profile has samples, not calls: these are " + label + others);
  return label;
}

void tellUncertain(const StateSums& sums, const TraceIndex& index, const std::string& what) {
  const ClockInfo& clock = index.info().clock;
  if (sums.unknown > 0)
    complain("in the time of all threads together, the state is not known for " + timeOf(sums.unknown, clock) +
             ", which is in none of the " + what);
  if (sums.assumed > 0)
    complain("of the time of all " + what + " together, up to " + timeOf(sums.assumed, clock) +
             " may have been on a CPU that was not recorded then");
  for (const std::string& name : tracesWithoutStates(index))
    complain(name +
             " does not tell when its threads had a CPU: those of which no other trace tells it are in none of the " +
             what);
}

}  // namespace tp::cli
