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
  seen.known = span.last || span.uncertain ? SeenCall::Known::Open : SeenCall::Known::Whole;
  seen.begin = span.begin;
  seen.duration = seen.self = span.end - span.begin;
  seen.cpu = span.cpu;
  seen.atMost = span.silent > 0;
  seen.caller = wakerOf(span);
  sift_.add(unit, seen, *this);
}

NameId StateReading::wakerOf(const StateSpan& span) {
  if (span.woken) return wakerOf(span.waker, span.context, span.handler);
  return span.wokenAfter ? wakerOf(span.wakerAfter, span.contextAfter, span.handlerAfter) : kNoName;
}

NameId StateReading::wakerOf(TrackId waker, WakeContext context, NameId handler) {
  const bool thread = context == WakeContext::Thread;
  NameId& known = wakers_[{thread ? waker : kNoTrack, context, thread ? kNoName : handler}];
  if (known == kNoName)
    known = reader_.names().intern(wakerName(reader_.tracks(), reader_.names(), waker, context, handler));
  return known;
}

// States are derived from several records: none of them is theirs.
EventRow& StateReading::rowOf(const SeenCall& call) {
  row_.clear();
  row_.trace = traceName(reader_.tracks(), reader_.tracks()[call.track].key.trace);
  return row_;
}

}  // namespace tp
