#include <algorithm>
#include <cstdio>
#include <optional>

#include "core/analysis/call_shape.h"
#include "core/analysis/counter_growth.h"
#include "core/export/folded_stacks.h"
#include "core/text/nearest.h"
#include "native/cli/calls.h"
#include "native/cli/verbs.h"

namespace tp::cli {
namespace {

struct StackOptions {
  TraceArguments traces;
  TimeRange range;
  std::vector<int64_t> tids;
  std::string value = "self";
  int64_t sampleTime = 1;
  bool perThread = false;
  std::string counter;  // whose growth is printed, in place of time; empty: none
  std::string focus;    // name of a function; empty: of all
  bool collapseRecursion = false;
  bool inverted = false;
};

constexpr size_t kPageBytes = size_t{1} << 18;

StackValue valueOf(const std::string& name) {
  if (name == "calls") return StackValue::Calls;
  return name == "total" ? StackValue::Total : StackValue::Self;
}

// Returns false (after complaining) if there is no such counter.
bool hasCounter(const TrackTable& tracks, const std::string& counter) {
  std::vector<std::string> known = growingCounters(tracks);
  if (counter.empty() || std::find(known.begin(), known.end(), counter) != known.end()) return true;
  std::string list;
  for (const std::string& label : known) list += (list.empty() ? ": " : "; ") + label;
  complain("no counter of a thread is called " + counter + (list.empty() ? "; there is none" : list));
  return false;
}

int stacks(const StackOptions& options) {
  CallScope scope;
  limit(scope, options.range);
  scope.tids = options.tids;
  scope.byThread = options.perThread;
  scope.functions = false;
  scope.sampleTime = options.sampleTime;
  scope.counter = options.counter;
  const StackValue asked = valueOf(options.value);
  CallShape shape;
  shape.collapseRecursion = options.collapseRecursion;
  shape.inverted = options.inverted;
  shape.byThread = options.perThread;
  scope.onlySampled = shape.plain() && options.focus.empty() && asked != StackValue::Calls;
  TraceCalls calls;
  if (!collectCalls(options.traces, scope, calls)) return 2;
  const NameTable& names = calls.trace.reader->names();
  const TrackTable& tracks = calls.trace.reader->tracks();
  tellUnknownThreads(options.tids, tracks);
  if (!hasCounter(tracks, options.counter)) return 2;
  const CallTree* tree = options.counter.empty() ? &calls.profile.tree : &calls.profile.growth;
  StackValue value = asked;
  if (!options.focus.empty()) {
    shape.focus = names.find(options.focus);
    if (shape.focus == kNoName) {
      std::vector<std::string> known;
      for (NameId name = 1; name < names.size(); ++name) known.emplace_back(names.told(name, true));
      complain("no function is called " + options.focus + meantNames(options.focus, known));
      return 2;
    }
  }
  std::optional<ShapedCalls> shaped;
  if (!shape.plain()) {
    shape.weight = weightOf(value);
    shaped.emplace(*tree, shape, ShapedCalls::kMaxNodes);
    while (shaped->step(1u << 20)) {
    }
    tree = &shaped->tree();
    if (value == StackValue::Calls) value = StackValue::Self;
    if (tree->leftOut() > 0)
      complain("there are too many stacks to tell all of them apart: the rarest have not all of their callers");
  }
  std::string threadName;
  auto nameOf = [&](NameId name, bool thread) -> std::string_view {
    if (!thread) return names.told(name, true);
    const Track& track = tracks[name];
    threadName = track.name;
    if (track.key.tid >= 0) threadName += '-' + std::to_string(track.key.tid);
    return threadName;
  };
  std::string page;
  auto flush = [&] {
    std::fwrite(page.data(), 1, page.size(), stdout);
    page.clear();
  };
  foldStacks(*tree, scope.byThread, value, nameOf, [&](std::string_view line) {
    page += line;
    page += '\n';
    if (page.size() > kPageBytes) flush();
  });
  flush();
  printWarnings(*calls.trace.reader);
  return complainOfChanges(calls.trace.files) ? 2 : 0;
}

}  // namespace

Run stacksVerb(VerbOptions& takes) {
  auto options = std::make_shared<StackOptions>();
  takes.traces(options->traces);
  takes.signatures(options->traces);
  takes.text("--by", options->value, "what is printed of each stack: self time, total time, calls",
             {"self", "total", "calls"});
  takes.positive("--sample-time", options->sampleTime,
                 "count whole spans of so many ns (of XRay: counts of the TSC) in each call, as uftrace does");
  takes.flag("--per-thread", options->perThread, "the thread as the first of each stack");
  takes.text("--counter", options->counter, "by how much a counter grew, in place of time: \"vmrss, KB\"");
  takes.text("--focus", options->focus, "only calls of this function, whoever called it");
  takes.flag("--collapse-recursion", options->collapseRecursion,
             "a call within a call of the same function is part of that one");
  takes.flag("--inverted", options->inverted, "functions, and behind each, who called it");
  takes.range(options->range);
  takes.tids(options->tids);
  return [options] { return stacks(*options); };
}

}  // namespace tp::cli
