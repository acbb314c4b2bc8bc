#include "core/session/scheduling/cpu_work_question.h"

namespace tp {

void CpuWorkQuestion::write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const {
  CpuWorkScope theirs = scope_;
  theirs.track = index.toWorkerTrack(worker, scope_.track);
  out(theirs);
}

bool CpuWorkQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  auto theirs = in.read<std::vector<CpuWork::Row>>();
  if (in.failed()) return false;
  for (CpuWork::Row& row : theirs)
    for (NameId& name : row.names) name = index.toName(worker, name);
  work_.merge(theirs);
  return true;
}

}  // namespace tp
