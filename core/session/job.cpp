#include "core/session/job.h"

#include <iterator>

namespace tp {
namespace {

constexpr bool isInOrder() {
  size_t number = 0;
  for (const JobRow& row : kJobs)
    if (static_cast<size_t>(row.kind) != number++) return false;
  return number == static_cast<size_t>(JobKind::Count);
}
static_assert(isInOrder());

}  // namespace

std::unique_ptr<Job> makeJob(JobKind kind, WireReader& request, TraceReader& reader) {
  const auto number = static_cast<size_t>(kind);
  return number < std::size(kJobs) ? kJobs[number].make(kind, request, reader) : nullptr;
}

}  // namespace tp
