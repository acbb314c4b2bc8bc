#include "core/session/kept/index_blocks.h"

#include <algorithm>

namespace tp {

bool IndexBlockReader::take(Bytes block) {
  WireReader in(block);
  const auto kind = in.get<BlockKind>();
  if (in.failed() || ended_) return false;
  switch (kind) {
    case BlockKind::Value:
      return value_.take(in) && in.complete();
    case BlockKind::Unit:
    case BlockKind::Chunks:
      return takeUnit(kind, in, block);
    case BlockKind::Decoded:
      in(decoded_);
      return in.complete();
    case BlockKind::End:
      ended_ = true;
      return in.complete() && hasUnit_.size() == index_.streams().size() &&
             std::find(hasUnit_.begin(), hasUnit_.end(), false) == hasUnit_.end();
  }
  return false;
}

bool IndexBlockReader::takeUnit(BlockKind kind, WireReader& in, Bytes block) {
  const auto unit = in.get<uint32_t>();
  hasUnit_.resize(index_.streams().size());
  if (in.failed() || unit >= hasUnit_.size() || hasUnit_[unit] != (kind == BlockKind::Chunks)) return false;
  hasUnit_[unit] = true;
  unitBlocks_.push_back({unit, {block.begin(), block.end()}});
  return true;
}

}  // namespace tp
