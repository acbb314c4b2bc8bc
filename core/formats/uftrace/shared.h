// Data that the decoders of a directory's files share, and the description of a task.
#pragma once

#include <string>
#include <vector>

#include "core/decode/format.h"
#include "core/formats/uftrace/events.h"
#include "core/formats/uftrace/functions.h"
#include "core/formats/uftrace/task_log.h"

namespace tp::uftrace {

// References to the reader's parts. Outlives the decoders.
struct Shared {
  const FileSet& files;
  Functions& functions;
  const Events& events;
  TaskLogs& logs;
  TraceReader& reader;
  Endian endian;
  bool is64;
  // Time of the first call, of the tasks whose first record was read at open; INT64_MIN if there is none.
  Time firstCall = INT64_MIN;
  // When the first program of all began, by task.txt; INT64_MIN if it does not say so.
  Time firstProgram = INT64_MIN;
  // What to tell once switches of a task contradict each other: CPUs were online of which there is no perf file.
  std::optional<Warning> lacksCpus = {};
};

struct Task {
  int64_t tid = 0;
  int64_t pid = 0;
  std::string comm;  // Name of its last program. The perf files may have further names.
  TrackId process = kNoTrack;
  TrackId thread = kNoTrack;
  std::vector<SessionRef> sessions;
  size_t file = 0;
};

// Returns the track of a task's instants, and adds it if there is none yet.
TrackId eventsTrack(TraceReader& reader, const Task& task);

}  // namespace tp::uftrace
