#include <cstdio>

#include "core/export/folded_stacks.h"
#include "native/cli/calls.h"

namespace tp::cli {
namespace {

StackValue valueOf(const std::string& name) {
  if (name == "calls") return StackValue::Calls;
  return name == "total" ? StackValue::Total : StackValue::Self;
}

}  // namespace

int stacks(const StackOptions& options) {
  CallScope scope;
  limit(scope, options.range);
  scope.byThread = options.perThread;
  scope.durations = false;
  scope.sampleTime = options.sampleTime;
  TraceCalls calls;
  if (!collectCalls(options.traces, scope, calls)) return 2;
  const NameTable& names = calls.trace.reader->names();
  const TrackTable& tracks = calls.trace.reader->tracks();
  std::string threadName;
  auto nameOf = [&](NameId name, bool thread) -> std::string_view {
    if (!thread) return names.view(name);
    const Track& track = tracks[name];
    threadName = track.name;
    if (track.key.tid >= 0) threadName += '-' + std::to_string(track.key.tid);
    return threadName;
  };
  foldStacks(calls.profile.tree, scope, valueOf(options.value), nameOf, [](std::string_view line) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::putc('\n', stdout);
  });
  printWarnings(calls);
  return 0;
}

}  // namespace tp::cli
