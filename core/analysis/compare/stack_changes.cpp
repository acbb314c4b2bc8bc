#include "core/analysis/compare/stack_changes.h"

#include <algorithm>
#include <array>

#include "core/analysis/compare/compared_tree.h"
#include "core/analysis/compare/stack_names.h"
#include "core/analysis/compare/stack_weights.h"
#include "core/trace/off_cpu.h"

namespace tp {
namespace {

class Merge {
 public:
  Merge(StackComparison& out, ComparedTree& a, ComparedTree& b, size_t most, const InParallel& inParallel)
      : out_(out), trees_{&a, &b}, most_(std::max<size_t>(1, most)) {
    const LeastWeight found = leastWeight(a, b, most_, inParallel);
    out_.least = found.least;
    out_.stacks.reserve(found.kept + 1);
    ends_.reserve(found.kept + 1);
  }

  void run() {
    out_.stacks.emplace_back();
    out_.stacks[0].a.met = out_.stacks[0].b.met = true;
    for (std::vector<uint32_t>& from : from_) from = {CallTree::kRoot};
    ends_ = {{1, 1}};
    constexpr uint32_t kAhead = 8;  // so many are expanded before what they take is there
    for (uint32_t i = 0; i < out_.stacks.size(); ++i) {
      if (i + kAhead < out_.stacks.size()) expect(i + kAhead);
      expand(i);
    }
  }

 private:
  using Sides = std::array<int64_t, 2>;
  struct Callee {
    uint32_t function = 0;
    uint32_t side = 0;
    uint32_t node = 0;
    int64_t total = 0;
  };
  // The callees of one function, on both sides: callees_[first] to callees_[last - 1].
  struct Group {
    size_t first = 0, last = 0;
    Sides totals{};
    int64_t larger() const { return std::max(totals[0], totals[1]); }
  };

  StackFigures& figures(uint32_t stack, size_t side) { return side == 0 ? out_.stacks[stack].a : out_.stacks[stack].b; }

  size_t firstOf(uint32_t stack, size_t side) const { return stack > 0 ? ends_[stack - 1][side] : 0; }

  void expect(uint32_t stack) const {
    for (size_t side = 0; side < 2; ++side)
      for (size_t i = firstOf(stack, side); i < ends_[stack][side]; ++i) trees_[side]->expect(from_[side][i]);
  }

  // Collects the callees of a node, with those of callees that were inlined. Returns the sum of their totals.
  int64_t collectCallees(uint32_t side, uint32_t caller) {
    ComparedTree& tree = *trees_[side];
    int64_t sum = 0;
    through_.assign(1, caller);
    while (!through_.empty()) {
      const uint32_t node = through_.back();
      through_.pop_back();
      tree.follow(node);
      for (uint32_t at = tree.node(node).child; at != CallTree::kRoot; at = tree.node(at).sibling) {
        if (tree.isNothing(at)) continue;
        if (tree.inlined(at)) tree.follow(at);
        const int64_t total = tree.ownTotal(at);
        sum = plus(sum, total);
        callees_.push_back({tree.functionOf(at), side, at, total});
        if (tree.inlined(at)) through_.push_back(at);
      }
    }
    return sum;
  }

  // Collects the callees of a stack, and sets its own figures but for what is left to it.
  void collect(uint32_t stack, Sides& hidden) {
    callees_.clear();
    for (uint32_t side = 0; side < 2; ++side) {
      const ComparedTree& tree = *trees_[side];
      StackFigures& own = figures(stack, side);
      for (size_t i = firstOf(stack, side); i < ends_[stack][side]; ++i) {
        const uint32_t node = from_[side][i];
        const int64_t untold = tree.untold(node);
        own.untold = plus(own.untold, untold);
        const int64_t callees = plus(untold, tree.inlined(node) ? 0 : collectCallees(side, node));
        const int64_t total = stack > 0 ? tree.ownTotal(node) : callees;
        own.total = plus(own.total, total);
        own.self = plus(own.self, minus(total, callees));
        own.calls += tree.node(node).count;
        own.open += tree.open(node);
      }
      hidden[side] = own.met ? own.untold : own.atMost;
    }
    std::sort(callees_.begin(), callees_.end(), [](const Callee& x, const Callee& y) {
      if (x.function != y.function) return x.function < y.function;
      return x.side != y.side ? x.side < y.side : x.node < y.node;
    });
  }

  void expand(uint32_t stack) {
    Sides hidden{};
    collect(stack, hidden);
    groups_.clear();
    for (size_t i = 0; i < callees_.size(); ++i) {
      if (i == 0 || callees_[i].function != callees_[i - 1].function) groups_.push_back({i, i, {}});
      Group& group = groups_.back();
      group.last = i + 1;
      group.totals[callees_[i].side] = plus(group.totals[callees_[i].side], callees_[i].total);
    }
    // Those of one size follow each other by name. Unlike std::stable_sort(), this takes no memory for each stack.
    std::sort(groups_.begin(), groups_.end(), [](const Group& x, const Group& y) {
      return x.larger() != y.larger() ? x.larger() > y.larger() : x.first < y.first;
    });
    const auto child = static_cast<uint32_t>(out_.stacks.size());
    for (const Group& group : groups_) {
      const bool full = out_.stacks.size() > most_;
      if (full) out_.least = std::max(out_.least, plus(group.larger(), 1));
      if (full || group.larger() < out_.least) {
        for (size_t side = 0; side < 2; ++side)
          figures(stack, side).untold = plus(figures(stack, side).untold, group.totals[side]);
      } else {
        put(stack, group, hidden);
      }
    }
    out_.stacks[stack].callees = static_cast<uint32_t>(out_.stacks.size()) - child;
    out_.stacks[stack].child = out_.stacks[stack].callees > 0 ? child : 0;
  }

  void put(uint32_t caller, const Group& group, const Sides& hidden) {
    ComparedStack made;
    made.parent = caller;
    made.function = callees_[group.first].function;
    for (size_t i = group.first; i < group.last; ++i) {
      const Callee& callee = callees_[i];
      from_[callee.side].push_back(callee.node);
      (callee.side == 0 ? made.a : made.b).met = true;
    }
    if (!made.a.met) made.a.atMost = hidden[0];
    if (!made.b.met) made.b.atMost = hidden[1];
    out_.stacks.push_back(made);
    ends_.push_back({from_[0].size(), from_[1].size()});
  }

  StackComparison& out_;
  const std::array<ComparedTree*, 2> trees_;
  const size_t most_;
  // The nodes that became each stack, by side: of one stack behind those of the one before, up to `ends_`.
  std::array<std::vector<uint32_t>, 2> from_;
  std::vector<std::array<size_t, 2>> ends_;
  std::vector<Callee> callees_;
  std::vector<uint32_t> through_;  // nodes whose callees are still to be collected
  std::vector<Group> groups_;
};

// Converts what is not the sum of other figures, and adds it up again.
void convertFigures(StackComparison& compared, StackFigures ComparedStack::*side,
                    const std::function<Time(Time)>& convert) {
  std::vector<ComparedStack>& stacks = compared.stacks;
  for (ComparedStack& stack : stacks) (stack.*side).total = 0;
  for (size_t i = stacks.size(); i-- > 0;) {
    StackFigures& figures = stacks[i].*side;
    figures.self = convert(figures.self);
    figures.untold = convert(figures.untold);
    figures.atMost = convert(figures.atMost);
    figures.total = plus(figures.total, plus(figures.self, figures.untold));
    if (i > 0) (stacks[stacks[i].parent].*side).total = plus((stacks[stacks[i].parent].*side).total, figures.total);
  }
}

}  // namespace

bool StackComparison::same() const {
  return std::none_of(stacks.begin(), stacks.end(), [](const ComparedStack& stack) { return stack.differs(); });
}

bool StackComparison::beyondFunctions() const {
  std::vector<bool> beyond(functions.size());
  std::transform(functions.begin(), functions.end(), beyond.begin(),
                 [](const ComparedName& one) { return one.name == kNotKnown || isOffCpuSlice(one.name); });
  return std::any_of(stacks.begin() + 1, stacks.end(), [&](const ComparedStack& one) {
    return one.a.open > 0 || one.b.open > 0 || beyond[one.function];
  });
}

void convertTimes(SideStacks& stacks, const ClockInfo& clock, const std::function<Time(Time)>& convert) {
  for (Time* time : {&stacks.side.begin, &stacks.side.end}) *time = convert(*time);
  stacks.side.clock = clock;
  stacks.convert = convert;
}

bool lackPartners(const SideStacks& a, const SideStacks& b) {
  std::vector<std::string> namesA = stackNames(a).texts, namesB = stackNames(b).texts;
  std::sort(namesA.begin(), namesA.end());
  std::sort(namesB.begin(), namesB.end());
  return namesA != namesB;
}

StackComparison compareStacks(const SideStacks& a, const SideStacks& b, size_t most, const PairedNames* paired,
                              const InParallel& inParallel) {
  StackComparison out;
  out.sideA = a.side;
  out.sideB = b.side;
  StackNames namesA = stackNames(a), namesB = stackNames(b);
  out.functions = matchStackNames(namesA, namesB, paired);
  ComparedTree treeA(a, std::move(namesA)), treeB(b, std::move(namesB));
  Merge(out, treeA, treeB, most, inParallel).run();
  if (a.convert) convertFigures(out, &ComparedStack::a, a.convert);
  if (b.convert) convertFigures(out, &ComparedStack::b, b.convert);
  return out;
}

}  // namespace tp
