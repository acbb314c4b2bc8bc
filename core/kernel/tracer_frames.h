// Frames of a kernel stack that are the tracer's own: it records the stack from within them.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace tp::kernel {

// Whether a function is part of the recording of an event (include/trace/trace_events.h and kernel/trace of the
// kernel). It is one only at the inner end of a stack.
constexpr bool isTracerFrame(std::string_view function) {
  constexpr std::string_view kBeginnings[] = {
      "__traceiter_",        "trace_event_raw_event_",     "do_trace_event_raw_event_",
      "trace_event_buffer_", "trace_buffer_unlock_commit", "__ftrace_trace_stack",
      "ftrace_trace_stack"};
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [function](std::string_view one) { return function.starts_with(one); });
}

}  // namespace tp::kernel
