// What the workers of a session know of the units that they have indexed, as a value beside the TraceIndex.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/decode/decoded_facts.h"
#include "core/index/trace_index.h"
#include "core/index/unit_index.h"

namespace tp {

struct KeptUnit {
  NumberMap numbers;  // of the checkpoints in `index`, in the tables of the trace
  UnitIndex index;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.numbers.names, self.numbers.tracks, self.index);
  }
};

struct KeptUnits {
  std::vector<DecodedFacts> decoded;  // TraceReader::decoded(), of all workers
  std::map<uint32_t, KeptUnit> units;

  // Adds what another worker has told.
  void add(const std::vector<DecodedFacts>& facts);

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.decoded, self.units);
  }
};

// Returns the whole index of a trace as bytes. All units must be there. The bytes do not depend on the number of
// workers as long as each merge has one chunk; where the next chunk of a merge begins may differ if its worker indexes
// the inputs, too.
std::vector<std::byte> writeIndex(const TraceIndex& index, const KeptUnits& units);
// Reads what writeIndex() wrote into an empty index. Returns false if it is something else; then both are to be
// dropped.
bool readIndex(Bytes bytes, TraceIndex& index, KeptUnits& units);

}  // namespace tp
