#include "core/sql/sql_table.h"

#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "core/sql/sql_plan.h"
#include "core/sql/sql_value.h"

namespace tp {
namespace {

// What SQLite knows of a table is in its base; it is made and deleted below.
struct Shared {
  Table& table;
  SqlBudget& budget;
};
struct VirtualTable : sqlite3_vtab {
  explicit VirtualTable(const Shared& of) : sqlite3_vtab{}, shared(of) {}
  const Shared& shared;
};
struct VirtualCursor : sqlite3_vtab_cursor {
  explicit VirtualCursor(const Shared& of) : sqlite3_vtab_cursor{}, shared(of) {}
  const Shared& shared;
  std::unique_ptr<TableCursor> rows;
  bool end = true;
};

Table& tableOf(sqlite3_vtab* table) {
  return static_cast<VirtualTable*>(table)->shared.table;
}

int connect(sqlite3* connection, void* shared, int, const char* const*, sqlite3_vtab** out, char**) {
  const auto& of = *static_cast<const Shared*>(shared);
  const int status = sqlite3_declare_vtab(connection, tableSql(of.table, false).c_str());
  if (status != SQLITE_OK) return status;
  // It has no side effects, so views may use it.
  sqlite3_vtab_config(connection, SQLITE_VTAB_INNOCUOUS);
  *out = new VirtualTable(of);
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
  delete static_cast<VirtualTable*>(table);
  return SQLITE_OK;
}

// Whether the table is decoded as it is read, as a whole whatever is asked for. Of other tables, rows are looked up.
bool isDecoded(const Table& table) {
  constexpr double kFewRows = 1e4;
  return table.expectedRows() > kFewRows;
}

std::optional<SqlOperator> operatorOf(unsigned char op) {
  switch (op) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
      return SqlOperator::Equal;
    case SQLITE_INDEX_CONSTRAINT_LT:
      return SqlOperator::Less;
    case SQLITE_INDEX_CONSTRAINT_LE:
      return SqlOperator::AtMost;
    case SQLITE_INDEX_CONSTRAINT_GT:
      return SqlOperator::Greater;
    case SQLITE_INDEX_CONSTRAINT_GE:
      return SqlOperator::AtLeast;
    default:
      return std::nullopt;
  }
}

// Returns how the table looks at a condition, nullopt if it does not.
std::optional<SqlOperator> termOf(const Table& table, sqlite3_index_info* info, int number) {
  const auto& condition = info->aConstraint[number];
  if (condition.usable == 0 || condition.iColumn < 0) return std::nullopt;
  const TableColumn& column = table.columns()[static_cast<size_t>(condition.iColumn)];
  const std::optional<SqlOperator> how = operatorOf(condition.op);
  if (!how || (column.uses & TableColumn::kLimits) == 0) return std::nullopt;
  // For each value of a list, the trace would be read once more.
  const bool once = (column.uses & TableColumn::kUpwards) != 0;
  if (sqlite3_vtab_in(info, number, -1) != 0 && isDecoded(table) && !once) return std::nullopt;
  if (column.type == TableColumn::Type::Integer) return how;
  const bool exact = std::string_view(sqlite3_vtab_collation(info, number)) == "BINARY";
  return exact && *how == SqlOperator::Equal ? how : std::nullopt;
}

// Returns whether the query ends after some rows: SQLite then sorts with little memory, and looks at each row once.
bool hasLimit(const sqlite3_index_info* info) {
  for (int i = 0; i < info->nConstraint; ++i)
    if (info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_LIMIT) return true;
  return false;
}

// Returns the number that a condition compares with, or that limits the rows; nullopt if it is not known yet.
std::optional<int64_t> numberOf(sqlite3_index_info* info, int number) {
  sqlite3_value* value = nullptr;
  if (sqlite3_vtab_rhs_value(info, number, &value) != SQLITE_OK || value == nullptr) return std::nullopt;
  if (sqlite3_value_type(value) != SQLITE_INTEGER) return std::nullopt;
  return sqlite3_value_int64(value);
}

// Returns whether the table keeps to a condition exactly, so that no row comes that SQLite would leave out.
bool isExact(const Table& table, sqlite3_index_info* info, int number) {
  if (!termOf(table, info, number)) return false;
  const TableColumn& column = table.columns()[static_cast<size_t>(info->aConstraint[number].iColumn)];
  if (column.type == TableColumn::Type::Integer) return numberOf(info, number).has_value();
  sqlite3_value* value = nullptr;
  return column.type == TableColumn::Type::Text && sqlite3_vtab_rhs_value(info, number, &value) == SQLITE_OK &&
         value != nullptr && sqlite3_value_type(value) == SQLITE_TEXT;
}

// Lets the table hand over the first rows that a query with ORDER BY and LIMIT needs, if nothing that is known here
// leaves rows out beside the table. SQLite would look at every row. It says nothing of comparisons of two columns, so
// it may ask for more rows than LIMIT says.
void planFirst(Table& table, sqlite3_index_info* info, SqlPlan& plan) {
  constexpr int kSorted = 0;
  constexpr int64_t kMaxRows = 10000;
  if (table.coded() == nullptr || info->nOrderBy != 1 || sqlite3_vtab_distinct(info) != kSorted) return;
  const int column = info->aOrderBy[0].iColumn;
  if (column < 0 || table.columns()[static_cast<size_t>(column)].type != TableColumn::Type::Integer) return;
  int64_t rows = 0;
  bool limited = false;
  for (int i = 0; i < info->nConstraint; ++i) {
    const unsigned char op = info->aConstraint[i].op;
    const bool counts = op == SQLITE_INDEX_CONSTRAINT_LIMIT || op == SQLITE_INDEX_CONSTRAINT_OFFSET;
    if (!counts && !isExact(table, info, i)) return;
    if (!counts) continue;
    const std::optional<int64_t> number = numberOf(info, i);
    if (!number || *number < 0 || *number > kMaxRows) return;
    rows += *number;
    limited = limited || op == SQLITE_INDEX_CONSTRAINT_LIMIT;
  }
  if (!limited) return;
  plan.first = {static_cast<uint32_t>(column), info->aOrderBy[0].desc != 0, static_cast<uint32_t>(rows)};
  info->orderByConsumed = 1;
}

// Sets by what rows come sorted, if the table can do that with less than SQLite. It is always asked for an order, even
// if SQLite only needs equal values side by side (sqlite3_vtab_distinct() is 1): SQLite 3.40 takes that for an order by
// the same columns, too.
void planGroups(const Table& table, sqlite3_index_info* info, SqlPlan& plan) {
  // What sqlite3_vtab_distinct() returns.
  constexpr int kSorted = 0, kDistinct = 2, kSortedDistinct = 3;
  constexpr int kFewColumns = 4;
  const int need = sqlite3_vtab_distinct(info);
  if (info->nOrderBy == 0) return;
  uint64_t keys = 0;
  for (int i = 0; i < info->nOrderBy; ++i) {
    const int column = info->aOrderBy[i].iColumn;
    if (column < 0 || column > 62) return;
    if ((table.columns()[static_cast<size_t>(column)].uses & TableColumn::kGroups) == 0) return;
    keys |= uint64_t{1} << column;
  }
  for (size_t i = 0; i < table.columns().size(); ++i)
    if ((plan.wanted >> i & 1) != 0 && (table.columns()[i].uses & TableColumn::kLoose) != 0) return;
  // To keep whole rows takes more than to sort them.
  const bool kept = need == kSorted || need == kSortedDistinct;
  if (kept && (hasLimit(info) || __builtin_popcountll(plan.wanted & ~keys) > kFewColumns)) return;
  for (int i = 0; i < info->nOrderBy; ++i)
    plan.groupBy.push_back({static_cast<uint32_t>(info->aOrderBy[i].iColumn), info->aOrderBy[i].desc != 0});
  // If other columns decide which rows count, all rows are needed.
  plan.oneOfEach = (need == kDistinct || need == kSortedDistinct) && (plan.wanted & ~keys) == 0;
  info->orderByConsumed = 1;
}

int bestIndex(sqlite3_vtab* virtualTable, sqlite3_index_info* info) {
  Table& table = tableOf(virtualTable);
  // What it costs to look a row up, as so many rows that are read. Where one lookup after the other reads no row twice,
  // that is little; else some thousand rows around it are read.
  constexpr double kLookup = 1e4, kLookupUpwards = 100;
  const bool decoded = isDecoded(table);
  bool found = false, upwards = false;
  double rows = table.expectedRows(), cost = rows;
  SqlPlan plan;
  plan.wanted = info->colUsed;
  for (int i = 0; i < info->nConstraint; ++i) {
    const std::optional<SqlOperator> how = termOf(table, info, i);
    if (!how) continue;
    plan.terms.push_back({static_cast<uint32_t>(info->aConstraint[i].iColumn), *how});
    info->aConstraintUsage[i].argvIndex = static_cast<int>(plan.terms.size());
    const bool equal = *how == SqlOperator::Equal;
    const uint8_t uses = table.columns()[plan.terms.back().column].uses;
    found = found || (equal && (uses & TableColumn::kPlaces) != 0);
    upwards = upwards || (equal && (uses & TableColumn::kUpwards) != 0);
    rows = found ? 1 : std::max(1.0, rows / (equal ? 100 : 4));
    cost = upwards ? kLookupUpwards : found ? kLookup : decoded ? std::max(cost / 2, table.expectedRows() / 4) : rows;
  }
  planFirst(table, info, plan);
  if (!plan.first) planGroups(table, info, plan);
  info->estimatedRows = static_cast<sqlite3_int64>(rows);
  info->estimatedCost = cost;
  info->idxStr = sqlite3_mprintf("%s", plan.text().c_str());
  info->needToFreeIdxStr = 1;
  return info->idxStr == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int open(sqlite3_vtab* table, sqlite3_vtab_cursor** out) {
  *out = new VirtualCursor(static_cast<VirtualTable*>(table)->shared);
  return SQLITE_OK;
}

int close(sqlite3_vtab_cursor* cursor) {
  delete static_cast<VirtualCursor*>(cursor);
  return SQLITE_OK;
}

int next(sqlite3_vtab_cursor* at) {
  auto& cursor = *static_cast<VirtualCursor*>(at);
  if (cursor.shared.budget.row()) return SQLITE_INTERRUPT;
  cursor.end = !cursor.rows->next();
  // A cursor ends when the query is cancelled, too.
  return cursor.end && cursor.shared.budget.spend(0) ? SQLITE_INTERRUPT : SQLITE_OK;
}

// Adds what a condition asks for. What can't be told of a value is left to SQLite, which looks at every row that comes.
void limit(TableQuery& query, const SqlPlan::Term& term, TableColumn::Type type, sqlite3_value* value) {
  ColumnLimit one;
  one.column = term.column;
  const int kind = sqlite3_value_type(value);
  if (type == TableColumn::Type::Integer && kind == SQLITE_INTEGER) {
    narrow(one, term.how, static_cast<int64_t>(sqlite3_value_int64(value)));
  } else if (type == TableColumn::Type::Integer && kind == SQLITE_FLOAT) {
    narrow(one, term.how, sqlite3_value_double(value));
  } else if (type == TableColumn::Type::Text && kind == SQLITE_TEXT && term.how == SqlOperator::Equal) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
    if (text == nullptr) return;
    one.text = std::string(text, static_cast<size_t>(sqlite3_value_bytes(value)));
  } else {
    return;
  }
  query.limits.push_back(std::move(one));
}

int filter(sqlite3_vtab_cursor* at, int, const char* text, int values, sqlite3_value** value) {
  auto& cursor = *static_cast<VirtualCursor*>(at);
  Table& table = cursor.shared.table;
  std::optional<SqlPlan> plan = SqlPlan::of(text == nullptr ? "" : text);
  if (!plan || plan->terms.size() != static_cast<size_t>(values)) return SQLITE_INTERNAL;
  // What the scan before has kept, this one may go on with.
  cursor.rows.reset();
  cursor.end = true;
  // Nothing is equal to NULL, less, or greater.
  for (int i = 0; i < values; ++i)
    if (sqlite3_value_type(value[i]) == SQLITE_NULL) return SQLITE_OK;
  TableQuery query;
  query.wanted = plan->wanted;
  query.groupBy = std::move(plan->groupBy);
  query.oneOfEach = plan->oneOfEach;
  query.first = plan->first;
  for (size_t i = 0; i < plan->terms.size(); ++i)
    limit(query, plan->terms[i], table.columns()[plan->terms[i].column].type, value[i]);
  cursor.rows = table.open(std::move(query));
  const int status = next(at);
  cursor.shared.budget.passOver(cursor.rows->passedOver());
  return status;
}

int eof(sqlite3_vtab_cursor* cursor) {
  return static_cast<VirtualCursor*>(cursor)->end ? 1 : 0;
}

int column(sqlite3_vtab_cursor* at, sqlite3_context* out, int number) {
  setResult(out, static_cast<VirtualCursor*>(at)->rows->cell(static_cast<size_t>(number)));
  return SQLITE_OK;
}

int rowid(sqlite3_vtab_cursor* cursor, sqlite3_int64* out) {
  // SQLite tells by it which rows it has met already, where one of several conditions is enough.
  *out = static_cast<VirtualCursor*>(cursor)->rows->rowId();
  return SQLITE_OK;
}

// Without xCreate, the table is there without being created, and can't be created under another name.
constexpr sqlite3_module kModule = [] {
  sqlite3_module module{};
  module.xConnect = connect;
  module.xBestIndex = bestIndex;
  module.xDisconnect = disconnect;
  module.xOpen = open;
  module.xClose = close;
  module.xFilter = filter;
  module.xNext = next;
  module.xEof = eof;
  module.xColumn = column;
  module.xRowid = rowid;
  return module;
}();

const char* typeText(TableColumn::Type type) {
  if (type == TableColumn::Type::Any) return "";
  return type == TableColumn::Type::Integer ? " INTEGER" : " TEXT";
}

}  // namespace

std::string tableSql(const Table& table, bool about) {
  std::string out = "CREATE TABLE " + std::string(table.name()) + "(\n";
  for (const TableColumn& column : table.columns()) {
    const bool last = &column == &table.columns().back();
    const bool hidden = (column.uses & TableColumn::kHidden) != 0;
    out += "  " + std::string(column.name) + typeText(column.type) + (hidden ? " HIDDEN" : "") + (last ? "" : ",");
    if (about) out += "  -- " + std::string(column.about);
    out += '\n';
  }
  return out + ");";
}

int addSqlTable(sqlite3* connection, Table& table, SqlBudget& budget) {
  return sqlite3_create_module_v2(connection, std::string(table.name()).c_str(), &kModule, new Shared{table, budget},
                                  [](void* shared) { delete static_cast<Shared*>(shared); });
}

}  // namespace tp
