// Counts the stacks of the calls on a worker's streams: one pass of those that StacksQuestion asks for.
#include <algorithm>
#include <memory>
#include <utility>

#include "core/session/calls/call_reading.h"
#include "core/session/job.h"

namespace tp {
namespace {

StackPass readPass(WireReader& in) {
  StackPass pass = StackPass::All;
  in(atMost(pass, StackPass::Heavy));
  return pass;
}

// Returns how many stacks may be open at a time: one at each depth and, if threads take turns in a stream, on each of
// them.
uint64_t breadthOf(const JobSite& site) {
  uint64_t most = 1;
  for (const auto& indexer : site.indexers) {
    if (!indexer) continue;
    const uint64_t lanes = std::max<size_t>(1, indexer->lanes().tracks().size());
    most = std::max(most, (indexer->lanes().maxDepth() + uint64_t{2}) * lanes);
  }
  return most;
}

class StacksJob final : public Job {
 public:
  StacksJob(JoinedTimes joined, WireReader& request, TraceReader& reader);

  bool step(const JobSite& site, WireWriter& answer) override;
  float progress() const override { return reading_.progress(); }

 private:
  StackSpec spec_;
  StackPass pass_;
  std::unique_ptr<HeavyStacks> heavy_;
  StackCounts counts_;
  CallAggregator calls_;
  CallReading reading_;
  bool begun_ = false;
};

}  // namespace

StacksJob::StacksJob(JoinedTimes joined, WireReader& request, TraceReader& reader)
    : spec_(request.read<StackSpec>()),
      pass_(readPass(request)),
      heavy_(pass_ == StackPass::Heavy ? std::make_unique<HeavyStacks>(request.read<HeavyStacks>()) : nullptr),
      counts_(spec_, pass_, reader.names(), heavy_.get()),
      calls_(spec_.scope, reader, counts_),
      reading_(spec_.scope, calls_, std::move(joined)) {}

bool StacksJob::step(const JobSite& site, WireWriter& answer) {
  if (!begun_) counts_.setBreadth(breadthOf(site));
  begun_ = true;
  if (!counts_.tooMany() && reading_.step(site)) return true;
  answer(calls_.frameNames());
  counts_.write(answer);
  return false;
}

std::unique_ptr<Job> makeStacksJob(JobKind, WireReader& request, TraceReader& reader) {
  if (request.read<bool>()) return makeJob(JobKind::Waits, request, reader);
  auto joined = request.read<JoinedTimes>();
  return std::make_unique<StacksJob>(std::move(joined), request, reader);
}

}  // namespace tp
