#include "core/session/slices/state_reading.h"

namespace tp {

StateReading::StateReading(const SliceQuery& query, SliceSift& sift, TraceReader& reader)
    : sift_(sift), reader_(reader), scheduling_({query.scope.begin, query.scope.end}, reader) {
  scheduling_.watch([this](uint32_t unit, const StateSpan& span) { add(unit, span); });
}

bool StateReading::step(const JobSite& site) {
  WireWriter figures;  // are not asked for
  return scheduling_.step(site, figures);
}

void StateReading::add(uint32_t unit, const StateSpan& span) {
  SeenCall seen;
  seen.track = span.thread;
  seen.name = reader_.names().intern(threadStateName(span.state));
  seen.known = span.last || span.unsure ? SeenCall::Known::Open : SeenCall::Known::Whole;
  seen.begin = span.begin;
  seen.duration = seen.self = span.end - span.begin;
  seen.cpu = span.cpu;
  seen.atMost = span.silent > 0;
  sift_.add(unit, seen, *this);
}

// States are derived from several records: none of them is theirs.
EventRow& StateReading::rowOf(const SeenCall&) {
  row_.clear();
  return row_;
}

}  // namespace tp
