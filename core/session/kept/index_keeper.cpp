#include "core/session/kept/index_keeper.h"

#include <utility>

namespace tp {

IndexKeeper::IndexKeeper(Session& session) : session_(session), opening_(session.opening()) {}

IndexKeeper::State IndexKeeper::next(std::vector<std::byte>& block) {
  if (session_.opening() != opening_ || session_.phase() != Phase::Ready || !session_.changes().empty())
    return State::Failed;
  if (units_) return nextOfUnits(block);
  if (!value_) value_ = std::make_unique<IndexValueWriter>(session_.index());
  WireWriter out;
  out.put(BlockKind::Value);
  if (value_->next(out)) {
    block = out.take();
    return State::Block;
  }
  askUnits();
  return State::Waiting;
}

void IndexKeeper::askUnits() {
  units_ = std::make_shared<UnitsQuestion>(value_->numbers());
  session_.ask(units_);
}

IndexKeeper::State IndexKeeper::nextOfUnits(std::vector<std::byte>& block) {
  // Blocks are taken when all have come, so that their order does not depend on which worker is the first.
  if (!units_->done()) {
    // Another keeper's question has taken the place of this one.
    if (!session_.working(JobKind::Units)) askUnits();
    return State::Waiting;
  }
  if (units_->takeBlock(block)) return State::Block;
  if (!units_->complete(session_.index())) return State::Failed;
  if (ended_) return State::Done;
  WireWriter out(value_->numbers());
  if (!std::exchange(told_, true)) {
    out.put(BlockKind::Decoded);
    out(units_->decoded());
  } else {
    out.put(BlockKind::End);
    ended_ = true;
  }
  block = out.take();
  return State::Block;
}

}  // namespace tp
