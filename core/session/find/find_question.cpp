#include "core/session/find/find_question.h"

namespace tp {

void FindQuestion::write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const {
  FindScope theirs = scope_;
  theirs.names.clear();
  if (!scope_.names.empty()) theirs.names = index.toWorkerNames(worker, scope_.names.front());
  if (scope_.track != kNoTrack) {
    theirs.track = index.toWorkerTrack(worker, scope_.track);
    // This worker has never met the track, so it has nothing to find.
    if (theirs.track == kNoTrack) theirs.names.clear();
  }
  out(theirs);
}

bool FindQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  auto place = in.read<FoundPlace>();
  if (in.failed()) return false;
  if (place.track == kNoTrack) return true;
  place.track = index.toTrack(worker, place.track);
  if (place.nearer(found_, scope_.forward, index.tracks())) found_ = place;
  return true;
}

}  // namespace tp
