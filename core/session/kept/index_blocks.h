// A whole index, with what workers need of it, as blocks of bytes that are kept and read again in their order:
// IndexKeeper writes them. Blocks of units are as the workers tell them (UnitsQuestion), and are passed on to workers
// unread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/decode/decoded_facts.h"
#include "core/index/index_value.h"
#include "core/index/unit_index.h"

namespace tp {

// A block of more bytes is none.
inline constexpr uint64_t kMaxBlockBytes = uint64_t{1} << 30;

// What a block begins with.
enum class BlockKind : uint8_t {
  Value,    // of IndexValueWriter
  Unit,     // number of the unit, KeptUnit
  Chunks,   // number of the unit, ChunkStarts, their ChunkSummaries: all, in their order, in one or more blocks
  Decoded,  // TraceReader::decoded(), of all workers
  End,
};

// A unit without its chunks.
struct KeptUnit {
  NumberMap numbers;  // of the checkpoints, in the tables of the trace
  UnitIndex index;

  template <class Self, class Wire>
  static void layout(Self& self, Wire& wire) {
    wire(self.numbers.names, self.numbers.tracks, self.index);
  }
};

class IndexBlockReader {
 public:
  // `index` must be empty, and outlive the reader.
  explicit IndexBlockReader(TraceIndex& index) : index_(index), value_(index) {}

  // Takes the next block. Returns false if it is something else; then the index is to be dropped.
  bool take(Bytes block);
  // Whether the last block was taken.
  bool complete() const { return ended_; }

  const std::vector<DecodedFacts>& decoded() const { return decoded_; }
  // The blocks of units that were not taken yet.
  struct UnitBlock {
    uint32_t unit = 0;
    std::vector<std::byte> bytes;
  };
  std::vector<UnitBlock>& unitBlocks() { return unitBlocks_; }

 private:
  bool takeUnit(BlockKind kind, WireReader& in, Bytes block);

  TraceIndex& index_;
  IndexValueReader value_;
  std::vector<DecodedFacts> decoded_;
  std::vector<UnitBlock> unitBlocks_;
  std::vector<bool> hasUnit_;  // by number
  bool ended_ = false;
};

}  // namespace tp
