// The messages between a session and its workers, as flat bytes: a type, and what belongs to it. Every message of a
// worker except Failed has its vocabulary (core/index/vocabulary.h) in between.
#pragma once

#include <cstdint>

#include "core/io/wire.h"
#include "core/session/job_kinds.h"
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
  Restore,   // VocabularyUpdate of the whole trace, DecodedFacts: of a kept index
  Unit,      // after Restore: a block of a kept unit (core/session/kept/index_blocks.h), which the worker has
  Restored,  // there are no more of them: the worker goes on as if it had indexed them
};

struct DetailRequest {
  uint32_t stream = 0;
  uint32_t chunk = 0;
  int32_t level = 0;
};

struct DescribeRequest {
  uint32_t id = 0;
  uint32_t stream = 0;
  TrackId track = kNoTrack;
  uint32_t depth = 0;
  Time begin = 0;
  Time end = 0;      // `begin`: no record ends it
  Time lastsTo = 0;  // of a mark that does not end in the trace: the end of the trace; else `begin`

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.id, self.stream, self.track, self.depth, self.begin, self.end, self.lastsTo);
  }
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
  Piece,        // what was indexed since the last piece; nothing after Restored
  Detail,       // the DetailRequest, whether all of it could be read, then lanes of marks
  Description,  // request id, stream, DescribedMark
  Answer,       // AnswerHead, what the job wrote
  Named,        // names that have changed, TraceInfo
  Changed,      // files that are not what they were any more: path, kind, whether they are cut
};

}  // namespace tp
