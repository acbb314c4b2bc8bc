#include "core/analysis/call_log.h"

#include <algorithm>
#include <utility>

namespace tp {
namespace {

// How many parts ahead memory is prefetched.
constexpr size_t kAhead = 16;

}  // namespace

uint32_t CallLog::far(const Call& call) {
  far_.push_back(call);
  return static_cast<uint32_t>(far_.size() - 1);
}

void CallLog::append(const CallLog& other, std::span<const uint32_t> nodes, const NumberMap& numbers) {
  const auto base = static_cast<uint32_t>(entries_.size());
  Entry* to = entries_.room(other.entries_.size());
  for (const Entry& at : other.entries_.all()) {
    Call call = at.time == kFar ? other.far_[at.head] : at.call();
    call.name = numbers.to(call.name);
    *to++ = entry(call, (at.block & ~kLast) == kNone ? at.block : at.block + base);
  }
  entries_.resize(base + other.entries_.size());
  for (const Anchor& at : other.anchors_) anchors_.push_back({nodes[at.node], at.block + base, at.begin});
}

void CallLog::fold(CallTree& tree, int64_t least) {
  foldAnchors(tree, least);
  *this = CallLog();
}

void CallLog::start(CallTree& tree) {
  lazy_ = true;
  foldAnchors(tree, kAll);
  anchors_.clear();
}

void CallLog::foldAnchors(CallTree& tree, int64_t least) {
  // Callers come first: following them may reach nodes that have anchors of their own.
  std::stable_sort(anchors_.begin(), anchors_.end(), [](const Anchor& a, const Anchor& b) { return a.node < b.node; });
  made_ = static_cast<uint32_t>(tree.nodes().size());
  for (size_t i = 0; i < anchors_.size(); ++i) {
    const uint32_t node = anchors_[i].node;
    takeAnchored(node);
    if (parts_.size() == 0) continue;
    enter(tree, node, {0, parts_.size(), 0}, least);
    descend(tree, least);
  }
}

void CallLog::follow(CallTree& tree, uint32_t node) {
  if (!follows(node)) return;
  const Later of = std::exchange(later_[node - made_], {});
  parts_.resize(0);
  for (uint32_t i = 0; i < of.count; ++i) parts_.push(Part(kept_[of.first + i]));
  enter(tree, node, {0, parts_.size(), 0}, kAll);
  for (const Callee& callee : callees_)
    if (callee.parts > 0) keep(callee.node, callee.place - callee.parts, callee.place);
  callees_.clear();
  frames_.clear();
}

void CallLog::expect(uint32_t node) const {
  if (!follows(node)) return;
  const Later& of = later_[node - made_];
  for (uint32_t i = 0; i < std::min<uint32_t>(of.count, kAhead); ++i)
    __builtin_prefetch(&entries_[kept_[of.first + i].block]);
}

// Notes that the node called what is in these parts.
void CallLog::keep(uint32_t node, size_t first, size_t last) {
  if (node - made_ >= later_.size()) later_.resize(node - made_ + size_t{1});
  later_[node - made_] = {static_cast<uint32_t>(kept_.size()), static_cast<uint32_t>(last - first)};
  for (size_t i = first; i < last; ++i) kept_.push(parts_[i]);
}

std::vector<bool> CallLog::names() const {
  std::vector<uint8_t> met;  // as bits take longer to set
  for (const Entry& at : entries_.all()) {
    const size_t slot = static_cast<uint32_t>((at.time == kFar ? far_[at.head].name : at.call().name) + 1);
    if (slot >= met.size()) [[unlikely]]
      met.resize(slot + 1);
    met[slot] = 1;
  }
  return {met.begin(), met.end()};
}

// Appends what the node's anchors hold to the parts. Each anchor is taken once.
void CallLog::takeAnchored(uint32_t node) {
  auto at = std::lower_bound(anchors_.begin(), anchors_.end(), node,
                             [](const Anchor& anchor, uint32_t wanted) { return anchor.node < wanted; });
  for (; at != anchors_.end() && at->node == node; ++at)
    if (const uint32_t block = std::exchange(at->block, kNone); block != kNone) parts_.push({block, at->begin});
}

// Follows the callees of the frames. Recordings may be arbitrarily deep, so this does not recurse.
void CallLog::descend(CallTree& tree, int64_t least) {
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.next == callees_.size()) {
      callees_.resize(frame.callees);
      parts_.resize(frame.parts);
      frames_.pop_back();
      continue;
    }
    const Callee callee = callees_[frame.next++];
    if (callee.parts == 0 || callee.node == CallTree::kNone || tree.nodes()[callee.node].total < least) continue;
    size_t end = parts_.size(), first = callee.place - callee.parts, last = callee.place;
    if (lazy_ && callee.node >= made_) {
      keep(callee.node, first, last);
      continue;
    }
    // A node that was there before is entered once, with all that it called.
    if (callee.node < made_) {
      for (size_t i = first; i < last; ++i) parts_.push(Part(parts_[i]));
      takeAnchored(callee.node);
      first = end;
      last = parts_.size();
    }
    enter(tree, callee.node, {first, last, end}, least);
  }
}

// Adds up by name the calls in the parts, all of which `node` made.
void CallLog::enter(CallTree& tree, uint32_t node, const PartRange& of, int64_t least) {
  const size_t from = callees_.size();
  const int64_t sampleTime = tree.sampleTime();
  meetings_.resize(0);
  for (size_t i = of.from; i < of.to; ++i) {
    if (i + kAhead < of.to) __builtin_prefetch(&entries_[parts_[i + kAhead].block]);
    auto time = static_cast<uint64_t>(parts_[i].begin);
    for (const Entry* at = &entries_[parts_[i].block];; ++at) {
      const Call call = at->time == kFar ? far_[at->head] : at->call();
      const auto begin = static_cast<Time>(time + call.gap);
      const auto took = static_cast<int64_t>(call.duration);
      time += call.gap + call.duration;
      Callee& callee = calleeOf(tree, node, from, call.name, begin);
      ++callee.count;
      callee.total = plus(callee.total, took);
      if (begin < callee.first) callee.first = begin;
      if (sampleTime != 1 && took >= sampleTime) callee.samples = plus(callee.samples, took / sampleTime);
      if (const uint32_t block = at->block & ~kLast; block != kNone) {
        ++callee.parts;
        meetings_.push({static_cast<uint32_t>(&callee - callees_.data()), block, begin});
      }
      if ((at->block & kLast) != 0) break;
    }
  }
  auto place = static_cast<uint32_t>(parts_.size());
  for (size_t i = from; i < callees_.size(); ++i) {
    Callee& callee = callees_[i];
    if (node >= made_ && callee.total >= least) callee.node = tree.make(node, callee.name, callee.first);
    if (callee.node != CallTree::kNone) tree.add(callee.node, callee.count, callee.total, callee.first, callee.samples);
    callee.place = place;
    place += callee.parts;
  }
  parts_.room(meetings_.size());
  parts_.resize(place);
  for (const Meeting& meeting : meetings_.all()) {
    Callee& callee = callees_[meeting.callee];
    if (callee.total >= least) __builtin_prefetch(&entries_[meeting.block]);
    parts_[callee.place++] = {meeting.block, meeting.begin};
  }
  frames_.push_back({from, from, of.keep});
}

CallLog::Callee& CallLog::calleeOf(CallTree& tree, uint32_t node, size_t from, NameId name, Time begin) {
  const size_t slot = static_cast<uint32_t>(name + 1);
  if (slot >= calleeOfName_.size()) [[unlikely]]
    calleeOfName_.resize(slot + 1);
  uint32_t& known = calleeOfName_[slot];
  if (known >= from && known < callees_.size() && callees_[known].name == name) return callees_[known];
  known = static_cast<uint32_t>(callees_.size());
  Callee made;
  made.name = name;
  if (node < made_) made.node = tree.child(node, name, begin);
  made.first = begin;
  callees_.push_back(made);
  return callees_.back();
}

}  // namespace tp
