#include "core/tables/drawn_args.h"

#include <algorithm>
#include <utility>

#include "core/tables/arg_sets.h"
#include "core/tables/drawn_rows.h"
#include "core/tables/record_fields.h"

namespace tp {
namespace {

constexpr TableColumn kColumns[] = {{"arg_set_id", TableColumn::Type::Integer, 0, ""}};

bool isShown(TrackKind kind) {
  return kind != TrackKind::Counter && kind != TrackKind::ThreadState;
}

}  // namespace

// What is drawn, as a table of nothing but sets of arguments.
class DrawnArgScan::Things final : public DrawnTable {
 public:
  explicit Things(TableTrace& trace) : DrawnTable(trace) {}

  std::string_view name() const override { return ""; }
  std::string_view about() const override { return ""; }
  std::span<const TableColumn> columns() const override { return kColumns; }
  std::span<const TrackColumn> trackColumns() const override { return {}; }
  uint32_t timeColumn() const override { return kNoColumn; }
  uint32_t idColumn() const override { return kNoColumn; }
  uint32_t argSetColumn() const override { return 0; }
  bool takes(const TrackKey& key, bool) const override { return isShown(key.kind); }
  std::unique_ptr<RowSource> scan(const TableQuery&) override { return nullptr; }
  std::string_view text(size_t, int64_t) const override { return {}; }
};

class DrawnArgScan::Rows final : public DrawnRows {
 public:
  Rows(Things& things, const TableQuery& query, std::optional<std::string> key)
      : DrawnRows(things, query), limit_(query.limits.front()), key_(std::move(key)) {}

  std::vector<DrawnArg>* args = nullptr;  // where they are put

  void narrow(int64_t least, int64_t most) { limit_.least = least, limit_.most = most; }

 private:
  // What ends a slice comes behind what begins it.
  static constexpr int64_t kOfEnd = int64_t{1} << 32;

  bool ofSlices() const override { return true; }
  void begun(const Lane&, int64_t id, CodedBatch& out) override { add(id, 0, out); }
  void point(const Lane&, const Record& record, int64_t id, CodedBatch& out) override {
    if (record.kind == RecordKind::Instant) add(id, 0, out);
  }
  void slice(const Lane&, const ClosedSlice& slice, int64_t id, int64_t, CodedBatch& out) override {
    const Record* record = current();
    if (record == nullptr || record->depth != slice.depth) return;
    if (record->kind == RecordKind::Slice) add(id, 0, out);
    if (record->kind == RecordKind::End) add(id, kOfEnd, out);
  }
  void add(int64_t id, int64_t from, CodedBatch& out) {
    const int64_t set = id + kDrawnArgSets;
    if (set < limit_.least || set > limit_.most) return;
    describe(row_);
    fields_.take(row_, key_);
    for (size_t i = 0; i < fields_.size(); ++i) {
      *out.add() = set;
      DrawnArg& arg = args->emplace_back();
      arg.set = set;
      arg.position = from + fields_.position(i);
      arg.key = fields_.key(i);
      arg.shown = fields_.shown(i);
      arg.value = fields_.value(i);
      arg.text = arg.value.text;
      arg.value.text = {};
    }
  }

  ColumnLimit limit_;
  std::optional<std::string> key_;
  EventRow row_;
  RecordFields fields_;
};

DrawnArgScan::DrawnArgScan(TableTrace& trace, int64_t least, int64_t most, std::optional<std::string> key)
    : things_(std::make_unique<Things>(trace)) {
  query_.wanted = 1;
  query_.limits.push_back({.column = 0, .least = least, .most = most});
  rows_ = std::make_unique<Rows>(*things_, query_, std::move(key));
  batch_ = std::make_unique<CodedBatch>(std::size(kColumns));
}

DrawnArgScan::~DrawnArgScan() = default;

void DrawnArgScan::narrow(int64_t least, int64_t most) {
  rows_->narrow(least, most);
}

bool DrawnArgScan::fill(std::vector<DrawnArg>& out) {
  rows_->args = &out;
  batch_->clear();
  return rows_->fill(*batch_);
}

// Returns whether the points of the unit are known: a scan of it notes them.
bool DrawnArgs::notePoints(size_t unit) {
  if (trace_.points(unit) != nullptr) return true;
  const int64_t first = static_cast<int64_t>(unit + 1) * kDrawnArgSets;
  DrawnArgScan scan(trace_, first, first, std::nullopt);
  std::vector<DrawnArg> args;
  while (scan.fill(args)) args.clear();
  return trace_.points(unit) != nullptr;
}

// Takes about half of the arguments out of a part that stays the one of `set`. Returns false if that is its only set.
bool DrawnArgs::cut(Part& part, int64_t set) {
  if (part.least == part.most) return false;
  std::vector<int64_t> sets;
  for (const DrawnArg& one : part.args) sets.push_back(one.set);
  const auto middle = sets.begin() + static_cast<std::ptrdiff_t>(sets.size() / 2);
  std::nth_element(sets.begin(), middle, sets.end());
  const int64_t last = std::min(*middle, part.most - 1);
  (set <= last ? part.most : part.least) = set <= last ? last : last + 1;
  std::erase_if(part.args, [&](const DrawnArg& one) { return one.set < part.least || one.set > part.most; });
  part.bytes = 0;
  for (const DrawnArg& one : part.args) part.bytes += one.bytes();
  return true;
}

// Decodes the arguments of a part, which has `set`. Where points are so far apart that they would be too many, the part
// is cut.
void DrawnArgs::load(Part& part, int64_t set) {
  DrawnArgScan scan(trace_, part.least, part.most, std::nullopt);
  size_t counted = 0;
  for (bool more = true; more;) {
    more = scan.fill(part.args);
    for (; counted < part.args.size(); ++counted) part.bytes += part.args[counted].bytes();
    while (!part.tooLarge && part.bytes > mostBytes_ / 4) part.tooLarge = !cut(part, set);
    if (part.tooLarge) {
      part.args = {};
      part.bytes = 0;
      return;
    }
    scan.narrow(part.least, part.most);
    counted = part.args.size();
  }
  std::stable_sort(part.args.begin(), part.args.end(),
                   [](const DrawnArg& a, const DrawnArg& b) { return a.set < b.set; });
}

// Returns the part of the trace that has a set, which is of a unit whose points are known. Parts do not overlap.
DrawnArgs::Part& DrawnArgs::partOf(int64_t set) {
  const auto behind = byLeast_.upper_bound(set);
  if (behind != byLeast_.begin()) {
    const Parts::iterator part = std::prev(behind)->second;
    if (set <= part->most) {
      parts_.splice(parts_.begin(), parts_, part);
      return *part;
    }
  }
  const int64_t unit = set / kDrawnArgSets * kDrawnArgSets;
  const std::vector<UnitPoints::Point>& points = trace_.points(static_cast<size_t>(set / kDrawnArgSets - 1))->all();
  const size_t at = trace_.points(static_cast<size_t>(set / kDrawnArgSets - 1))->before(set - unit);
  Part made;
  made.least = unit + points[at].number;
  made.most = unit + (at + 1 < points.size() ? points[at + 1].number : kDrawnArgSets) - 1;
  if (behind != byLeast_.begin()) made.least = std::max(made.least, std::prev(behind)->second->most + 1);
  if (behind != byLeast_.end()) made.most = std::min(made.most, behind->first - 1);
  load(made, set);
  bytes_ += made.bytes;
  parts_.push_front(std::move(made));
  byLeast_[parts_.front().least] = parts_.begin();
  while (bytes_ > mostBytes_ && parts_.size() > 1) {
    bytes_ -= parts_.back().bytes;
    byLeast_.erase(parts_.back().least);
    parts_.pop_back();
  }
  return parts_.front();
}

std::span<const DrawnArg> DrawnArgs::of(int64_t set) {
  if (set < kDrawnArgSets || static_cast<uint64_t>(set / kDrawnArgSets - 1) >= trace_.units()) return {};
  if (!notePoints(static_cast<size_t>(set / kDrawnArgSets - 1))) return {};
  const Part& part = partOf(set);
  if (trace_.cancelled()) {
    // It may not be whole.
    byLeast_.clear();
    parts_.clear();
    bytes_ = 0;
    return {};
  }
  if (part.tooLarge) {
    one_.clear();
    DrawnArgScan scan(trace_, set, set, std::nullopt);
    while (scan.fill(one_)) {
    }
    return one_;
  }
  DrawnArg wanted;
  wanted.set = set;
  const auto [first, behind] = std::equal_range(part.args.begin(), part.args.end(), wanted,
                                                [](const DrawnArg& a, const DrawnArg& b) { return a.set < b.set; });
  return std::span(part.args).subspan(static_cast<size_t>(first - part.args.begin()),
                                      static_cast<size_t>(behind - first));
}

}  // namespace tp
