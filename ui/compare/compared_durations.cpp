#include "ui/compare/compared_durations.h"

namespace tp::ui {

const DurationComparison* ComparedDurations::of(Session& session, const CompareAnswer::Scopes& scopes,
                                                const std::array<std::string, 2>& functions, bool quiet) {
  if (opening_ != session.opening() || scopes_ != scopes || functions_ != functions) {
    *this = {};
    opening_ = session.opening();
    scopes_ = scopes;
    functions_ = functions;
  }
  if (found_) return &*found_;
  std::array<SideDurations, 2> sides;
  for (size_t side = 0; side < 2; ++side) {
    SideDurations& of = sides[side];
    of.side = comparedSide(scopes[side], session.index());
    of.function = functions[side];
    std::shared_ptr<TimedCallsQuestion>& asked = asked_[side];
    if (asked && asked->done()) continue;
    if (quiet || session.phase() != Phase::Ready || session.working(JobKind::ComparedCalls)) return nullptr;
    asked = std::make_shared<TimedCallsQuestion>(callScope(scopes[side]), functions[side]);
    session.ask(asked);
    return nullptr;
  }
  for (size_t side = 0; side < 2; ++side) {
    sides[side].parts = asked_[side]->parts();
    sides[side].left = asked_[side]->left();
  }
  asked_ = {};
  found_ = compareDurations(sides[0], sides[1]);
  return &*found_;
}

}  // namespace tp::ui
