// A trace as tables: typed columns, and cursors over rows that are decoded as they are read. What asks for rows says
// which columns it needs and which rows, so that the others need not be made. docs/sql.md lists the tables.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tp {

struct TableColumn {
  enum class Type : uint8_t { Integer, Text, Any };
  enum Use : uint8_t {
    kLimits = 1,    // a ColumnLimit spares work
    kGroups = 2,    // rows can come grouped by it: it has few values
    kLoose = 4,     // it has so many different texts that rows with it are never held back to be grouped
    kPlaces = 8,    // with kLimits: rows are found by it, and those before and behind are not read
    kUpwards = 16,  // with kPlaces: if values are looked up from the least to the greatest, no row is read twice
    kHidden = 32,   // it is there for who names it: `SELECT *` and exports are without it; the last columns only
  };

  std::string_view name;
  Type type = Type::Integer;
  uint8_t uses = 0;
  std::string_view about;  // for the reference
};

// The value of a column in a row.
struct Cell {
  enum class Kind : uint8_t { Null, Integer, Real, Text };

  Kind kind = Kind::Null;
  int64_t integer = 0;
  double real = 0;
  std::string_view text;  // valid until the cursor moves or, if it is lasting, as long as the table
  bool lasting = false;

  static Cell of(int64_t number) { return {Kind::Integer, number, 0, {}}; }
  static Cell of(double number) { return {Kind::Real, 0, number, {}}; }
  static Cell of(std::string_view words, bool lasting = false) { return {Kind::Text, 0, 0, words, lasting}; }
};

// Rows are wanted only if the column is a number within these bounds, both inclusive, or is this text.
struct ColumnLimit {
  uint32_t column = 0;
  int64_t least = std::numeric_limits<int64_t>::min();
  int64_t most = std::numeric_limits<int64_t>::max();
  std::optional<std::string> text = {};
};

struct TableQuery {
  // For all of these. Rows that do not meet them may come all the same.
  std::vector<ColumnLimit> limits = {};
  // By column, the lowest bit first: whether cell() will be called. The highest bit stands for all further columns.
  uint64_t wanted = ~uint64_t{0};
  // Rows must come in the order of their values in these columns, which have kGroups: NULL first, texts by their bytes.
  struct Key {
    uint32_t column = 0;
    bool descending = false;
    bool operator==(const Key&) const = default;
  };
  std::vector<Key> groupBy = {};
  bool oneOfEach = false;  // of rows with equal values, one is enough, and only the columns of `groupBy` are wanted
  // Rows must come sorted by the numbers in a column, NULL least. Equal numbers keep the order of a scan. Most likely,
  // only this many rows are needed. Of a CodedTable, and without `groupBy`. Rows that do not meet all `limits` do not
  // come.
  struct First {
    uint32_t column = 0;
    bool descending = false;
    uint32_t rows = 0;
    bool operator==(const First&) const = default;
  };
  std::optional<First> first = {};
  // Only the rows of this part (Table::parts()), in the order of a scan: not with `groupBy` or `first`.
  std::optional<size_t> part = {};

  bool wants(size_t column) const { return (wanted >> (column < 63 ? column : 63) & 1) != 0; }
  void want(size_t column) { wanted |= uint64_t{1} << (column < 63 ? column : 63); }
};

class TableCursor {
 public:
  virtual ~TableCursor() = default;
  // Moves to the next row, or to the first one. Returns false behind the last one.
  virtual bool next() = 0;
  // Returns the value of a wanted column in the current row.
  virtual Cell cell(size_t column) = 0;
  // Returns a number that is the current row's own in all scans that are not grouped.
  virtual int64_t rowId() const = 0;
  // Returns how many rows were read so far without being handed over, of a scan with TableQuery::first.
  virtual uint64_t passedOver() const { return 0; }
  // After next() has returned false: whether no later part (TableQuery::part) has rows.
  virtual bool ended() const { return true; }
};

class CodedTable;

class Table {
 public:
  virtual ~Table() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view about() const = 0;  // for the reference
  virtual std::span<const TableColumn> columns() const = 0;
  // How many rows there may be, for plans only.
  virtual double expectedRows() const = 0;
  // Returns a cursor before the first row. The table must outlive it.
  virtual std::unique_ptr<TableCursor> open(TableQuery query) = 0;
  // Into how many parts the rows are divided, so that several threads can read them. One after the other, the parts
  // have all rows in the order of a scan, however many threads there are. nullopt: only a scan tells which part is the
  // last.
  virtual std::optional<size_t> parts() { return 1; }
  // The table itself if all of its rows may be had as codes; null if that would keep more than a cursor does.
  virtual CodedTable* coded() { return nullptr; }
};

// Returns the number of the column of this name; that behind the last one if there is none.
inline uint32_t columnNamed(const Table& table, std::string_view name) {
  const std::span<const TableColumn> columns = table.columns();
  uint32_t at = 0;
  while (at < columns.size() && columns[at].name != name) ++at;
  return at;
}

}  // namespace tp
