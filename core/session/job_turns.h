// JobTurns keeps the jobs that a worker has been asked for, at most one of each kind, and lets them take turns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/session/job.h"

namespace tp {

class JobTurns {
 public:
  // The result of a step, for the question with this id.
  struct Answer {
    uint32_t id = 0;
    JobKind kind = JobKind::Count;
    bool done = false;
    float progress = 0;
    std::vector<std::byte> bytes;
  };

  // Takes a request as it arrives. Its job replaces the one of the same kind. `reader` must outlive the job.
  void ask(WireReader& in, TraceReader& reader);
  void giveUp(JobKind kind);
  // Lets the next job do a step. `indexed`: all streams of this worker are indexed; before that, only some jobs work.
  // Returns nullopt if no job does.
  std::optional<Answer> step(const JobSite& site, bool indexed);

 private:
  struct Asked {
    uint32_t id = 0;
    JobKind kind = JobKind::Count;
    std::unique_ptr<Job> job;
  };

  std::vector<Asked> jobs_;  // the next one first
};

}  // namespace tp
