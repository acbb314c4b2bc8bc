#include "core/analysis/stack_frames.h"

#include <algorithm>
#include <limits>

namespace tp {
namespace {

constexpr Time kNever = std::numeric_limits<Time>::min();
constexpr Time kEver = std::numeric_limits<Time>::max();
// The sketch may leave out at most one of so many parts of the whole.
constexpr int64_t kMissedParts = 16384;

}  // namespace

void StackSums::add(const StackSums& other) {
  root = plus(root, other.root);
  whole = plus(whole, other.whole);
  all = plus(all, other.all);
  missed = plus(missed, other.missed);
  states.add(other.states);
}

uint64_t StackFrames::Words::learnt(NameId name) {
  if (name >= known_.size()) known_.resize(std::max<size_t>(names_.size(), name + size_t{1}));
  return known_[name] = wordOf(names_.exact(name));
}

StackFrames::StackFrames(const StackSpec& spec, StackPass pass, const NameTable& names, const HeavyStacks* heavy)
    : spec_(spec),
      pass_(pass),
      heavy_(heavy),
      words_(names),
      gains_(spec.scope.gains()),
      simple_(!gains_ && spec.focus == 0 && spec.shape.plain()),
      root_(static_cast<uint32_t>(std::min<size_t>(spec.root.size(), kStack - 1))) {
  if (pass == StackPass::Sketch) sketch_ = std::make_unique<StackSketch>();
  level_.push_back(0);
  clear();
}

void StackFrames::clear() {
  free_.clear();
  frames_.assign(1, Frame());
  frames_[kTop].node = CallTree::kRoot;
  frames_[kTop].within = spec_.focus == 0;
  frames_[kTop].quiet = kNever;
  rootIsOpen_ = false;
}

// Time below `slight_` may be left out once for each stack that may be open: at each depth, on each thread.
void StackFrames::setNow(Time now) {
  if (!simple_ || breadth_ == 0 || pass_ != StackPass::Sketch) return;
  int64_t known = sums_.root;
  if (rootIsOpen_) known = plus(known, std::max<int64_t>(0, minus(now, rootOpen_)));
  const int64_t share = known / kMissedParts;
  slight_ = std::max<int64_t>(slight_, share / static_cast<int64_t>(std::min<uint64_t>(breadth_, 1u << 30)));
  sums_.missed = slight_ * static_cast<int64_t>(std::min<uint64_t>(breadth_, 1u << 30));
}

uint32_t StackFrames::made(uint32_t caller, NameId name, uint64_t word, Time begin) {
  uint32_t frame;
  if (!free_.empty()) {
    frame = free_.back();
    free_.pop_back();
  } else {
    frame = static_cast<uint32_t>(frames_.size());
    frames_.emplace_back();
  }
  Frame& at = frames_[frame];
  at.word = word;
  at.caller = caller;
  at.node = CallTree::kNone;
  at.name = name;
  at.begin = begin;
  at.top = frames_[caller].top;
  at.elsewhere = at.lost = false;
  return frame;
}

uint32_t StackFrames::openThread(TrackId track, const TrackKey& key) {
  if (!spec_.scope.byThread) return kTop;
  const uint64_t word = wordOf(key);
  const uint32_t frame = made(kTop, frameOf(track), word, 0);
  Frame& at = frames_[frame];
  at = {};
  at.word = word;
  at.name = frameOf(track);
  at.key = keyBelow(0, word);
  at.quiet = at.key == kBeside ? kEver : kNever;
  at.within = spec_.focus == 0;
  at.top = at.up = at.shaped = frame;
  // In the other cases, a thread gets a node only when a call, or growth, on it counts.
  if (spec_.focus == 0 && !gains_ && !spec_.shape.inverted)
    at.node = nodeBelow(CallTree::kRoot, at.key, frameOf(track), 0);
  return frame;
}

uint32_t StackFrames::keyBelow(uint32_t key, uint64_t word) const {
  if (key == kBeside) return kBeside;
  if (key < root_) return spec_.root[key] == word ? key + 1 : kBeside;
  const uint64_t mixed = ((uint64_t{key} + 1) * 0x9e3779b97f4a7c15u ^ word) * 0xd6e8feb86659fd93u;
  const auto number = static_cast<uint32_t>(mixed >> 32) | kStack;
  return number >= kLater ? number - 2 : number;
}

// Returns whether the weight of the frame is that of the root. If the root is a thread, or everything, it has the
// outermost calls.
bool StackFrames::isRoot(uint32_t frame) const {
  const uint32_t caller = frames_[frame].caller;
  if (isTop(caller)) return root_ == 0 || frames_[caller].key == root_ || frames_[frame].key == root_;
  return frames_[frame].key == root_;
}

uint32_t StackFrames::keyOf(uint32_t frame) {
  stack_.clear();
  for (uint32_t at = frame; frames_[at].key == kLater; at = frames_[at].caller) stack_.push_back(at);
  for (size_t i = stack_.size(); i-- > 0;) {
    Frame& at = frames_[stack_[i]];
    at.key = keyBelow(frames_[at.caller].key, at.word);
  }
  return frames_[frame].key;
}

// While a stack cannot have reached `slight_`, neither can its callees.
Time StackFrames::quietOf(uint32_t frame) {
  if (frames_[frame].asked) return frames_[frame].quiet;
  const uint32_t key = keyOf(frame);
  Frame& at = frames_[frame];
  at.asked = true;
  at.quiet = key == kBeside ? kEver : kNever;
  if ((key & kStack) != 0 && key != kBeside && slight_ > 0)
    at.quiet = plus(at.begin, minus(slight_, sketch_->most(key)));
  return at.quiet;
}

uint32_t StackFrames::nodeBelow(uint32_t node, uint32_t key, NameId name, Time first) {
  if (node == CallTree::kNone || key == kBeside || pass_ == StackPass::Sketch) return CallTree::kNone;
  if (tooMany_) return CallTree::kNone;
  const size_t before = tree_.nodes().size();
  const uint32_t level = (key & kStack) == 0 ? 0 : level_[node] + 1;
  if (pass_ == StackPass::Heavy && level > spec_.levels && !heavy_->may(key)) return CallTree::kNone;
  const uint32_t child = tree_.child(node, name, first);
  if (tree_.nodes().size() == before) return child;
  level_.push_back(level);
  // The root is not counted.
  tooMany_ = before > (pass_ == StackPass::All ? kFew : kMaxNodes);
  return child;
}

uint32_t StackFrames::open(uint32_t caller, NameId name, Time begin) {
  empty_ = false;
  if (caller == kCold) return kCold;
  if (!simple_) {
    const uint32_t frame = made(caller, name, words_.of(name), begin);
    shape(frame);
    return frame;
  }
  if (pass_ == StackPass::Sketch) {
    const bool quiet = begin < quietOf(caller);
    const uint64_t word = words_.of(name);
    const uint32_t frame = made(caller, name, word, begin);
    Frame& at = frames_[frame];
    at.asked = quiet;
    at.quiet = frames_[caller].quiet;
    at.key = quiet ? kLater : keyBelow(keyOf(caller), word);
    if (isRoot(frame)) {
      rootOpen_ = begin;
      rootIsOpen_ = true;
    }
    return frame;
  }
  if (frames_[caller].node == CallTree::kNone) return kCold;
  const uint64_t word = words_.of(name);
  const uint32_t key = keyBelow(frames_[caller].key, word);
  const uint32_t node = nodeBelow(frames_[caller].node, key, name, begin);
  const uint32_t frame = made(caller, name, word, begin);
  frames_[frame].key = key;
  frames_[frame].node = node;
  return frame;
}

uint32_t StackFrames::openElsewhere(uint32_t caller, NameId name, Time begin) {
  const bool open = rootIsOpen_;
  const Time since = rootOpen_;
  const uint32_t frame = this->open(caller, name, begin);
  rootIsOpen_ = open;
  rootOpen_ = since;
  if (frame != kCold) frames_[frame].elsewhere = true;
  return frame;
}

// Computes the frame's place in the new shape.
void StackFrames::shape(uint32_t frame) {
  Frame& at = frames_[frame];
  const Frame& caller = frames_[at.caller];
  at.within = caller.within || at.word == spec_.focus;
  at.up = caller.within ? caller.shaped : at.top;
  at.shaped = frame;
  at.counts = false;
  at.called = true;
  at.lost = false;
  at.calls = at.open = 0;
  at.duration = at.callees = at.own = at.below = 0;
  if (!at.within) return;
  if (spec_.functions) at.row = functions_.rowOf(at.name);
  if (spec_.shape.collapseRecursion)
    for (uint32_t up = at.up; up != at.top; up = frames_[up].up)
      if (frames_[up].word == at.word) at.shaped = up;
  if (at.shaped != frame || gains_ || spec_.shape.inverted) return;
  Frame& top = frames_[at.top];
  if (top.node == CallTree::kNone) top.node = nodeBelow(CallTree::kRoot, top.key, top.name, at.begin);
  at.key = keyBelow(frames_[at.up].key, at.word);
  at.node = nodeBelow(frames_[at.up].node, at.key, at.name, at.begin);
}

void StackFrames::rename(uint32_t frame, NameId name, Time now, bool counts) {
  if (frame == kCold || frame == kTop) return;
  // Its callees so far were called by a stack of the old name, which weighs at least as much as they do.
  if (simple_ && pass_ == StackPass::Sketch)
    if (const uint32_t key = keyOf(frame); (key & kStack) != 0 && key != kBeside)
      sketch_->add(key, std::max<int64_t>(0, minus(now, frames_[frame].begin)));
  Frame& at = frames_[frame];
  if (!simple_ && !gains_ && counts) {
    at.lost = true;
    countDirect(at);
  }
  at.name = name;
  at.word = words_.of(name);
  if (!simple_) {
    const Frame before = at;
    shape(frame);
    at.callees = before.callees;
    at.below = before.below;
    return;
  }
  at.key = keyBelow(keyOf(at.caller), at.word);
  frames_[frame].node = nodeBelow(frames_[at.caller].node, at.key, name, at.begin);
}

void StackFrames::end(uint32_t frame, int64_t duration, Time begin, bool counts, bool known) {
  if (frame == kCold || gains_) return;
  if (simple_) return endSimple(frame, duration, begin, counts, known ? Ending::Known : Ending::Open);
  Frame& at = frames_[frame];
  at.counts = counts;
  at.known = known;
  at.duration = duration;
  at.begin = begin;
}

void StackFrames::unknown(uint32_t caller, NameId name, int64_t duration, Time begin) {
  if (gains_) return;
  const uint32_t frame = open(caller, name, begin);
  if (frame == kCold) return;
  if (simple_) {
    endSimple(frame, duration, begin, true, Ending::NoCall);
  } else {
    Frame& at = frames_[frame];
    at.counts = true;
    at.called = false;
    at.duration = duration;
  }
  release(frame);
}

void StackFrames::endSimple(uint32_t frame, int64_t duration, Time begin, bool counts, Ending ending) {
  const uint32_t caller = frames_[frame].caller;
  if (pass_ == StackPass::Sketch) {
    // A slice that does not count may contain calls that do.
    if (plus(begin, duration) >= quietOf(caller))
      if (const uint32_t key = keyOf(frame); (key & kStack) != 0 && key != kBeside)
        sketch_->add(key, std::max<int64_t>(0, duration));
  }
  const bool outermost = isTop(caller);
  if (outermost) sums_.whole = plus(sums_.whole, duration);
  if (isRoot(frame)) {
    sums_.root = plus(sums_.root, duration);
    rootIsOpen_ = false;
  }
  if (pass_ == StackPass::Sketch) return;
  if (const uint32_t node = frames_[frame].node; node != CallTree::kNone) {
    if (counts && ending != Ending::NoCall) {
      tree_.count(node, duration, begin);
    } else if (duration > 0) {
      tree_.add(node, 0, duration, begin);
    }
    if ((counts && ending == Ending::Open) || frames_[frame].lost) tree_.addOpen(node, 1);
  } else if (frames_[caller].node != CallTree::kNone) {
    tree_.addUntold(frames_[caller].node, duration);
  }
}

void StackFrames::release(uint32_t frame) {
  if (frame == kCold || frame == kTop) return;
  if (!simple_ && !gains_ && !isTop(frame)) weigh(frames_[frame]);
  free_.push_back(frame);
}

void StackFrames::weigh(const Frame& closed) {
  const auto frame = static_cast<uint32_t>(&closed - frames_.data());
  Frame& at = frames_[frame];
  frames_[at.caller].callees = plus(frames_[at.caller].callees, at.duration);
  // A call of another stream is counted there with the time of its callees here as its own, so that is taken off here.
  const int64_t time = at.counts ? minus(at.duration, at.callees) : at.elsewhere ? minus(0, at.callees) : 0;
  const int64_t weight = spec_.shape.weight == CallWeight::Calls ? static_cast<int64_t>(at.counts && at.called) : time;
  sums_.all = plus(sums_.all, time);
  if (!at.within) return;
  countDirect(at);
  sums_.whole = plus(sums_.whole, weight);
  Frame& of = frames_[at.shaped];
  of.own = plus(of.own, weight);
  of.calls += at.counts && at.called ? 1 : 0;
  of.open += (at.counts && at.called && !at.known) || at.lost ? 1 : 0;
  if (at.shaped != frame) return;
  const int64_t total = plus(at.own, at.below);
  Frame& up = frames_[at.up];
  up.below = plus(up.below, total);
  if (spec_.shape.inverted) {
    if (spec_.leaf != 0 && at.word != spec_.leaf) return;
    const bool self = spec_.shape.weight != CallWeight::Total, again = !self && calledAgain(at);
    weighCallers(frame, self ? at.own : again ? 0 : total, at.calls, at.begin, again);
    return;
  }
  if (at.up == at.top) {
    if (root_ == 0) sums_.root = plus(sums_.root, total);
    if (spec_.scope.byThread) put(frames_[at.top].key, frames_[at.top].node, CallTree::kNone, total, 0, at.begin);
  }
  put(at.key, at.node, up.node, total, at.calls, at.begin, at.open);
}

bool StackFrames::calledAgain(const Frame& frame) const {
  for (uint32_t up = frame.up; up != frame.top; up = frames_[up].up)
    if (frames_[up].word == frame.word) return true;
  return false;
}

// Returns whether it lies within a call of the same function that the function in focus made, or is a call of that
// function itself.
bool StackFrames::calledAgainByFocus(const Frame& frame) const {
  if (frame.word == spec_.focus) return true;
  for (uint32_t up = frame.caller; !isTop(up); up = frames_[up].caller)
    if (frames_[up].word == frame.word && frames_[frames_[up].caller].word == spec_.focus) return true;
  return false;
}

void StackFrames::countDirect(const Frame& frame) {
  const bool ended = frame.counts && frame.called;
  if (pass_ == StackPass::Sketch || (!ended && !frame.lost)) return;
  const bool callers = spec_.leaf != 0;
  if (callers ? frame.word != spec_.leaf : spec_.focus == 0 || frames_[frame.caller].word != spec_.focus) return;
  DirectCall& row = direct_.of(callers ? (isTop(frame.caller) ? kNoName : frames_[frame.caller].name) : frame.name);
  if (!ended || !frame.known) {
    ++row.open;
    return;
  }
  ++row.calls;
  if (callers ? calledAgain(frame) : calledAgainByFocus(frame)) {
    ++row.within;
  } else {
    row.total = plus(row.total, frame.duration);
  }
}

void StackFrames::write(WireWriter& out) const {
  out(sums_, tooMany_);
  if (sketch_) {
    out(*sketch_);
  } else {
    tree_.write(out);
    out(direct_.rows(), functions_.rows());
  }
}

}  // namespace tp
