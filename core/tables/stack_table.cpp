#include <limits>
#include <string>
#include <utility>

#include "core/export/folded_stacks.h"
#include "core/tables/whole_tables.h"

namespace tp {
namespace {

using Type = TableColumn::Type;

enum Column : uint32_t { kId, kParent, kDepth, kName, kCalls, kTotal, kSelf, kOpen, kStack };
constexpr TableColumn kStackColumns[] = {
    {"id", Type::Integer, TableColumn::kLimits, "of the stack, in the order of first calls; callers come first"},
    {"parent_id", Type::Integer, 0, "stack.id of the callers; NULL of the outermost"},
    {"depth", Type::Integer, 0, "how many callers there are"},
    {"name", Type::Text, 0, "of the function that is called last"},
    {"calls", Type::Integer, 0, "how often it was called by these callers"},
    {"total", Type::Integer, 0, "time of these calls, as far as it is known"},
    {"self", Type::Integer, 0, "without what they call"},
    {"open", Type::Integer, 0, "calls whose duration is not known"},
    {"stack", Type::Text, 0, "the names with ; between, as `tracepane stacks` prints them"},
};

// The stacks in the order in which they are printed.
class Stacks {
 public:
  struct Row {
    uint32_t node = 0;
    uint32_t parent = 0;  // a row; of the outermost, itself
    uint32_t depth = 0;
  };

  explicit Stacks(const TraceFacts::Stacks& facts) : facts_(facts) {
    if (facts.tree == nullptr) return;
    const CallTree& tree = *facts.tree;
    struct Step {
      uint32_t node, parent, depth;
    };
    std::vector<Step> left;
    std::vector<uint32_t> callees;
    const auto enter = [&](uint32_t node, uint32_t parent, uint32_t depth) {
      callees.clear();
      tree.children(node, callees, [&](uint32_t callee) { return frameOf(callee); });
      for (size_t i = callees.size(); i-- > 0;) left.push_back({callees[i], parent, depth});
    };
    enter(CallTree::kRoot, 0, 0);
    while (!left.empty()) {
      const Step step = left.back();
      left.pop_back();
      const auto row = static_cast<uint32_t>(rows_.size());
      rows_.push_back({step.node, step.depth == 0 ? row : step.parent, step.depth});
      enter(step.node, row, step.depth + 1);
    }
  }

  const std::vector<Row>& rows() const { return rows_; }
  const CallTree& tree() const { return *facts_.tree; }
  std::string_view nameOf(uint32_t node) const { return facts_.names->told(tree().nodes()[node].name, true); }
  std::string frameOf(uint32_t node) const { return foldedFrame(nameOf(node)); }
  std::string stackOf(uint32_t row) const {
    std::string out = frameOf(rows_[row].node);
    while (rows_[row].parent != row) {
      row = rows_[row].parent;
      out.insert(0, frameOf(rows_[row].node).append(";"));
    }
    return out;
  }

 private:
  const TraceFacts::Stacks& facts_;
  std::vector<Row> rows_;
};

class StackCursor final : public TableCursor {
 public:
  // `begin` and `end` are rows.
  StackCursor(const Stacks& stacks, uint32_t begin, uint32_t end) : stacks_(stacks), next_(begin), end_(end) {}

  bool next() override {
    if (next_ >= end_) return false;
    at_ = next_++;
    return true;
  }
  Cell cell(size_t column) override {
    const Stacks::Row& row = stacks_.rows()[at_];
    const CallNode& node = stacks_.tree().nodes()[row.node];
    switch (column) {
      case kId:
        return Cell::of(int64_t{at_});
      case kParent:
        return row.depth > 0 ? Cell::of(int64_t{row.parent}) : Cell();
      case kDepth:
        return Cell::of(int64_t{row.depth});
      case kName:
        text_ = stacks_.nameOf(row.node);
        return Cell::of(std::string_view(text_));
      case kCalls:
        return Cell::of(static_cast<int64_t>(node.count));
      case kTotal:
        return Cell::of(node.total);
      case kSelf:
        return Cell::of(stacks_.tree().self(row.node));
      case kOpen:
        return Cell::of(static_cast<int64_t>(stacks_.tree().open(row.node)));
      default:
        stack_ = stacks_.stackOf(at_);
        return Cell::of(std::string_view(stack_));
    }
  }
  int64_t rowId() const override { return at_; }

 private:
  const Stacks& stacks_;
  uint32_t at_ = 0, next_, end_;
  std::string text_, stack_;
};

class StackTable final : public Table {
 public:
  explicit StackTable(TableTrace& trace) : trace_(trace) {}

  std::string_view name() const override { return "stack"; }
  std::string_view about() const override {
    return "Who called whom: a row for each distinct chain of callers, as `tracepane stacks` counts them.";
  }
  std::span<const TableColumn> columns() const override { return kStackColumns; }
  double expectedRows() const override { return 1e5; }
  std::unique_ptr<TableCursor> open(TableQuery query) override {
    if (!stacks_) stacks_.emplace(trace_.facts().stacks());
    int64_t begin = 0, end = static_cast<int64_t>(stacks_->rows().size());
    for (const ColumnLimit& limit : query.limits) {
      if (limit.column != kId || limit.text) continue;
      begin = std::max(begin, limit.least);
      if (limit.most < end) end = limit.most + 1;
    }
    if (begin >= end) begin = end = 0;
    return std::make_unique<StackCursor>(*stacks_, static_cast<uint32_t>(begin), static_cast<uint32_t>(end));
  }

 private:
  TableTrace& trace_;
  std::optional<Stacks> stacks_;
};

}  // namespace

std::unique_ptr<Table> makeStackTable(TableTrace& trace) {
  return std::make_unique<StackTable>(trace);
}

}  // namespace tp
