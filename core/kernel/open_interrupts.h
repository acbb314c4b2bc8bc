// Tracks which interrupts and softirqs each CPU is handling, as far as their events are recorded.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/decode/block_request.h"
#include "core/decode/wake_source.h"
#include "core/io/wire.h"
#include "core/kernel/cpu_limit.h"

namespace tp::kernel {

class OpenInterrupts {
 public:
  struct Handler {
    NameId name = kNoName;
    uint32_t place = WakeSource::kNoPlace;  // as in WakeSource
    WakeContext context = WakeContext::Thread;
    uint8_t within = 0;  // as in WakeSource
    CompletedRequests completed = {};

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(self.name, self.place, atMost(self.context, WakeContext::Irq), self.within, self.completed);
    }
  };

  // A handler begins within those that are open: interrupts nest.
  void enter(uint32_t cpu, const Handler& handler) {
    if (cpu >= kMaxCpus) return;
    if (cpu >= open_.size()) open_.resize(cpu + size_t{1});
    Open& here = open_[cpu];
    // So many open handlers are damage: their ends are missing.
    if (here.count == here.handlers.size()) here.count = 0;
    here.handlers[here.count++] = handler;
  }
  // The innermost handler of this kind ends, with those within it.
  void leave(uint32_t cpu, WakeContext context) {
    if (cpu >= open_.size()) return;
    Open& here = open_[cpu];
    for (uint32_t i = here.count; i-- > 0;) {
      if (here.handlers[i].context != context) continue;
      here.count = i;
      return;
    }
  }
  // Ends all handlers of the CPU, when a thread leaves it or records were lost.
  void clear(uint32_t cpu) {
    if (cpu < open_.size()) open_[cpu].count = 0;
  }
  // Records of this place were lost: its handlers, and those within them, are not known to be open any more.
  void lost(uint32_t cpu, uint32_t place) {
    if (cpu >= open_.size()) return;
    Open& here = open_[cpu];
    for (uint32_t i = 0; i < here.count; ++i)
      if (here.handlers[i].place == place) here.count = i;
  }
  // Returns the innermost recorded handler of the CPU, or null. Valid until the next change.
  const Handler* innermost(uint32_t cpu) const {
    return cpu < open_.size() && open_[cpu].count > 0 ? &open_[cpu].handlers[open_[cpu].count - 1] : nullptr;
  }
  // A request of a block device completes on a CPU that is in `context`: in the innermost handler, if that is one of
  // this kind and place.
  void completes(uint32_t cpu, WakeContext context, uint32_t place, const BlockRequest& request) {
    if (context == WakeContext::Thread || cpu >= open_.size() || open_[cpu].count == 0) return;
    Handler& handler = open_[cpu].handlers[open_[cpu].count - 1];
    if (handler.context != context || handler.place != place) return;
    ++handler.completed.count;
    handler.completed.last = request;
  }
  // Returns what has completed in that handler; null if it is not known that anything has. Valid until the next change.
  const CompletedRequests* completed(uint32_t cpu, WakeContext context, uint32_t place) const {
    const Handler* handler = context == WakeContext::Thread ? nullptr : innermost(cpu);
    const bool known = handler != nullptr && handler->context == context && handler->place == place;
    return known && handler->completed.count > 0 ? &handler->completed : nullptr;
  }
  // How many handlers of this kind are open on the CPU.
  uint16_t count(uint32_t cpu, WakeContext context) const {
    uint16_t found = 0;
    for (uint32_t i = 0; cpu < open_.size() && i < open_[cpu].count; ++i)
      found += open_[cpu].handlers[i].context == context;
    return found;
  }
  // Returns the source of a waking on a CPU that is in `context`, with the handler if it was recorded; `place` is used
  // if it was not.
  WakeSource source(uint32_t cpu, WakeContext context, uint32_t place) const {
    const Handler* handler = context == WakeContext::Thread ? nullptr : innermost(cpu);
    if (handler == nullptr || handler->context != context) return {context, 0, place, kNoName};
    return {context, handler->within, handler->place, handler->name};
  }

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.open_);
    wire.require(self.open_.size() <= kMaxCpus);
  }

 private:
  struct Open {
    std::array<Handler, 6> handlers{};
    uint32_t count = 0;

    template <class Self, class Wire>
    static void layout(Self& self, Wire& wire) {
      wire(atMost(self.count, static_cast<uint32_t>(self.handlers.size())));
      for (uint32_t i = 0; i < self.count; ++i) wire(self.handlers[i]);
    }
  };
  std::vector<Open> open_;  // by CPU
};

}  // namespace tp::kernel
