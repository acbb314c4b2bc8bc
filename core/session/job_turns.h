// The jobs that a worker has been asked for: one of a kind, which take turns.
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
  // What a step has brought, for the question of this id.
  struct Answer {
    uint32_t id = 0;
    JobKind kind = JobKind::Count;
    bool done = false;
    float progress = 0;
    std::vector<std::byte> bytes;
  };

  // A request as it arrives: takes the place of the one of its kind. The reader outlives the job.
  void ask(WireReader& in, TraceReader& reader);
  void giveUp(JobKind kind);
  // Lets the next job work for a while. `indexed`: all streams of this worker are; before that, only some jobs work.
  // Nothing where none does.
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
