#include "core/tables/record_tables.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "core/tables/arg_sets.h"
#include "core/tables/drawn_args.h"
#include "core/tables/event_cursor.h"
#include "core/tables/record_fields.h"

namespace tp {
namespace {

using Type = TableColumn::Type;
constexpr uint8_t kLimits = TableColumn::kLimits;
constexpr uint8_t kFound = kLimits | TableColumn::kPlaces | TableColumn::kUpwards;

enum Column : uint32_t { kSet, kFlatKey, kKey, kInteger, kText, kReal, kType, kShown };
constexpr TableColumn kColumns[] = {
    {"arg_set_id", Type::Integer, kFound, "what arg_set_id of event, slice and instant is"},
    {"flat_key", Type::Text, kLimits, "as key"},
    {"key", Type::Text, kLimits, "name of the argument: next_pid, arg1, retval ..."},
    {"int_value", Type::Integer, 0, "the value, if it is an integer"},
    {"string_value", Type::Text, 0, "the value, if it is a text"},
    {"real_value", Type::Any, 0, "the value, if it is another number"},
    {"value_type", Type::Text, 0, "int, string, real"},
    {"display_value", Type::Text, 0, "the value as text, by its name if it has one"},
};

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

// Records first, then what is drawn.
class ArgCursor final : public TableCursor {
 public:
  ArgCursor(TableTrace& trace, DrawnArgs& kept, const TableQuery& query) {
    for (const ColumnLimit& one : query.limits) {
      if (one.column == kSet) least_ = std::max(least_, one.least), most_ = std::min(most_, one.most);
      // If there are two that differ, nothing is found by either.
      if (one.column != kSet && one.text) key_ = one.text;
    }
    if (least_ > most_) return;
    if (least_ < kDrawnArgSets) {
      EventCursor::Limits limits;
      limits.first = least_;
      limits.last = most_ < kDrawnArgSets ? most_ : kMax;
      events_.emplace(trace, limits, false, true);
    }
    if (most_ < kDrawnArgSets) return;
    if (least_ == most_) {
      for (const DrawnArg& one : kept.of(least_))
        if (!key_ || one.key == *key_) drawn_.push_back(one);
    } else {
      scan_.emplace(trace, std::max(least_, kDrawnArgSets), most_, key_);
    }
  }

  bool next() override {
    while (events_) {
      if (++at_ < fields_.size()) return true;
      if (!events_->next()) {
        events_.reset();
        at_ = ~size_t{0};
        break;
      }
      fields_.take(events_->row(), key_);
      at_ = ~size_t{0};
    }
    while (++at_ >= drawn_.size()) {
      if (!scan_ || !more_) return false;
      drawn_.clear();
      more_ = scan_->fill(drawn_);
      at_ = ~size_t{0};
    }
    return true;
  }
  int64_t rowId() const override {
    return events_ ? partId(events_->number(), fields_.position(at_)) : partId(drawn_[at_].set, drawn_[at_].position);
  }
  Cell cell(size_t column) override {
    const DrawnArg* drawn = events_ ? nullptr : &drawn_[at_];
    switch (column) {
      case kSet:
        return Cell::of(drawn != nullptr ? drawn->set : events_->number());
      case kFlatKey:
      case kKey:
        return Cell::of(drawn != nullptr ? std::string_view(drawn->key) : fields_.key(at_));
      case kShown:
        return Cell::of(drawn != nullptr ? std::string_view(drawn->shown) : fields_.shown(at_));
      default:
        break;
    }
    Cell value = drawn != nullptr ? drawn->value : fields_.value(at_);
    if (drawn != nullptr && value.kind == Cell::Kind::Text) value.text = drawn->text;
    const bool isInteger = value.kind == Cell::Kind::Integer, isText = value.kind == Cell::Kind::Text;
    if (column == kType) return Cell::of(std::string_view(isInteger ? "int" : isText ? "string" : "real"), true);
    if (column == kInteger) return isInteger ? value : Cell{};
    if (column == kText) return isText ? value : Cell{};
    return isInteger || isText ? Cell{} : value;
  }

 private:
  int64_t least_ = 0, most_ = kMax;
  std::optional<std::string> key_;
  std::optional<EventCursor> events_;  // as long as records are read
  RecordFields fields_;                // of the current record
  std::optional<DrawnArgScan> scan_;
  std::vector<DrawnArg> drawn_;
  bool more_ = true;
  size_t at_ = ~size_t{0};
};

class ArgTable final : public Table {
 public:
  explicit ArgTable(TableTrace& trace) : trace_(trace), kept_(trace) {}

  std::string_view name() const override { return "args"; }
  std::string_view about() const override {
    return "Arguments: the fields of records, and of the records that begin and end what is drawn.";
  }
  std::span<const TableColumn> columns() const override { return kColumns; }
  double expectedRows() const override { return 1e8; }
  std::unique_ptr<TableCursor> open(TableQuery query) override {
    return std::make_unique<ArgCursor>(trace_, kept_, query);
  }

 private:
  TableTrace& trace_;
  DrawnArgs kept_;
};

}  // namespace

std::unique_ptr<Table> makeArgTable(TableTrace& trace) {
  return std::make_unique<ArgTable>(trace);
}

}  // namespace tp
