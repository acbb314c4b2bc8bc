// What the kernel's events are called, by version.
#pragma once

#include <string_view>

#include "core/kernel/event_meaning.h"

namespace tp::lttng {

using kernel::EventMeaning;
using kernel::Meaning;

// Returns the meaning of an event by its name: "kernel.sched_schedule" (2.x and 0.x), "kernel_sched_schedule" (1.0).
EventMeaning meaningOf(std::string_view event);

}  // namespace tp::lttng
