#include "core/session/job_turns.h"

#include <algorithm>
#include <utility>

namespace tp {

void JobTurns::giveUp(JobKind kind) {
  jobs_.erase(std::remove_if(jobs_.begin(), jobs_.end(), [kind](const Asked& asked) { return asked.kind == kind; }),
              jobs_.end());
}

void JobTurns::ask(WireReader& in, TraceReader& reader) {
  Asked asked;
  asked.id = in.get<uint32_t>();
  asked.kind = in.get<JobKind>();
  asked.job = makeJob(asked.kind, in, reader);
  giveUp(asked.kind);
  if (asked.job) jobs_.push_back(std::move(asked));
}

std::optional<JobTurns::Answer> JobTurns::step(const JobSite& site, bool indexed) {
  auto ready = [indexed](const Asked& asked) { return indexed || asked.job->whileIndexing(); };
  auto next = std::find_if(jobs_.begin(), jobs_.end(), ready);
  if (next == jobs_.end()) return std::nullopt;
  Asked asked = std::move(*next);
  jobs_.erase(next);
  WireWriter out;
  const bool more = asked.job->step(site, out);
  Answer answer{asked.id, asked.kind, !more, asked.job->progress(), out.take()};
  if (more) jobs_.push_back(std::move(asked));
  return answer;
}

}  // namespace tp
