#include "core/session/stacks/stacks_question.h"

#include <algorithm>

#include "core/analysis/scheduling_unseen.h"

namespace tp {

void StacksQuestion::write(const TraceIndex& index, uint32_t worker, uint32_t workers, WireWriter& out) const {
  if (joiner_.write(index, worker, workers, out)) return;
  StackSpec spec = StackSpec::of(query_, index.names(), index.tracks());
  limitStates(spec.scope, index);
  out(joiner_.timesFor(index, worker), spec, atMost(pass_, StackPass::Heavy));
  if (pass_ == StackPass::Heavy) out(heavy_ ? *heavy_ : HeavyStacks());
}

bool StacksQuestion::read(const TraceIndex& index, uint32_t worker, WireReader& in) {
  if (joiner_.asks()) return joiner_.read(index, worker, in);
  frames_.add(in.read<FrameNames>());
  return found_.merge(in, pass_, query_.scope.byThread);
}

// If the best class has too many stacks already, what other workers find makes no difference.
bool StacksQuestion::enough() const {
  return pass_ == StackPass::All && found_.profile == 0 && found_.tooMany;
}

float StacksQuestion::asPart(float progress) const {
  if (joiner_.asks()) return joiner_.asPart(progress) / 2;
  if (pass_ == StackPass::All || !shares_) return progress;
  return (progress + (pass_ == StackPass::Heavy ? 1.0f : 0.0f)) / 2;
}

void StacksQuestion::finish(const TraceIndex& index) {
  if (joiner_.asks()) {
    joiner_.finish(index);
    left_ = true;
    return;
  }
  left_ = false;
  if (pass_ == StackPass::All) {
    sums_ = found_.sums;
    sums_.states.add(joiner_.sums());
    if (!found_.tooMany && found_.tree.nodes().size() <= StackFrames::kFew + 1) return;
    pass_ = StackPass::Sketch;
  } else if (pass_ == StackPass::Sketch) {
    sums_ = found_.sums;
    sums_.states.add(joiner_.sums());
    const int64_t wanted = std::max<int64_t>(1, sums_.root / kParts);
    int64_t least = std::max<int64_t>(1, minus(wanted, sums_.missed));
    if (found_.sketch) heavy_ = std::make_shared<const HeavyStacks>(found_.sketch->heavy(least));
    least_ = std::max(wanted, plus(least, sums_.missed));
    if (!shares_) {
      found_ = FoundStacks();
      return;
    }
    pass_ = StackPass::Heavy;
  } else {
    uint32_t root = CallTree::kRoot;
    for (NameId name : query_.root) {
      root = found_.tree.find(root, name);
      if (root == CallTree::kNone) break;
    }
    if (given_)
      sums_ = found_.sums;
    else
      found_.tree = found_.tree.without(least_, root, query_.levels);
    return;
  }
  found_ = FoundStacks();
  left_ = true;
}

}  // namespace tp
