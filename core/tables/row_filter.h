// Tells which rows of codes meet the limits of a query, and which columns have to be made for that.
#pragma once

#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/tables/coded_rows.h"

namespace tp {

class RowFilter {
 public:
  // Both must outlive this.
  RowFilter(const CodedTable& table, const TableQuery& query)
      : table_(table), query_(query), known_(query.limits.size()) {}

  // Whether the column is wanted, or limited.
  bool needs(size_t column) const {
    if (query_.wants(column)) return true;
    for (const ColumnLimit& limit : query_.limits)
      if (limit.column == column) return true;
    return false;
  }
  bool limits(size_t column) const {
    for (const ColumnLimit& limit : query_.limits)
      if (limit.column == column) return true;
    return false;
  }
  // NULL meets no limit.
  bool meets(const int64_t* row) {
    for (size_t i = 0; i < query_.limits.size(); ++i)
      if (!meets(i, row[query_.limits[i].column])) return false;
    return true;
  }
  // Whether a code of this column meets the limits of it.
  bool meetsIn(size_t column, int64_t code) {
    for (size_t i = 0; i < query_.limits.size(); ++i)
      if (query_.limits[i].column == column && !meets(i, code)) return false;
    return true;
  }

 private:
  bool meets(size_t number, int64_t code) {
    const ColumnLimit& limit = query_.limits[number];
    if (code == kNullCode) return false;
    if (!limit.text) {
      const bool isNumber = table_.columns()[limit.column].type == TableColumn::Type::Integer;
      return !isNumber || (code >= limit.least && code <= limit.most);
    }
    auto [at, fresh] = known_[number].try_emplace(code, false);
    if (fresh) at->second = table_.text(limit.column, code) == *limit.text;
    return at->second;
  }

  const CodedTable& table_;
  const TableQuery& query_;
  std::vector<std::unordered_map<int64_t, bool>> known_;  // by limit: the codes that were met
};

}  // namespace tp
