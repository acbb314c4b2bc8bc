// What events say of interrupts and softirqs: where one begins or ends, and what it is called.
#pragma once

#include "core/decode/wake_source.h"
#include "core/formats/tracecmd/events.h"
#include "core/kernel/event_format.h"

namespace tp::tracecmd {

struct InterruptEdge {
  bool begins = false;
  WakeContext context = WakeContext::Irq;
  NameId name = kNoName;  // of what begins
};

// False for an event of something else.
bool interruptEdge(const Event& event, Bytes data, Endian endian, NameTable& names, InterruptEdge& out);

// Which row of its CPU's track one is on.
uint16_t rowOf(WakeContext context);

}  // namespace tp::tracecmd
