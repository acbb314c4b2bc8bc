// The calls of a trace in one pass over its streams, for tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/analysis/call_aggregator.h"
#include "core/decode/record_driver.h"
#include "core/export/folded_stacks.h"
#include "core/formats/registry.h"

namespace tp::test {

struct TraceCalls {
  std::unique_ptr<TraceReader> reader;  // null: can't be opened
  CallProfile profile;
};

// Adds all records of the trace.
inline void addAll(CallAggregator& calls, TraceReader& reader, const FileSet& files) {
  RecordBatch batch;
  for (size_t i = 0; i < reader.streams().size() + reader.merges().size(); ++i) {
    std::unique_ptr<RecordDriver> driver = makeDriver(reader, i);
    calls.startStream();
    while (driver->pull(batch, files) == RecordDriver::Step::Batch) calls.add(batch);
    calls.endStream();
  }
}

// `eagerly`: calls are logged wherever possible.
inline TraceCalls callsOf(const FileSet& files, const CallScope& scope, bool eagerly = false,
                          FunctionIdentity functions = FunctionIdentity::Merged) {
  TraceCalls out;
  auto opened = openTrace(files);
  if (!opened) return out;
  out.reader = std::move(*opened);
  out.reader->names().keepFunctions(functions);
  CallAggregator calls(scope, *out.reader);
  if (eagerly) calls.setLogging(CallLogging::When::Eagerly);
  addAll(calls, *out.reader, files);
  out.profile = std::move(calls.profiles().best());
  return out;
}

// Threads are named by their id, as llvm-xray names them.
inline std::vector<std::string> folded(const CallTree& tree, const CallScope& scope, StackValue value,
                                       const NameTable& names, const TrackTable& tracks) {
  std::vector<std::string> lines;
  std::string thread;
  foldStacks(
      tree, scope.byThread, value,
      [&](NameId name, bool isThread) -> std::string_view {
        if (!isThread) return names.view(name);
        return thread = "thread_" + std::to_string(tracks[threadOf(name)].key.tid);
      },
      [&](std::string_view line) { lines.emplace_back(line); });
  return lines;
}

}  // namespace tp::test
