// Work of a worker over what it has indexed, some of it at a time, so that other requests get in between.
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

// Of a job that goes through whole streams. About what one read brings: the page fetches the next one between steps.
inline constexpr uint32_t kChunksPerStep = 2;

// What a job works on; `indexers` by stream, null for those of other workers.
struct JobSite {
  TraceReader& reader;
  const FileSet& files;
  const JoinOptions& how;  // the files were opened
  const std::vector<std::unique_ptr<StreamIndexer>>& indexers;
  RowTimes& rowTimes;                 // kept from one job to the next
  const std::vector<FileSet>& added;  // to the open trace, later
};

class Job {
 public:
  virtual ~Job() = default;

  // Works on for some milliseconds; false when all is done. What is written to `answer` reaches Question::read() as
  // it is, name and track ids being the worker's.
  virtual bool step(const JobSite& site, WireWriter& answer) = 0;
  virtual float progress() const = 0;
  // False: it begins when all streams of this worker are indexed.
  virtual bool whileIndexing() const { return false; }
};

// Null where `request` makes no sense. The reader outlives the job.
std::unique_ptr<Job> makeJob(JobKind kind, WireReader& request, TraceReader& reader);

}  // namespace tp
