#include "core/session/calls/calls_question.h"

namespace tp {

CallsQuestion::CallsQuestion(CallScope scope, uint32_t id, JobKind kind) : kind_(kind), profiles_(scope) {
  calls_.id = id;
  calls_.scope = std::move(scope);
}

void CallsQuestion::write(const TraceIndex& index, uint32_t worker, uint32_t, WireWriter& out) const {
  CallScope theirs = calls_.scope;
  for (TrackId& track : theirs.tracks) track = index.toWorkerTrack(worker, track);
  out(theirs);
}

bool CallsQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  profiles_.merge(in, {[&](NameId name) { return index.toName(worker, name); },
                       [&](TrackId track) { return index.toTrack(worker, track); }});
  return !in.failed();
}

void CallsQuestion::finish(const TraceIndex& index) {
  CallsOfTraces all = profiles_.whole();
  calls_.trackClass = all.trackClass;
  calls_.profile = std::move(all.profile);
  calls_.functions = makeFunctionTable(calls_.profile, index.names(), all.apart);
}

}  // namespace tp
