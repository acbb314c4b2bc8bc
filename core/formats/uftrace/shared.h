// What the decoders of a directory's files share.
#pragma once

#include <string>
#include <vector>

#include "core/decode/format.h"
#include "core/formats/uftrace/events.h"
#include "core/formats/uftrace/functions.h"
#include "core/formats/uftrace/task_log.h"

namespace tp::uftrace {

// Outlives the decoders.
struct Shared {
  const FileSet& files;
  Functions& functions;
  const Events& events;
  TaskLogs& logs;
  TraceReader& reader;
  Endian endian;
  bool is64;
  Time firstCall = INT64_MIN;  // of all tasks, where known
};

struct Task {
  int64_t tid = 0;
  int64_t pid = 0;
  std::string comm;  // of its program; the perf files may know of others
  TrackId process = kNoTrack;
  TrackId thread = kNoTrack;
  std::vector<SessionRef> sessions;
  size_t file = 0;
};

// The track of a task's instants; made where there is none yet.
TrackId eventsTrack(TraceReader& reader, const Task& task);

}  // namespace tp::uftrace
