// The messages between a session and its workers, as flat bytes: a type, and what belongs to it. Every message of a
// worker except Failed has its vocabulary (core/index/vocabulary.h) in between.
#pragma once

#include <cstdint>

#include "core/io/wire.h"
#include "core/trace/trace_info.h"
#include "core/trace/tracks.h"

namespace tp {

enum class ToWorker : uint8_t {
  Cancel,    // stop indexing
  Detail,    // DetailRequest
  Describe,  // DescribeRequest
  Ask,       // request id, JobKind, the request of the job
  GiveUp,    // JobKind
  Look,      // check whether the files are still what they were
};

// The kinds of jobs, each with its request and its answer. One of each is under way at a time.
enum class JobKind : uint8_t {
  Calls,       // CallScope; when done, what CallsByTrace writes
  Stacks,      // StackSpec, StackPass, HeavyStacks for that pass; when done, what StackCounts writes
  Callers,     // the same, inverted, of one function
  Callees,     // the same, of what one function calls
  CallTree,    // the same, for scripts
  CallTable,   // as Calls, for scripts
  Find,        // FindScope; when done, the place
  Scheduling,  // SchedulingScope, LatencyFilter; when done, Scheduling
  CpuWork,     // CpuWorkScope; when done, the rows of CpuWork
  Plot,        // PlotSpec; with each part of the answer, the number of lanes and each PlotLane
  Rows,        // RowsRequest; how many rows come before, and rows
  Filter,      // RowQuery, bound and worker number; the rows that it matches, for the event table
  Search,      // the same, for a search in the whole trace
  Offset,      // FileOffset; when done, OffsetPlace
  Slices,      // SlicesRequest; what is listed so far, then the words of the rows
  Durations,   // the same, for a plot of durations
  Export,      // whether this worker has to do it, ExportRequest; parts of the file
  Report,      // whether this worker has to do it, ReportRequest; parts of the page, then ReportEnd
  Sources,     // nothing; when done, files and the lines of functions in them
  FieldNames,  // nothing; when done, the fields of some records
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
  TrackId track = kNoTrack;  // the worker's id
  uint32_t depth = 0;
  Time begin = 0;
  Time end = 0;      // `begin`: no record ends it
  Time lastsTo = 0;  // of a mark that does not end in the trace: the end of the trace; else `begin`
};

// What an answer begins with.
struct AnswerHead {
  uint32_t id = 0;
  JobKind kind = JobKind::Count;
  bool done = false;  // this part is the last
  float progress = 0;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.id, atMost(self.kind, JobKind::Count), self.done, self.progress);
  }
};

enum class FromWorker : uint8_t {
  Failed,       // string
  Opened,       // TraceInfo, units
  Piece,        // what was indexed since the last piece
  Detail,       // the DetailRequest, whether all of it could be read, then lanes of marks
  Description,  // request id, stream, DescribedMark
  Answer,       // AnswerHead, what the job wrote
  Named,        // names that have changed, TraceInfo
  Changed,      // files that are not what they were any more: path, kind, whether they are cut
};

}  // namespace tp
