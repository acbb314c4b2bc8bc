#include "core/tables/parquet_rows.h"

#include <algorithm>
#include <utility>

#include "core/tables/parquet_cells.h"

namespace tp {
namespace {

using When = ParquetSource::When;

constexpr ParquetSource kSources[] = {
    {"slice", "slices", When::Span},       {"instant", "instants", When::Point},
    {"counter", "counters", When::Point},  {"thread_state", "thread_state", When::Span},
    {"sched", "sched", When::Span},        {"wait", "waits", When::Span},
    {"event", "events", When::Point},      {"event_field", "event_fields", When::Point},
    {"thread", "threads", When::Whole},    {"process", "processes", When::Whole},
    {"track", "tracks", When::Whole},      {"loss", "loss", When::Point},
    {"gap", "gaps", When::Lasting},        {"trace_bounds", "trace_bounds", When::Whole},
    {"metadata", "metadata", When::Whole}, {"stats", "stats", When::Whole},
    {"warning", "warnings", When::Whole},
};

}  // namespace

std::span<const ParquetSource> parquetSources() {
  return kSources;
}

std::vector<parquet::Column> parquetColumns(const Table& table) {
  std::vector<parquet::Column> out;
  for (const TableColumn& column : table.columns()) {
    if ((column.uses & TableColumn::kHidden) != 0) continue;
    const bool isNumber = column.type == TableColumn::Type::Integer;
    out.push_back({std::string(column.name), isNumber ? parquet::Type::Integer : parquet::Type::Text});
  }
  return out;
}

ParquetRows::ParquetRows(Table& table, const ParquetSource& source, const ParquetRange& range, size_t part)
    : table_(table),
      range_(range),
      when_(range.from == ParquetRange().from && range.to == ParquetRange().to ? When::Whole : source.when),
      width_(parquetColumns(table).size()),
      coded_(table.coded()),
      batch_(table.columns().size()),
      order_(table.columns()) {
  query_.part = part;
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

bool ParquetRows::last() const {
  const std::optional<size_t> parts = table_.parts();
  return parts ? *query_.part + 1 >= *parts : cells_->ended();
}

int64_t ParquetRows::endOf(int64_t begin, int64_t value) const {
  if (when_ != When::Lasting) return value;
  // Saturates: a duration that leads beyond all times leads beyond the range.
  return begin > 0 && value > std::numeric_limits<int64_t>::max() - begin ? std::numeric_limits<int64_t>::max()
                                                                          : begin + std::max<int64_t>(value, 0);
}

bool ParquetRows::isWithin(const int64_t* row) const {
  return when_ == When::Whole || isWithin(row[begin_], endOf(row[begin_], row[end_]));
}

bool ParquetRows::isWithin(TableCursor& cursor) const {
  if (when_ == When::Whole) return true;
  const int64_t begin = cursor.cell(begin_).integer;
  return isWithin(begin, endOf(begin, cursor.cell(end_).integer));
}

size_t ParquetRows::step(parquet::GroupWriter& to) {
  if (done_) return 0;
  return coded_ != nullptr ? stepCodes(to) : stepCells(to);
}

size_t ParquetRows::stepCodes(parquet::GroupWriter& to) {
  // So many are put in order at once: more would take fewer bytes in the file, and more time than the cache allows.
  constexpr size_t kRows = size_t{1} << 14;
  batch_.clear();
  while (!done_ && batch_.size() < kRows) done_ = !codes_->fill(batch_);
  rows_.clear();
  for (uint32_t row = 0; row < batch_.size(); ++row)
    if (isWithin(batch_.row(row))) rows_.push_back(row);
  if (rows_.empty()) return 0;
  order_.sort(batch_, rows_);
  // Rows that fit into the processor's caches, one column after the other.
  constexpr size_t kAtOnce = 512;
  for (size_t at = 0; at < rows_.size(); at += kAtOnce)
    addCodes(to, std::span<const uint32_t>(rows_).subspan(at, std::min(kAtOnce, rows_.size() - at)));
  to.endRows(rows_.size());
  return rows_.size();
}

void ParquetRows::addCodes(parquet::GroupWriter& to, std::span<const uint32_t> rows) {
  for (size_t i = 0; i < width_; ++i) {
    parquet::ColumnWriter& column = to.column(i);
    const parquet::ColumnWriter::Cells cells{batch_.row(0) + i, table_.columns().size(), kNullCode};
    if (column.type() == parquet::Type::Integer) {
      column.addIntegers(cells, rows);
    } else {
      column.addCodes(cells, rows, [this, i](int64_t code) { return coded_->text(i, code); });
    }
  }
}

size_t ParquetRows::stepCells(parquet::GroupWriter& to) {
  constexpr size_t kRows = 512;
  size_t rows = 0;
  while (rows < kRows && !(done_ = !cells_->next())) {
    if (!isWithin(*cells_)) continue;
    for (size_t i = 0; i < width_; ++i)
      if (!addCell(to.column(i), cells_->cell(i))) ++misfits_;
    ++rows;
  }
  to.endRows(rows);
  return rows;
}

}  // namespace tp
