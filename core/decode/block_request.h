// A request of a block device, as far as the event of its completion tells it; and those that completed in an
// interrupt before it woke a thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/decode/record.h"
#include "core/trace/tracks.h"

namespace tp {

enum class BlockOperation : uint8_t { Other, Read, Write, Discard, Flush };

// "request", "read", "write", "discard", "flush", for scripts and users.
constexpr const char* blockOperationName(BlockOperation operation) {
  constexpr const char* kNames[] = {"request", "read", "write", "discard", "flush"};
  return kNames[static_cast<size_t>(operation)];
}

struct BlockRequest {
  BlockOperation operation = BlockOperation::Other;
  std::optional<uint32_t> device = {};   // as the kernel numbers it: major << 20 | minor
  std::optional<uint64_t> sector = {};   // the first, of 512 bytes
  std::optional<uint64_t> sectors = {};  // how many
  Time issued = kNotWoken;               // in clock units; kNotWoken: not known

  bool operator==(const BlockRequest&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(atMost(self.operation, BlockOperation::Flush), self.device, self.sector, self.sectors, self.issued);
  }
};

// Those that completed in one run of an interrupt's handler so far.
struct CompletedRequests {
  uint32_t count = 0;
  BlockRequest last;

  bool operator==(const CompletedRequests&) const = default;
  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.count, self.last);
  }
};

// An interrupt woke a thread after requests had completed in it.
struct WakingRequest {
  TrackId thread = kNoTrack;  // that was woken
  Time time = 0;              // of the waking
  CompletedRequests done;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.thread, self.time, self.done);
  }
};

// Called in the order of decoding.
using RequestWatch = std::function<void(const WakingRequest& request)>;

}  // namespace tp
