// The machine that was traced, as far as the names of system calls depend on it.
#pragma once

#include <string>
#include <string_view>

#include "core/formats/tracecmd/events.h"
#include "core/formats/tracecmd/trace_file.h"

namespace tp::tracecmd {

struct Machine {
  std::string name;         // as in uname: "x86_64"; empty if it is not known
  std::string_view toldBy;  // "the kernel's symbols"; empty if the file names the machine itself
  bool assumed = false;     // people have chosen it, because the file does not tell
};

// Not all files have the option with uname. Then the machine follows from the symbols of the kernel's entries of system
// calls, or from events and system calls that no other machine has.
Machine machineOf(const TraceFile& file, const Events& events);

// Returns what the names of system calls are, if the trace has system calls by number and does not name a machine whose
// names are known here; else an empty text.
std::string aboutSyscalls(const Machine& machine, const Events& events);

}  // namespace tp::tracecmd
