// Takes the index of an open trace out of its session, block by block, so that it can be kept.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/session/kept/index_blocks.h"
#include "core/session/kept/units_question.h"
#include "core/session/session.h"

namespace tp {

// The bytes do not depend on the number of workers as long as each merge has one chunk; where the next chunk of a merge
// begins may differ if its worker indexes the inputs, too. Nor do they depend on the order in which workers answer.
class IndexKeeper {
 public:
  // All must be indexed (Phase::Ready, and not cancelled). `session` must outlive the keeper; it may be asked other
  // things meanwhile, and open another trace.
  explicit IndexKeeper(Session& session);

  enum class State : uint8_t {
    Waiting,  // workers have not answered yet: ask again
    Block,    // there is a block
    Done,     // there are no more blocks
    Failed,   // the trace is not open any more, its index is not whole, or its files have changed: what was kept is to
              // be dropped
  };
  // Replaces `block` by the next one if there is one.
  State next(std::vector<std::byte>& block);

 private:
  State nextOfUnits(std::vector<std::byte>& block);
  void askUnits();

  Session& session_;
  uint64_t opening_;
  std::unique_ptr<IndexValueWriter> value_;
  std::shared_ptr<UnitsQuestion> units_;  // null: not asked yet
  bool told_ = false;                     // what was decoded is written
  bool ended_ = false;
};

}  // namespace tp
