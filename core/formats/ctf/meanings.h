// What the events of a kernel mean, as LTTng's tracer calls them since version 2, and as perf does, whose recordings
// `perf data convert --to-ctf` writes.
#pragma once

#include "core/formats/ctf/field_class.h"
#include "core/kernel/event_meaning.h"

namespace tp::ctf {

// Whether perf has written the trace: its events have the names of tracepoints, "sched:sched_switch".
bool isPerf(const TraceClass& trace);

// Returns the meaning of an event of the trace by its name.
kernel::EventMeaning meaningOf(const TraceClass& trace, std::string_view event);

// Returns the name of the system call that begins with this event, "openat" of "syscall_entry_openat"; empty if it is
// no such event, or does not name it.
std::string_view systemCallOf(const TraceClass& trace, std::string_view event);

}  // namespace tp::ctf
