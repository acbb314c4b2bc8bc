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
  writeFindScope(theirs, out);
}

bool FindQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  bool any = in.get<uint8_t>() != 0;
  FoundPlace place;
  place.track = index.toTrack(worker, in.get<TrackId>());
  place.time = in.get<Time>();
  place.depth = in.get<uint16_t>();
  if (in.failed()) return false;
  if (any && place.nearer(found_, scope_.forward, index.tracks())) found_ = place;
  return true;
}

}  // namespace tp
