// OutermostSums counts the calls of each function by the outermost call that they are within, which is usually the
// function that a thread runs: main, or the one that it was started with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/trace/names.h"
#include "core/trace/sums.h"

namespace tp {

// Calls of known duration of one function, and those of them that began before CallScope::middle (0 if there is none).
struct CallHalves {
  uint64_t calls = 0, early = 0;
  int64_t self = 0, earlySelf = 0;  // in clock units

  template <class Sums>
  void add(const Sums& sums) {
    calls += sums.calls;
    early += sums.early;
    self = plus(self, sums.self);
    earlySelf = plus(earlySelf, sums.earlySelf);
  }
};

// Those within calls of another function, with that being the outermost.
struct OutermostCalls {
  NameId outermost = kNoName;  // kNoName: they are the outermost calls themselves, or which call is, was not recorded
  NameId name = kNoName;
  CallHalves sums;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.outermost, self.name, self.sums);
  }
};

class OutermostSums {
 public:
  // Room for so many functions within all outermost ones, at most. Programs need less.
  static constexpr size_t kMost = size_t{1} << 19;

  // Counts a call, of which `self` is the own time. `early`: it began before CallScope::middle.
  [[gnu::always_inline]] void add(NameId outermost, NameId name, int64_t self, bool early) {
    // Many calls follow each other that are within the same one.
    uint32_t at = last_[outermost == kNoName ? 0 : 1];
    if (at >= within_.size() || within_[at].outermost != outermost || name >= within_[at].sums.size()) {
      at = makeRoom(outermost, name);
      if (at == kNone) return;
    }
    CallHalves& sums = within_[at].sums[name];
    ++sums.calls;
    sums.self = plus(sums.self, self);
    if (!early) return;
    ++sums.early;
    sums.earlySelf = plus(sums.earlySelf, self);
  }
  // Says that a call could not be counted, as it is not known which one is the outermost.
  void giveUp() { complete_ = false; }

  std::vector<OutermostCalls> all() const;
  // Whether no call is missing.
  bool complete() const { return complete_; }
  // Adds what another worker has counted, of which all() and complete() were told.
  void merge(std::span<const OutermostCalls> theirs, bool complete);

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  struct Within {
    NameId outermost = kNoName;
    std::vector<CallHalves> sums;  // by name
  };

  // Returns the place of what is within this one, with room for the name; kNone if there is no room.
  uint32_t makeRoom(NameId outermost, NameId name);

  std::vector<Within> within_;
  std::unordered_map<NameId, uint32_t> places_;  // by outermost call: its place
  std::array<uint32_t, 2> last_{kNone, kNone};   // the place that was counted at last: of kNoName, of others
  size_t room_ = 0;                              // number of all sums
  bool complete_ = true;
};

}  // namespace tp
