#include "core/tables/parquet_table.h"

#include <algorithm>
#include <utility>

#include "core/tables/parquet_cells.h"

namespace tp {
namespace {

using When = ParquetSource::When;

constexpr ParquetSource kSources[] = {
    {"slice", "slices", When::Span},
    {"instant", "instants", When::Point},
    {"counter", "counters", When::Point},
    {"thread_state", "thread_state", When::Span},
    {"sched", "sched", When::Span},
    {"event", "events", When::Point},
    {"event_field", "event_fields", When::Point},
    {"thread", "threads", When::Whole},
    {"process", "processes", When::Whole},
    {"track", "tracks", When::Whole},
    {"loss", "loss", When::Point},
    {"gap", "gaps", When::Lasting},
    {"trace_bounds", "trace_bounds", When::Whole},
    {"metadata", "metadata", When::Whole},
    {"stats", "stats", When::Whole},
    {"warning", "warnings", When::Whole},
};

uint32_t columnNamed(const Table& table, std::string_view name) {
  const std::span<const TableColumn> columns = table.columns();
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const TableColumn& c) { return c.name == name; });
  return static_cast<uint32_t>(found - columns.begin());
}

std::vector<parquet::Column> columnsOf(const Table& table) {
  std::vector<parquet::Column> out;
  for (const TableColumn& column : table.columns()) {
    if ((column.uses & TableColumn::kHidden) != 0) continue;
    const bool isNumber = column.type == TableColumn::Type::Integer;
    out.push_back({std::string(column.name), isNumber ? parquet::Type::Integer : parquet::Type::Text});
  }
  return out;
}

}  // namespace

std::span<const ParquetSource> parquetSources() {
  return kSources;
}

ParquetTable::ParquetTable(Table& table, const ParquetSource& source, const Range& range, parquet::Codec codec,
                           parquet::Sink sink)
    : table_(table),
      range_(range),
      when_(range.from == Range().from && range.to == Range().to ? When::Whole : source.when),
      writer_(columnsOf(table), codec, std::move(sink)),
      width_(columnsOf(table).size()),
      coded_(table.coded()),
      batch_(table.columns().size()) {
  if (when_ != When::Whole) {
    begin_ = end_ = columnNamed(table, "ts");
    if (when_ == When::Span) end_ = columnNamed(table, "end_ts");
    if (when_ == When::Lasting) end_ = columnNamed(table, "dur");
    ColumnLimit begins{.column = begin_, .most = range_.to};
    if (when_ == When::Point) begins.least = range_.from;
    query_.limits.push_back(begins);
    if (when_ == When::Span) query_.limits.push_back({.column = end_, .least = range_.from});
  }
  if (coded_ != nullptr) {
    codes_ = coded_->scan(query_);
  } else {
    cells_ = table.open(query_);
  }
}

int64_t ParquetTable::endOf(int64_t begin, int64_t value) const {
  if (when_ != When::Lasting) return value;
  // Saturates: a duration that leads beyond all times leads beyond the range.
  return begin > 0 && value > std::numeric_limits<int64_t>::max() - begin ? std::numeric_limits<int64_t>::max()
                                                                          : begin + std::max<int64_t>(value, 0);
}

bool ParquetTable::isWithin(const int64_t* row) const {
  return when_ == When::Whole || isWithin(row[begin_], endOf(row[begin_], row[end_]));
}

bool ParquetTable::isWithin(TableCursor& cursor) const {
  if (when_ == When::Whole) return true;
  const int64_t begin = cursor.cell(begin_).integer;
  return isWithin(begin, endOf(begin, cursor.cell(end_).integer));
}

bool ParquetTable::step() {
  return coded_ != nullptr ? stepCodes() : stepCells();
}

void ParquetTable::addCodes(size_t first, size_t count) {
  const size_t width = table_.columns().size();
  for (size_t i = 0; i < width_; ++i) {
    parquet::ColumnWriter& column = writer_.column(i);
    const int64_t* codes = batch_.row(first) + i;
    if (column.type() == parquet::Type::Integer) {
      column.addIntegers(codes, count, width, kNullCode);
    } else {
      column.addCodes(codes, count, width, kNullCode, [this, i](int64_t code) { return coded_->text(i, code); });
    }
  }
}

bool ParquetTable::stepCodes() {
  batch_.clear();
  const bool more = codes_->fill(batch_);
  size_t count = 0;
  for (size_t first = 0; first < batch_.size(); first += std::max<size_t>(count, 1)) {
    count = 0;
    while (first + count < batch_.size() && isWithin(batch_.row(first + count))) ++count;
    if (count == 0) continue;
    addCodes(first, count);
    if (!writer_.endRows(count)) return false;
  }
  return more;
}

bool ParquetTable::stepCells() {
  constexpr size_t kRows = 512;
  size_t rows = 0;
  bool more = true;
  while (rows < kRows && (more = cells_->next())) {
    if (!isWithin(*cells_)) continue;
    for (size_t i = 0; i < width_; ++i)
      if (!addCell(writer_.column(i), cells_->cell(i))) ++misfits_;
    ++rows;
  }
  return writer_.endRows(rows) && more;
}

}  // namespace tp
