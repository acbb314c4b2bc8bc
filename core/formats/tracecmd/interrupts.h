// The beginnings and ends of interrupts and softirqs, and their names.
#pragma once

#include "core/decode/wake_source.h"
#include "core/formats/tracecmd/events.h"
#include "core/kernel/event_format.h"
#include "core/kernel/print_text.h"

namespace tp::tracecmd {

struct InterruptEdge {
  bool begins = false;
  WakeContext context = WakeContext::Irq;
  NameId name = kNoName;  // Only if it begins.
};

// Returns false if the event neither begins nor ends an interrupt. `data` is the whole record, and `context` that of
// the kernel which wrote it.
bool interruptEdge(const Event& event, Bytes data, const kernel::PrintContext& context, NameTable& names,
                   InterruptEdge& out);

// Returns the row of a CPU's track on which such interrupts are drawn.
uint16_t rowOf(WakeContext context);

}  // namespace tp::tracecmd
