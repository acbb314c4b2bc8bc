#include "core/sql/sql_spans.h"

#include <algorithm>

#include "core/sql/sql_names.h"

namespace tp {
namespace {

// When a span ends, and which spans have an end: one of unknown duration does not, unless the table says.
std::string endOf(const SpanSide& side, const std::string& as) {
  return side.has("end_ts") ? as + ".end_ts" : "(" + as + ".ts + " + as + ".dur)";
}
std::string isKnown(const SpanSide& side, const std::string& as) {
  return side.has("end_ts") ? as + ".end_ts IS NOT NULL" : as + ".dur >= 0";
}

// The columns behind ts and dur: first the partition, then those of A, then those of B.
struct JoinedColumn {
  std::string name;
  std::string ofA, ofB;  // the column of a side that it is of; empty: none
};

std::vector<JoinedColumn> joinedColumns(const SpanSide& a, const SpanSide& b) {
  std::vector<JoinedColumn> out;
  std::vector<std::string> taken{"ts", "dur", "end_ts"};
  const auto isTaken = [&](const std::string& name) {
    return std::find(taken.begin(), taken.end(), name) != taken.end();
  };
  const std::string& partition = a.partition.empty() ? b.partition : a.partition;
  if (!partition.empty()) {
    out.push_back({partition, a.partition, b.partition});
    taken.push_back(partition);
  }
  for (const std::string& column : a.columns) {
    if (isTaken(column)) continue;
    out.push_back({column, column, ""});
    taken.push_back(column);
  }
  for (const std::string& column : b.columns) {
    if (column == b.partition || column == "ts" || column == "dur" || column == "end_ts") continue;
    out.push_back({isTaken(column) ? column + "_2" : column, "", column});
    taken.push_back(out.back().name);
  }
  return out;
}

std::string common(const SpanSide& a, const SpanSide& b, const std::vector<JoinedColumn>& columns) {
  const std::string from = "max(a.ts, b.ts)", to = "min(" + endOf(a, "a") + ", " + endOf(b, "b") + ")";
  std::string out = "SELECT " + from + " AS ts, " + to + " - " + from + " AS dur";
  for (const JoinedColumn& one : columns)
    out += ", " + (one.ofA.empty() ? "b." + quotedName(one.ofB) : "a." + quotedName(one.ofA)) + " AS " +
           quotedName(one.name);
  out += " FROM " + quotedName(a.table) + " AS a JOIN " + quotedName(b.table) + " AS b ON ";
  if (!a.partition.empty() && !b.partition.empty())
    out += "a." + quotedName(a.partition) + " = b." + quotedName(b.partition) + " AND ";
  return out + "a.ts < " + endOf(b, "b") + " AND b.ts < " + endOf(a, "a") + " AND " + isKnown(a, "a") + " AND " +
         isKnown(b, "b");
}

// What is left of the spans of one side, beside those of the other: each span is cut where another one ends, and lasts
// up to where the next one begins. Names begin with `__`, as no column of a trace does.
std::string left(const SpanSide& of, const SpanSide& other, bool isA, const std::vector<JoinedColumn>& columns) {
  std::string kept;
  for (const std::string& column : of.columns)
    if (column != "ts" && column != "dur" && column != "end_ts") kept += ", s." + quotedName(column);
  std::string matches = "o.ts < s.__end AND s.ts < " + endOf(other, "o") + " AND " + isKnown(other, "o");
  if (!of.partition.empty() && !other.partition.empty())
    matches += " AND s." + quotedName(of.partition) + " = o." + quotedName(other.partition);
  const std::string numbered = "SELECT *, " + endOf(of, "n") + " AS __end, row_number() OVER () AS __number FROM " +
                               quotedName(of.table) + " AS n WHERE " + isKnown(of, "n");
  // The span itself stands for what ends with its beginning.
  const std::string cuts = "SELECT s.__number, s.ts AS __ts, s.__end, s.ts AS __from, s.ts AS __begin, 0 AS __met" +
                           kept + " FROM __spans AS s UNION ALL SELECT s.__number, s.ts, s.__end, " +
                           endOf(other, "o") + ", o.ts, 1" + kept + " FROM __spans AS s JOIN " +
                           quotedName(other.table) + " AS o ON " + matches;
  const std::string parts =
      "SELECT *, max(__from) OVER (PARTITION BY __number ORDER BY __begin, __met, __from ROWS UNBOUNDED PRECEDING) AS "
      "__left, "
      "lead(__begin, 1, __end) OVER (PARTITION BY __number ORDER BY __begin, __met, __from) AS __right, "
      "max(__met) OVER (PARTITION BY __number) AS __any FROM (" +
      cuts + ")";
  std::string out = "SELECT __left AS ts, __right - __left AS dur";
  for (const JoinedColumn& one : columns) {
    const std::string& own = isA ? one.ofA : one.ofB;
    out += ", " + (own.empty() ? "NULL" : quotedName(own)) + " AS " + quotedName(one.name);
  }
  out += " FROM (WITH __spans AS MATERIALIZED (" + numbered + ") " + parts + ")";
  return out + " WHERE __left < __right OR (__ts = __end AND __any = 0)";
}

}  // namespace

bool SpanSide::has(std::string_view column) const {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

std::string joinedSpans(SpanJoin join, const SpanSide& a, const SpanSide& b) {
  const std::vector<JoinedColumn> columns = joinedColumns(a, b);
  std::string out = common(a, b, columns);
  if (join != SpanJoin::Inner) out += " UNION ALL " + left(a, b, true, columns);
  if (join == SpanJoin::Outer) out += " UNION ALL " + left(b, a, false, columns);
  return out;
}

}  // namespace tp
