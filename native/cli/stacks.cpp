#include <algorithm>
#include <cstdio>
#include <optional>

#include "core/analysis/call_shape.h"
#include "core/export/folded_stacks.h"
#include "core/session/calls/calls_question.h"
#include "core/text/nearest.h"
#include "native/cli/by_states.h"
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

// Returns false (after complaining) if no function is called so.
bool focusOrComplain(const std::string& function, const NameTable& names, CallShape& shape) {
  if (function.empty()) return true;
  shape.focus = names.find(function);
  if (shape.focus != kNoName) return true;
  std::vector<std::string> known;
  for (NameId name = 1; name < names.size(); ++name) known.emplace_back(names.told(name, true));
  complain("no function is called " + function + meantNames(function, known));
  return false;
}

// Prints the stacks of a tree, in the shape. `value` must be as the shape's weight.
void printStacks(const CallTree& from, const CallShape& shape, StackValue value, const NameTable& names,
                 const TrackTable& tracks) {
  const CallTree* tree = &from;
  std::optional<ShapedCalls> shaped;
  if (!shape.plain()) {
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
    const Track& track = tracks[threadOf(name)];
    threadName = track.name;
    if (track.key.tid >= 0) threadName += '-' + std::to_string(track.key.tid);
    return threadName;
  };
  std::string page;
  auto flush = [&] {
    std::fwrite(page.data(), 1, page.size(), stdout);
    page.clear();
  };
  foldStacks(*tree, shape.byThread, value, nameOf, [&](std::string_view line) {
    page += line;
    page += '\n';
    if (page.size() > kPageBytes) flush();
  });
  flush();
}

// Prints stacks by the time in states of threads.
int stacksByStates(const StackOptions& options, CallScope scope, CallShape shape) {
  if (!options.counter.empty() || options.sampleTime != 1) {
    complain("--by " + options.value + " takes neither --counter nor --sample-time");
    return 2;
  }
  IndexedTrace trace(options.traces.threads);
  if (!openWithStates(trace, options.traces, options.tids)) return 2;
  const TraceIndex& index = trace.index();
  auto question = std::make_shared<CallsQuestion>(std::move(scope), 1);
  trace.ask(question);
  if (!focusOrComplain(options.focus, index.names(), shape)) return 2;
  shape.weight = options.inverted ? CallWeight::Self : CallWeight::Total;
  printStacks(question->calls().profile.growth, shape, StackValue::Self, index.names(), index.tracks());
  tellUncertain(question->calls().profile.states, index, "stacks");
  printWarnings(index);
  return trace.complainOfChanges() ? 2 : 0;
}

int stacks(const StackOptions& options) {
  CallScope scope;
  limit(scope, options.range);
  scope.tids = options.tids;
  scope.byThread = options.perThread;
  scope.functions = false;
  scope.sampleTime = options.sampleTime;
  scope.counter = options.counter;
  scope.states = stateWeightOf(options.value);
  CallShape shape;
  shape.collapseRecursion = options.collapseRecursion;
  shape.inverted = options.inverted;
  shape.byThread = options.perThread;
  if (scope.states != StateWeight::None) return stacksByStates(options, std::move(scope), shape);
  const StackValue value = valueOf(options.value);
  scope.onlySampled = shape.plain() && options.focus.empty() && value != StackValue::Calls;
  TraceCalls calls;
  if (!collectCalls(options.traces, scope, calls)) return 2;
  if (scope.counter.empty())
    if (std::string samples = samplesInstead(calls.trace.reader->info(), !calls.profile.tree.empty());
        !samples.empty()) {
      StackOptions again = options;
      again.counter = std::move(samples);
      return stacks(again);
    }
  const NameTable& names = calls.trace.reader->names();
  const TrackTable& tracks = calls.trace.reader->tracks();
  tellUnknownThreads(options.tids, tracks);
  if (options.counter.empty() && options.focus.empty() && value != StackValue::Calls)
    tellCountedTwice(options.tids, calls.trace.reader->info(), tracks);
  if (!counterOrComplain(tracks, calls.trace.reader->info(), options.counter) ||
      !focusOrComplain(options.focus, names, shape))
    return 2;
  if (!shape.plain()) shape.weight = weightOf(value);
  printStacks(options.counter.empty() ? calls.profile.tree : calls.profile.growth, shape, value, names, tracks);
  printWarnings(*calls.trace.reader);
  return complainOfChanges(calls.trace.files) ? 2 : 0;
}

}  // namespace

Run stacksVerb(VerbOptions& takes) {
  auto options = std::make_shared<StackOptions>();
  takes.traces(options->traces);
  takes.signatures(options->traces);
  std::vector<std::string> values = {"self", "total", "calls"};
  for (std::string& word : stateWords()) values.push_back(std::move(word));
  takes.text(
      "--by", options->value,
      "what is printed of each stack: self time, total time, calls; or its time on the CPU (running), waiting for "
      "one (runnable), blocked, blocked on disk, or all of these (off-cpu)",
      std::move(values));
  takes.positive("--sample-time", options->sampleTime,
                 "count whole spans of so many ns (of XRay: counts of the TSC) in each call, as uftrace does");
  takes.flag("--per-thread", options->perThread, "the thread as the first of each stack");
  takes.text("--counter", options->counter,
             "by how much a counter grew, in place of time: \"vmrss, KB\"; of a profile: \"samples of cycles\", or "
             "\"cycles\"");
  takes.text("--focus", options->focus, "only calls of this function, whoever called it");
  takes.flag("--collapse-recursion", options->collapseRecursion,
             "a call within a call of the same function is part of that one");
  takes.flag("--inverted", options->inverted, "functions, and behind each, who called it");
  takes.range(options->range);
  takes.tids(options->tids);
  return [options] { return stacks(*options); };
}

}  // namespace tp::cli
