// What woke a thread, as records on tracks of states carry it (core/decode/state_record.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/decode/record.h"
#include "core/io/wire.h"
#include "core/trace/names.h"

namespace tp {

// What the waking CPU was doing. Interrupts and softirqs are handled amid a thread that is unrelated to them.
enum class WakeContext : uint8_t { Thread, Softirq, Irq };

// "", "softirq" or "irq", for scripts.
constexpr const char* contextKey(WakeContext context) {
  if (context == WakeContext::Thread) return "";
  return context == WakeContext::Irq ? "irq" : "softirq";
}

// "thread", "softirq" or "hardirq", for the user.
constexpr const char* contextName(WakeContext context) {
  if (context == WakeContext::Thread) return "thread";
  return context == WakeContext::Irq ? "hardirq" : "softirq";
}

// What users read of an interrupt: "softirq TIMER"; the kind alone where `handler` is empty, because it is not known.
inline std::string interruptName(WakeContext context, std::string_view handler) {
  std::string text = contextName(context);
  // One without a name is called by its number: "softirq 4".
  if (context == WakeContext::Softirq && (handler == text || handler.starts_with(text + " ")))
    return std::string(handler);
  if (!handler.empty()) text.append(" ").append(handler);
  return text;
}

struct WakeSource {
  static constexpr uint32_t kNoPlace = ~uint32_t{0};

  WakeContext context = WakeContext::Thread;
  // For an interrupt: how many rows above the first row of interrupts it is drawn; at most kMaxWithin.
  uint8_t within = 0;
  // Where the interrupt was handled: a number that the merger defines.
  uint32_t place = kNoPlace;
  NameId handler = kNoName;  // of the interrupt; kNoName if its beginning was not recorded

  bool interrupt() const { return context != WakeContext::Thread; }
  bool operator==(const WakeSource&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.context, WakeContext::Irq), self.within, self.place, self.handler);
  }
};

// It is packed into Record::ref: the CPU that the thread runs on, or whether it is new, in the low bits, then the
// place, the context and the handler. What does not fit is omitted. The context is 0 for a thread, 1 for a softirq, and
// 2 + WakeSource::within for an interrupt.
inline constexpr int kOwnBits = 17, kPlaceBits = 17, kContextBits = 3, kHandlerBits = 27;
inline constexpr uint64_t kOwnMask = (uint64_t{1} << kOwnBits) - 1;
inline constexpr uint8_t kMaxWithin = (1 << kContextBits) - 1 - 2;
static_assert(kOwnBits + kPlaceBits + kContextBits + kHandlerBits == 64);

// Leaves the low bits empty.
inline uint64_t packWakeSource(const WakeSource& source) {
  constexpr uint64_t kPlaces = uint64_t{1} << kPlaceBits;
  const uint64_t place = source.place < kPlaces - 1 ? source.place + uint64_t{1} : 0;
  const uint64_t handler = source.handler >> kHandlerBits == 0 ? source.handler : kNoName;
  const bool irq = source.context == WakeContext::Irq, softirq = source.context == WakeContext::Softirq;
  const uint64_t context = irq ? uint64_t{2} + std::min(source.within, kMaxWithin) : uint64_t{softirq};
  return place << kOwnBits | context << (kOwnBits + kPlaceBits) | handler << (kOwnBits + kPlaceBits + kContextBits);
}

inline WakeSource unpackWakeSource(uint64_t packed) {
  WakeSource source;
  const auto place = static_cast<uint32_t>(packed >> kOwnBits & ((uint64_t{1} << kPlaceBits) - 1));
  const uint64_t context = packed >> (kOwnBits + kPlaceBits) & ((uint64_t{1} << kContextBits) - 1);
  source.place = place > 0 ? place - 1 : WakeSource::kNoPlace;
  source.context = context == 0 ? WakeContext::Thread : context == 1 ? WakeContext::Softirq : WakeContext::Irq;
  source.within = context > 2 ? static_cast<uint8_t>(context - 2) : 0;
  source.handler = static_cast<NameId>(packed >> (kOwnBits + kPlaceBits + kContextBits));
  return source;
}

// Of a record with which the thread becomes runnable or running, and of an instant that wakes another thread.
inline WakeSource wakeSourceOf(const Record& record) {
  return unpackWakeSource(record.ref);
}
inline void setWakeSource(Record& record, const WakeSource& source) {
  record.ref = (record.ref & kOwnMask) | packWakeSource(source);
}

}  // namespace tp
