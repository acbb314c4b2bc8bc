#include "core/tables/record_tables.h"

#include <array>
#include <utility>

#include "core/decode/row_fields.h"
#include "core/tables/coded_rows.h"
#include "core/tables/event_cursor.h"
#include "core/tables/record_fields.h"

namespace tp {
namespace {

using Type = TableColumn::Type;
constexpr uint8_t kLimits = TableColumn::kLimits;
// Of a column that is the number of the row.
constexpr uint8_t kFound = kLimits | TableColumn::kPlaces | TableColumn::kUpwards;

// What the cursor looks for without reading all records in between.
constexpr bool isLimited(RowField field) {
  return field == RowField::Time || field == RowField::Name;
}

constexpr uint8_t usesOf(const RowFieldInfo& field) {
  uint8_t grouped = 0;
  if (field.values == RowFieldInfo::Values::Few) grouped = TableColumn::kGroups;
  if (field.values == RowFieldInfo::Values::Loose) grouped = TableColumn::kLoose;
  return isLimited(field.field) ? kLimits | grouped : grouped;
}

// A part of either table has about as many rows as a row group. Most records have a few fields.
constexpr int64_t kEventsOfPart = 1'000'000, kRecordsOfPart = 250'000;

// The number of the row, then the fields in the order of RowField, then the number once more.
constexpr size_t kArgSet = 1 + std::size(kRowFields);
constexpr auto kEventColumns = [] {
  std::array<TableColumn, kArgSet + 1> columns{};
  columns[0] = {"row", Type::Integer, kFound, "its number in the table of events, from 0 on"};
  columns[kArgSet] = {"arg_set_id", Type::Integer, kFound | TableColumn::kHidden, "args.arg_set_id of its fields"};
  for (size_t i = 0; i < std::size(kRowFields); ++i) {
    const RowFieldInfo& field = kRowFields[i];
    columns[i + 1] = {field.name, field.type == RowFieldInfo::Type::Text ? Type::Text : Type::Integer, usesOf(field),
                      field.about};
  }
  return columns;
}();

constexpr size_t columnOf(RowField field) {
  return static_cast<size_t>(field);
}

// `rows`: the columns that are the number of the row. `partRows`: a part has so many rows of the table of events.
EventCursor::Limits limitsOf(const TableQuery& query, std::initializer_list<size_t> rows, size_t ts, size_t name,
                             int64_t partRows) {
  EventCursor::Limits limits;
  if (query.part) {
    limits.part = true;
    limits.first = static_cast<int64_t>(*query.part) * partRows;
    limits.last = limits.first + partRows - 1;
  }
  for (const ColumnLimit& one : query.limits) {
    for (size_t column : rows) {
      if (one.column != column) continue;
      limits.first = std::max(limits.first, one.least);
      limits.last = std::min(limits.last, one.most);
    }
    if (one.column == ts && !one.text) limits.from = std::max(limits.from, one.least);
    if (one.column == ts && !one.text) limits.to = std::min(limits.to, one.most);
    if (one.column == name && one.text) limits.name = one.text;
  }
  return limits;
}

class EventTableCursor final : public TableCursor {
 public:
  EventTableCursor(TableTrace& trace, const TableQuery& query)
      : events_(trace, limitsOf(query, {0, kArgSet}, columnOf(RowField::Time), columnOf(RowField::Name), kEventsOfPart),
                query.wants(columnOf(RowField::Duration)) || query.wants(columnOf(RowField::Waited)),
                query.wants(columnOf(RowField::Args))) {}

  bool next() override { return events_.next(); }
  bool ended() const override { return events_.ended(); }
  int64_t rowId() const override { return events_.number(); }
  Cell cell(size_t column) override {
    if (column == 0 || column == kArgSet) return Cell::of(events_.number());
    const auto field = static_cast<RowField>(column);
    if (field == RowField::Name) {
      const std::string_view name = events_.name();
      return name.empty() ? Cell{} : Cell::of(name);
    }
    if (isLasted(field)) {
      const Time time = field == RowField::Waited ? events_.lasted().waited : events_.lasted().duration;
      return time == RowLasted::kUnknown ? Cell{} : Cell::of(time);
    }
    const RowValue value = readField(events_.row(), field, room_);
    if (value.kind == RowValue::Kind::None) return {};
    if (value.isWhole()) return numberCell(value, room_);
    return Cell::of(value.text);
  }

 private:
  EventCursor events_;
  std::string room_;
};

// Rows of codes, to be grouped.
class EventCodes final : public RowSource {
 public:
  EventCodes(TableTrace& trace, const TableQuery& query) : trace_(trace), events_(trace, query) {
    for (size_t i = 0; i < kEventColumns.size(); ++i)
      if (query.wants(i)) wanted_.push_back(i);
  }

  bool fill(CodedBatch& out) override {
    for (int i = 0; i < 512; ++i) {
      if (!events_.next()) return false;
      int64_t* row = out.add();
      for (size_t column : wanted_) row[column] = code(events_.cell(column));
    }
    return true;
  }

 private:
  int64_t code(const Cell& cell) {
    if (cell.kind == Cell::Kind::Text) return trace_.pool().code(cell.text);
    return cell.kind == Cell::Kind::Null ? kNullCode : cell.integer;
  }

  TableTrace& trace_;
  EventTableCursor events_;
  std::vector<size_t> wanted_;
};

class EventTable final : public CodedTable {
 public:
  explicit EventTable(TableTrace& trace) : trace_(trace) {}

  std::string_view name() const override { return "event"; }
  std::string_view about() const override {
    return "Every record, as the table of events and `tracepane events` list it (docs/events.md).";
  }
  std::span<const TableColumn> columns() const override { return kEventColumns; }
  double expectedRows() const override { return 2e7; }
  std::optional<size_t> parts() override { return std::nullopt; }
  std::unique_ptr<TableCursor> open(TableQuery query) override {
    if (!query.groupBy.empty()) return CodedTable::open(std::move(query));
    return std::make_unique<EventTableCursor>(trace_, query);
  }
  uint32_t idColumn() const override { return 0; }
  // Each text of a record would get a code of its own.
  CodedTable* coded() override { return nullptr; }
  std::unique_ptr<RowSource> scan(const TableQuery& query) override {
    return std::make_unique<EventCodes>(trace_, query);
  }
  std::string_view text(size_t, int64_t code) const override { return trace_.pool().text(code); }

 private:
  TableTrace& trace_;
};

enum FieldColumn : uint32_t { kRow, kTs, kEvent, kKey, kValue, kShown };
constexpr TableColumn kFieldColumns[] = {
    {"row", Type::Integer, kFound, "event.row of the record"},
    {"ts", Type::Integer, kLimits, "when"},
    {"event", Type::Text, kLimits, "name of the record"},
    {"key", Type::Text, kLimits, "name of the field: next_pid, arg1, retval ..."},
    {"value", Type::Any, 0, "a number or a text, as JSON lines have it"},
    {"shown", Type::Text, 0, "the value as text, by its name if it has one"},
};

class FieldCursor final : public TableCursor {
 public:
  FieldCursor(TableTrace& trace, const TableQuery& query)
      : events_(trace, limitsOf(query, {kRow}, kTs, kEvent, kRecordsOfPart), false, true) {
    for (const ColumnLimit& one : query.limits)
      if (one.column == kKey && one.text) key_ = one.text;
  }

  bool next() override {
    for (++at_; at_ >= fields_.size(); at_ = 0) {
      if (!events_.next()) return false;
      fields_.take(events_.row(), key_);
    }
    return true;
  }
  bool ended() const override { return events_.ended(); }
  int64_t rowId() const override { return partId(events_.number(), fields_.position(at_)); }
  Cell cell(size_t column) override {
    switch (column) {
      case kRow:
        return Cell::of(events_.number());
      case kTs:
        return Cell::of(events_.row().time);
      case kEvent:
        return Cell::of(events_.row().name);
      case kKey:
        return Cell::of(fields_.key(at_));
      case kValue:
        return fields_.value(at_);
      default:
        return Cell::of(fields_.shown(at_));
    }
  }

 private:
  EventCursor events_;
  std::optional<std::string> key_;
  RecordFields fields_;
  size_t at_ = ~size_t{0};
};

class EventFieldTable final : public Table {
 public:
  explicit EventFieldTable(TableTrace& trace) : trace_(trace) {}

  std::string_view name() const override { return "event_field"; }
  std::string_view about() const override { return "The format's own fields of each record (docs/filter.md)."; }
  std::span<const TableColumn> columns() const override { return kFieldColumns; }
  double expectedRows() const override { return 1e8; }
  std::optional<size_t> parts() override { return std::nullopt; }
  std::unique_ptr<TableCursor> open(TableQuery query) override { return std::make_unique<FieldCursor>(trace_, query); }

 private:
  TableTrace& trace_;
};

}  // namespace

std::unique_ptr<Table> makeEventTable(TableTrace& trace) {
  return std::make_unique<EventTable>(trace);
}

std::unique_ptr<Table> makeEventFieldTable(TableTrace& trace) {
  return std::make_unique<EventFieldTable>(trace);
}

}  // namespace tp
