#include <cstdio>

#include "core/export/folded_stacks.h"
#include "native/cli/calls.h"

namespace tp::cli {
namespace {

constexpr size_t kPageBytes = size_t{1} << 18;

StackValue valueOf(const std::string& name) {
  if (name == "calls") return StackValue::Calls;
  return name == "total" ? StackValue::Total : StackValue::Self;
}

}  // namespace

int stacks(const StackOptions& options) {
  CallScope scope;
  limit(scope, options.range);
  scope.tids = options.tids;
  scope.byThread = options.perThread;
  scope.functions = false;
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
  std::string page;
  auto flush = [&] {
    std::fwrite(page.data(), 1, page.size(), stdout);
    page.clear();
  };
  foldStacks(calls.profile.tree, scope.byThread, valueOf(options.value), nameOf, [&](std::string_view line) {
    page += line;
    page += '\n';
    if (page.size() > kPageBytes) flush();
  });
  flush();
  printWarnings(calls);
  return 0;
}

}  // namespace tp::cli
