#include "core/formats/ctf/event_places.h"

#include <charconv>

namespace tp::ctf {

Process processOf(const TraceClass& trace) {
  Process out;
  const std::string pid = trace.env("vpid");
  if (trace.env("domain") == "ust" && !pid.empty()) {
    std::from_chars(pid.data(), pid.data() + pid.size(), out.pid);
    out.name = trace.env("procname");
  }
  return out;
}

TrackId EventPlaces::find(int64_t tid, const Told& told, Time time) {
  // The idle threads have no number of their own, and others have none below it.
  if (tid <= 0) return otherwise_;
  const auto [at, isNew] = known_.try_emplace(tid);
  Known& known = at->second;
  if (isNew) {
    known.track = threads_.of(tid).events;
    const int64_t pid = told.has(Role::Pid) ? static_cast<int64_t>(told.of(Role::Pid)) : process_.pid;
    if (pid > 0) threads_.setKnownProcess(tid, pid);
    // The environment names the process as its first thread is called.
    if (tid == process_.pid && told.comm.empty()) threads_.setName(tid, process_.name, time);
  }
  if (!told.comm.empty() && !isNamed(known, told)) {
    const std::string_view text = asText(told.comm);
    known.comm = text.substr(0, text.find('\0'));
    threads_.setName(tid, known.comm, time);
  }
  last_ = &known;
  lastTid_ = tid;
  return known.track;
}

}  // namespace tp::ctf
