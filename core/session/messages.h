// What a session and its workers say to each other, as flat bytes: a type and what belongs to it. Every message of a
// worker but Failed has its vocabulary (core/index/vocabulary.h) between the two.
#pragma once

#include <cstdint>

#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

enum class ToWorker : uint8_t {
  Cancel,    // stop indexing
  Detail,    // DetailRequest
  Describe,  // DescribeRequest
  Ask,       // request id, JobKind, what the job is to know
  GiveUp,    // JobKind
  Look,      // whether the files are still what they were
};

// One of each is under way at a time.
enum class JobKind : uint8_t {
  Calls,       // CallScope, and of the done job CallProfiles
  Stacks,      // StackSpec, HeavyStacks, StackPass; and of the done job, what StackCounts writes
  Callers,     // the same, upside down, of one function
  Callees,     // the same, of what one function calls
  CallTree,    // the same, for scripts
  CallTable,   // as Calls, for scripts
  Find,        // FindScope, and of the done job the place
  Scheduling,  // SchedulingScope, and of the done job Scheduling
  Plot,        // PlotSpec, and with each part of the answer, the number of lanes and each PlotLane
  Rows,        // RowsRequest; how many rows come before, and rows
  Filter,      // RowTest, and the rows that it holds for: of the event table
  Search,      // the same, of what is looked for in the whole trace
  Offset,      // FileOffset, and of the done job OffsetPlace
  Export,      // whether it is this worker's; ExportRequest
  Count,
};

struct DetailRequest {
  uint32_t stream = 0;
  uint32_t chunk = 0;
  int32_t level = 0;
};

struct DescribeRequest {
  uint32_t id = 0;
  uint32_t stream = 0;
  TrackId track = kNoTrack;  // as the worker numbers it
  uint32_t depth = 0;
  Time begin = 0;
  Time end = 0;
};

enum class FromWorker : uint8_t {
  Failed,       // string
  Opened,       // TraceInfo, streams
  Piece,        // what was indexed since the last piece
  Detail,       // the DetailRequest, whether all of it could be read, then lanes of marks
  Description,  // request id, stream, found, label and text pairs, links, fields
  Answer,       // request id, JobKind, done, progress, what the job wrote
  Named,        // names that have changed, TraceInfo
  Changed,      // files that are not any more what they were: path, kind, whether they are cut
};

}  // namespace tp
