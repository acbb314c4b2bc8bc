// Interrupts in which a thread is woken.
#include "core/formats/tracecmd/interrupts.h"
#include "core/formats/tracecmd/thread_merger.h"
#include "core/trace/latency_flags.h"

namespace tp::tracecmd {

// The record's flags tell the context in which it was written.
WakeContext ThreadMerger::contextOf(const Raw& raw) const {
  if (const Field* field = shared_.events.flags()) {
    const auto flags = static_cast<uint8_t>(raw.number(field));
    const bool irq = (flags & (kInHardirq | kInNmi)) != 0, softirq = (flags & kInSoftirq) != 0;
    return irq ? WakeContext::Irq : softirq ? WakeContext::Softirq : WakeContext::Thread;
  }
  const kernel::OpenInterrupts::Handler* open = interrupts_.innermost(raw.cpu);
  return open != nullptr ? open->context : WakeContext::Thread;
}

// Events of interrupts tell which interrupt that is. Where they were not recorded, the function that it called may have
// been; it has no slice.
WakeSource ThreadMerger::sourceOf(const Raw& raw) const {
  WakeSource source = interrupts_.source(raw.cpu, contextOf(raw), static_cast<uint32_t>(raw.input));
  if (!source.interrupt() || source.handler != kNoName) return source;
  const kernel::OpenInterrupts::Handler* called = callbacks_.innermost(raw.cpu);
  if (called == nullptr || called->context != source.context) return source;
  return {source.context, 0, WakeSource::kNoPlace, called->name};
}

void ThreadMerger::followInterrupt(const Raw& raw) {
  InterruptEdge edge;
  if (!interruptEdge(raw.event, raw.data, streams_[raw.input].words->text.context(), shared_.reader.names(), edge))
    return;
  if (edge.begins) {
    interrupts_.enter(raw.cpu, {edge.name, static_cast<uint32_t>(raw.input), edge.context});
  } else {
    interrupts_.leave(raw.cpu, edge.context);
  }
}

}  // namespace tp::tracecmd
