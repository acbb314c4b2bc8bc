// What LTTng's kernel tracer calls the events of the kernel, since version 2.
#pragma once

#include "core/formats/ctf/layout.h"
#include "core/kernel/event_meaning.h"

namespace tp::ctf {

// Returns the meaning of an event by its name.
kernel::EventMeaning meaningOf(std::string_view event);

// Returns the name of the system call that begins with this event, "openat" of "syscall_entry_openat"; empty if it is
// no such event.
std::string_view systemCallOf(std::string_view event);

// Whether the trace is one of a kernel, with switches of threads.
bool hasSwitches(const TraceLayout& layout);

}  // namespace tp::ctf
