// A Job is work of a worker over what it has indexed. It is done in steps, so that other requests get in between.
#pragma once

#include <memory>
#include <vector>

#include "core/index/stream_indexer.h"
#include "core/io/file_set.h"
#include "core/io/wire.h"
#include "core/joint/join_options.h"
#include "core/session/messages.h"
#include "core/session/rows/row_times.h"

namespace tp {

// For a job that goes through whole streams. It is about what one read brings: the page fetches the next piece between
// steps.
inline constexpr uint32_t kChunksPerStep = 2;

// What a job works on. `indexers` is by stream and merge, null for those of other workers.
struct JobSite {
  TraceReader& reader;
  const FileSet& files;
  const JoinOptions& how;  // options with which the files were opened
  const std::vector<std::unique_ptr<StreamIndexer>>& indexers;
  RowTimes& rowTimes;                 // kept from one job to the next
  const std::vector<FileSet>& added;  // files that were added to the open trace later
};

class Job {
 public:
  virtual ~Job() = default;

  // Works for some milliseconds. Returns false when all is done. What it writes to `answer` reaches Question::read() as
  // it is, with numbers of names and tracks translated.
  virtual bool step(const JobSite& site, WireWriter& answer) = 0;
  virtual float progress() const = 0;
  // If false, the job begins when all streams of this worker are indexed.
  virtual bool whileIndexing() const { return false; }
};

// Returns null if the request is invalid. `reader` must outlive the job.
std::unique_ptr<Job> makeJob(JobKind kind, WireReader& request, TraceReader& reader);

}  // namespace tp
